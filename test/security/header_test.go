package security

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/test/rig"
	"earnest/web"
)

// visit is a request; only the headers of the response are checked.
type visit struct{ method, path string }

// visits returns requests for every path: the API's operations, the dashboard's routes and pages, the docs and unknown paths,
// with both supported and unsupported methods.
func visits(project string) []visit {
	all := []visit{}
	fill := strings.NewReplacer("{uuid}", project, "{id}", "999999", "{key}", "todo", "{file}", "tickets.csv", "{indicator}", "cpi", "*", project)
	add := func(path string, methods ...string) {
		for _, method := range methods {
			all = append(all, visit{method, fill.Replace(path)})
		}
	}
	for _, r := range apiv1.Routes() {
		add(apiv1.Base+r.Path, r.Method, http.MethodPatch)
		add(apiv1.Base+r.Path+"?project="+project, r.Method)
	}
	for _, r := range dash.Routes() {
		if strings.HasSuffix(r.Path, "/events") || r.Path == "/sessions" || r.Path == "/session" && r.Method != http.MethodGet {
			continue // a stream never ends; the others would end our session
		}
		if r.Path == "/projects/{uuid}" && r.Method == http.MethodDelete {
			continue // it would be refused without the typed name, but we had better not try
		}
		add(dash.Base+r.Path, r.Method, http.MethodPatch)
	}
	for _, path := range web.Pages() {
		add(path, http.MethodGet, http.MethodHead, http.MethodPost)
	}
	for _, path := range []string{
		"/docs", "/docs/", "/docs/nothing", "/docs.css", "/openapi.json", "/openapi-3.0.json", "/openapi.yaml", "/healthz", "/readyz", "/plain.css", "/favicon.svg",
		"/nothing", "/assets/nothing.js", "/api", "/api/v1", "/api/v2/projects", "/dash", "/dash/nothing", "/calendar", "/calendar/cal_x.ics", "/metrics",
	} {
		add(path, http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, "TRACE")
	}
	return all
}

func TestEveryAnswerCarriesTheHeadersThatKeepBrowsersSafe(t *testing.T) {
	t.Parallel()
	s := startStory(t, func(bin string, flags ...string) *rig.Node { return rig.Start(t, bin, dbtest.SQLite(t), flags...) })
	ada := s.setUp(t)
	must[any](t, ada, "POST", "/projects", map[string]any{"name": "Headers"})
	project := firstProject(t, ada)
	key := must[struct {
		Secret string `json:"secret"`
	}](t, ada, "POST", "/keys", map[string]any{"name": "Headers", "scopes": scopes()}).Secret
	stranger, answered := newBrowser(t, s.node.URL), 0
	for _, v := range visits(project) {
		for _, got := range []reply{
			stranger.call(t, v.method, v.path, nil),
			ada.call(t, v.method, v.path, nil, "Authorization", "Bearer "+key),
		} {
			if got.StatusCode == http.StatusOK {
				answered++
			}
			checkHeaders(t, v, got)
		}
	}
	if answered < 70 {
		t.Errorf("only %d answers were good ones: too little was seen", answered)
	}
}

// scopes returns only the scopes for reading, because the key must not delete objects that other requests need.
func scopes() []string {
	names := []string{}
	for _, s := range domain.AllScopes() {
		if strings.HasSuffix(string(s.Scope), ":read") {
			names = append(names, string(s.Scope))
		}
	}
	return names
}

func checkHeaders(t *testing.T, v visit, got reply) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin", "Server": "", "Access-Control-Allow-Origin": "", "X-Powered-By": "",
	} {
		isReport := strings.HasSuffix(v.path, "/report") && name == "X-Frame-Options" && got.Header.Get(name) == "SAMEORIGIN" // our own pages frame it
		if got.Header.Get(name) != want && !isReport {
			t.Errorf("%s %s: %d with %s: %q", v.method, v.path, got.StatusCode, name, got.Header.Get(name))
		}
	}
	if got.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s %s: %d without a request id", v.method, v.path, got.StatusCode)
	}
	checkPolicy(t, v, got.Header.Values("Content-Security-Policy"))
	keepable := strings.HasPrefix(v.path, apiv1.Base) && got.Header.Get("ETag") != "" // by the client alone, which must ask before it uses it again
	if caching := got.Header.Get("Cache-Control"); isPrivate(v.path) && caching != "no-store" && (!keepable || caching != "private, no-cache") {
		t.Errorf("%s %s: %d may be kept: %q", v.method, v.path, got.StatusCode, caching)
	}
	if len(got.text) > 0 && got.Header.Get("Content-Type") == "" {
		t.Errorf("%s %s: %d leaves its type to be guessed", v.method, v.path, got.StatusCode)
	}
}

// isPrivate reports whether the responses for a path depend on the caller.
func isPrivate(path string) bool {
	return strings.HasPrefix(path, "/api/v1") || strings.HasPrefix(path, "/dash")
}

// checkPolicy checks a content security policy: it must allow only our own scripts, from files, and no other site may frame us or
// receive our forms. Inline styles are allowed, because the charts and the report set sizes and colours with them.
func checkPolicy(t *testing.T, v visit, given []string) {
	t.Helper()
	if len(given) != 1 {
		t.Errorf("%s %s: %d policies", v.method, v.path, len(given))
		return
	}
	rules := map[string][]string{}
	for rule := range strings.SplitSeq(given[0], ";") {
		if words := strings.Fields(rule); len(words) > 0 {
			rules[words[0]] = words[1:]
		}
	}
	for _, name := range []string{"script-src", "object-src", "connect-src", "frame-src", "worker-src", "font-src", "manifest-src", "media-src"} {
		sources, said := rules[name]
		if !said {
			sources = rules["default-src"]
		}
		if len(sources) != 1 || !slices.Contains([]string{"'none'", "'self'"}, sources[0]) {
			t.Errorf("%s %s: %s is %v", v.method, v.path, name, sources)
		}
	}
	if ancestors := rules["frame-ancestors"]; len(ancestors) != 1 || ancestors[0] != "'none'" && !strings.HasSuffix(v.path, "/report") {
		t.Errorf("%s %s: frame-ancestors %v", v.method, v.path, ancestors)
	}
	for name, sources := range rules {
		for _, source := range sources {
			if !slices.Contains([]string{"'none'", "'self'", "data:", "'unsafe-inline'"}, source) || source == "data:" && name != "img-src" ||
				source == "'unsafe-inline'" && name != "style-src" {
				t.Errorf("%s %s: %s allows %s", v.method, v.path, name, source)
			}
		}
	}
	if base := rules["base-uri"]; len(base) != 1 && len(rules["default-src"]) == 1 && rules["default-src"][0] != "'none'" {
		t.Errorf("%s %s: base-uri %v", v.method, v.path, base)
	}
}
