package apiv1

import (
	"net/http"
	"strconv"

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/front/answers"
	"earnest/internal/front/coding"
)

// read answers a GET or HEAD from the cache if the cached answer is still valid, and otherwise with the route's handler. Without a
// snapshot, it cannot check that, so the handler runs.
func (a *API) read(out *writer, r *request, route *Route) {
	if r.snapshot == nil || !r.snapshot.Found {
		a.handle(out, r, route)
		return
	}
	q := answers.Question{User: r.caller.UserID, URI: r.RequestURI}
	answer, known := a.answers.Get(q, string(a.app.Today())+"\n"+r.snapshot.Fingerprint())
	if !known && route.Detail() {
		answer.ETag = "" // the handler finds it
	}
	out.etag, out.unless = answer.ETag, r.Header["If-None-Match"]
	tag, same := front.Matches(out.unless, answer.ETag, known)
	switch {
	case same && answer.ETag != "":
		out.unchanged(tag)
	case known && answer.Body != nil && !out.head:
		a.repeat(out, q, answer)
	default:
		out.keep = func(k kept) {
			answer.Body, answer.Packed[out.sentAs], answer.ETag = k.body, k.packed, out.etag
			a.answers.Put(q, answer)
		}
		a.handle(out, r, route)
	}
}

// repeat sends a cached answer. If the client wants it compressed, it is compressed only the first time.
func (a *API) repeat(out *writer, q answers.Question, answer answers.Answer) {
	if out.accepts == coding.None || len(answer.Body) <= coding.Least {
		out.repeat(answer.Body)
		return
	}
	out.sentAs = out.accepts
	packed := &answer.Packed[out.sentAs]
	if *packed == nil {
		*packed = out.sentAs.Pack(answer.Body)
		a.answers.Put(q, answer)
	}
	out.repeat(*packed)
}

// target returns the objects that a read asks for: the one in its path, the project or ticket in its query, or all of the caller's
// projects. ok is false for requests that the handler will refuse, and for those whose answers are not cached.
func (r Route) target(q *request) (t admit.Target, ok bool) {
	if len(q.RequestURI) > answers.MaxURI || !r.Cached() {
		return admit.Target{}, false
	}
	if r.HasUUID() {
		return targetOf(r.Noun(), q.uuid)
	}
	values := q.URL.Query()
	for _, p := range r.Query {
		if !p.Required && p.Name != "us" { // us is an alias for the required parameter
			continue
		}
		if text := values.Get(p.Name); text != "" {
			return targetOf(p.Rule, text)
		}
	}
	asks := len(r.Query) > 0 && r.Query[0].Required
	return admit.Target{}, !asks
}

// targetOf returns the object that a read names; ok is false if the name is malformed.
func targetOf(noun, text string) (t admit.Target, ok bool) {
	if noun == ticketNoun {
		ref, ok := domain.ParseTicketRef(text)
		return admit.OfTicket(ref), ok
	}
	uuid, ok := domain.ParseUUID(text)
	return admit.Target{Noun: noun, UUID: uuid}, ok
}

// unchanged tells the client that the answer it has, with this ETag, is still valid. Such a request is given back to the quota.
func (w *writer) unchanged(tag string) {
	if w.keep != nil {
		w.keep(kept{})
	}
	w.etag, w.rate = tag, w.quotas.GiveBack(w.admitted)
	w.begin(http.StatusNotModified)
}

// repeat sends the bytes of a cached answer. The request holds no database resources and the answer fits into the system's send buffer, so the server's
// own write timeout is enough.
func (w *writer) repeat(body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.begin(http.StatusOK)
	_, _ = w.Write(body) // an error only means that the client has disconnected
}
