package apiv1

import (
	"net/http"
	"strconv"

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/front/answers"
)

// read answers a GET or HEAD from the cache if the cached answer is still valid, otherwise with the route's handler. Without a snapshot
// there is nothing to compare with, and the handler will refuse.
func (a *API) read(out *writer, r *request, route *Route) {
	if r.snapshot == nil || !r.snapshot.Found {
		a.handle(out, r, route)
		return
	}
	q := answers.Question{User: r.caller.UserID, URI: r.RequestURI}
	answer, known := a.answers.Get(q, string(a.app.Today())+"\n"+r.snapshot.Fingerprint())
	out.etag = answer.ETag
	switch {
	case front.Matches(r.Header["If-None-Match"], answer.ETag, known):
		out.begin(http.StatusNotModified)
	case known && answer.Body != nil && !out.head:
		out.repeat(answer.Body)
	default:
		out.keep = func(body []byte) {
			answer.Body = body
			a.answers.Put(q, answer)
		}
		a.handle(out, r, route)
	}
}

// target returns what a read asks for: the thing in its path, the project or ticket in its query, or all projects of the caller. ok is
// false for requests that the handler will refuse, and for those too long to cache.
func (r Route) target(q *request) (t admit.Target, ok bool) {
	if len(q.RequestURI) > answers.MaxURI {
		return admit.Target{}, false
	}
	if r.HasUUID() {
		uuid, ok := domain.ParseUUID(q.uuid)
		return admit.Target{Noun: r.Noun(), UUID: uuid}, ok
	}
	values := q.URL.Query()
	for _, p := range r.Query {
		if !p.Required && p.Name != "us" { // us is an alias of the required one
			continue
		}
		if text := values.Get(p.Name); text != "" {
			uuid, ok := domain.ParseUUID(text)
			return admit.Target{Noun: p.Rule, UUID: uuid}, ok
		}
	}
	asks := len(r.Query) > 0 && r.Query[0].Required
	return admit.Target{}, !asks
}

// repeat sends a cached answer. It holds no database resources and fits the system's send buffer, so the server's own write timeout is
// enough.
func (w *writer) repeat(body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.begin(http.StatusOK)
	_, _ = w.Write(body) // a client that went away needs no answer
}
