package apiv1

import (
	"net/http"

	"earnest/internal/admit"
	"earnest/internal/front"
)

// WrongHost is the message for a misdirected request.
const WrongHost = "this server does not serve the host that the request names; a proxy in front of it must pass on the Host header"

// Misdirected refuses a request for a host that this server does not serve, using the API's envelope. The error does not belong to any
// operation, because the request never enters the API.
func (a *API) Misdirected(w http.ResponseWriter, r *http.Request) {
	limit := front.NewDeadline(r.Context(), a.opt.Timeout)
	defer limit.End()
	out := a.writer(w, r, limit)
	defer a.release(out)
	out.rate = a.app.Admission.IdleRate(admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr})
	_ = out.encode(errorEnvelope{errorBody{Code: "MISDIRECTED_REQUEST", Message: WrongHost}}) // encoding two strings cannot fail
	out.finish(http.StatusMisdirectedRequest)
}
