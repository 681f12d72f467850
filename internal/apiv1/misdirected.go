package apiv1

import (
	"net/http"

	"earnest/internal/app"
)

// Misdirected refuses a request that names a host this server is not, in the API's envelope. It is no answer of an operation: the
// request never reached the API.
func (a *API) Misdirected(w http.ResponseWriter, r *http.Request, message string) {
	limit := newDeadline(r.Context(), a.opt.Timeout)
	defer limit.end()
	out := a.writer(w, r, limit)
	out.rate = a.app.IdleRate(app.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr})
	_ = out.encode(errorEnvelope{errorBody{"MISDIRECTED_REQUEST", message}}) // two texts always encode
	out.finish(http.StatusMisdirectedRequest)
}
