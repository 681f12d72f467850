package server

import (
	"net/http"
	"path"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/dash/calendar"
	"earnest/internal/front"
)

// Handler returns the handler for the public server.
func (s *Server) Handler() http.Handler {
	return s.withRequestID(s.withLog(s.withRecover(s.withHeaders(s.withHost(http.HandlerFunc(s.mount))))))
}

// mount dispatches a request. It does not use http.ServeMux, which redirects paths such as //api/v1; the API never redirects.
func (s *Server) mount(w http.ResponseWriter, r *http.Request) {
	switch p := front.Path(r.URL); {
	case isAPI(p), isAPI(r.URL.Path): // even with an encoded slash, for which the API returns 404
		s.opt.API.ServeHTTP(w, r)
	case (under(p, dash.Base) || under(p, calendar.Base)) && s.opt.Dash != nil:
		s.opt.Dash.ServeHTTP(w, r)
	case p == "/healthz":
		readOnly(http.HandlerFunc(alive)).ServeHTTP(w, r)
	case p == "/readyz":
		readOnly(http.HandlerFunc(s.ready)).ServeHTTP(w, r)
	case isDocs(p) && s.opt.Docs == nil:
		http.Error(w, "The docs are not part of this server.", http.StatusNotFound)
	case isDocs(p):
		readOnly(s.opt.Docs).ServeHTTP(w, r)
	default:
		readOnly(s.opt.Web).ServeHTTP(w, withPath(r, p))
	}
}

// withPath returns the request with its path replaced by p, the only part of the URL that the web app looks at.
func withPath(r *http.Request, p string) *http.Request {
	if p == r.URL.Path {
		return r
	}
	other, address := *r, *r.URL
	address.Path, address.RawPath = p, ""
	other.URL = &address
	return &other
}

// isAPI reports whether a path belongs to the API, as written or after cleaning. The API looks up the path as written, so it responds
// with 404 to an unclean one.
func isAPI(p string) bool { return under(p, apiv1.Base) || under(path.Clean(p), apiv1.Base) }

func under(p, base string) bool {
	rest, found := strings.CutPrefix(p, base)
	return found && (rest == "" || rest[0] == '/')
}

// isProbe reports whether a path is a load balancer probe.
func isProbe(p string) bool { return p == "/healthz" || p == "/readyz" }

func isDocs(p string) bool {
	return p == "/docs" || strings.HasPrefix(p, "/docs/") || p == "/openapi.json" || p == "/openapi-3.0.json" || p == "/openapi.yaml"
}

// readOnly refuses every method but GET and HEAD.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "This path supports GET and HEAD only.", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}
