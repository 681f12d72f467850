package server

import (
	"net/http"
	"net/url"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/front"
)

// hstsPolicy tells browsers to use only https for a year. It does not cover subdomains, which may not be ours.
const hstsPolicy = "max-age=31536000"

// Misdirected handles a request for a host that this server does not serve; apiv1.API implements it.
type Misdirected interface {
	Misdirected(w http.ResponseWriter, r *http.Request)
}

// withHost refuses requests whose Host differs from that of the base URL, if there is one. This protects against DNS rebinding. Load
// balancer probes may use any host.
func (s *Server) withHost(next http.Handler) http.Handler {
	base, err := url.Parse(s.opt.BaseURL)
	if err != nil || base.Host == "" {
		return next
	}
	own := plainHost(base.Scheme, base.Host)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if plainHost(base.Scheme, r.Host) == own || isProbe(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		if api, ok := s.opt.API.(Misdirected); ok && isAPI(front.Path(r.URL)) {
			api.Misdirected(w, r)
			return
		}
		http.Error(w, apiv1.WrongHost, http.StatusMisdirectedRequest)
	})
}

// plainHost returns a host in lower case, without the default port of its scheme.
func plainHost(scheme, host string) string {
	port := ":80"
	if scheme == "https" {
		port = ":443"
	}
	return strings.TrimSuffix(strings.ToLower(host), port)
}
