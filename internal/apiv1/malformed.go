package apiv1

import (
	"context"
	"net/http"
	"time"

	"earnest/internal/app"
	"earnest/internal/domain"
)

// malformedTime bounds the answer to what is no request.
const malformedTime = 5 * time.Second

// Malformed answers a request that is not HTTP as the server can read it, so that this too comes in the envelope
// with the rate headers. Nothing of the request is known but its sender's address, against which it counts.
func (a *API) Malformed(ctx context.Context, w http.ResponseWriter, remoteAddr string) {
	limit := newDeadline(ctx, min(a.opt.Timeout, malformedTime))
	defer limit.end()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, Base, http.NoBody)
	if err != nil {
		return // a constant address is well formed
	}
	out := a.writer(w, r, limit)
	admission, err := a.app.Admit(limit, app.Visit{Header: r.Header, RemoteAddr: remoteAddr})
	out.rate = admission.Rate
	if domain.KindOf(err) == domain.Missing {
		err = domain.Invalidf("this is not a well-formed HTTP/1.1 request: check its request line, its headers (at most 64 KiB) and its transfer encoding")
	}
	out.fail(err)
}
