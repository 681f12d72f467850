package server_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/server"
)

func TestEveryPathOfTheAPIGetsAnEnvelopeAndNeverARedirect(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	key := "Authorization: Bearer " + w.MustPerson(t, "ada").Key
	for _, c := range []struct {
		method, target string
		headers        []string
		status         int
		code           string
	}{
		{"GET", "/api/v1/projects", nil, 401, "MISSING_API_KEY"},
		{"GET", "/api/v1/projects", []string{key}, 200, `"data":[]`},
		{"GET", "/api/v1", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1/", []string{key}, 404, "NOT_FOUND"},
		{"GET", "//api/v1//projects", nil, 401, "MISSING_API_KEY"},
		{"GET", "//api/v1//projects", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1//projects", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api//v1/projects", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1/projects/", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1/../healthz", nil, 401, "MISSING_API_KEY"},
		{"GET", "/api/v1/../healthz", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1/%2e%2e/healthz", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/x/../api/v1/projects", []string{key}, 404, "NOT_FOUND"},
		{"GET", "/api/v1/./projects", []string{key}, 404, "NOT_FOUND"},
		{"POST", "//api/v1/projects", []string{key, "Content-Length: 0"}, 404, "NOT_FOUND"},
		{"PATCH", "/api/v1/projects", []string{key, "Content-Length: 0"}, 405, "METHOD_NOT_ALLOWED"},
	} {
		got := w.mustSend(t, c.method, c.target, c.headers...)
		if got.Status != c.status || !strings.Contains(got.Body, c.code) || got.Header.Get("Location") != "" {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.target, got.Status, got.Body, c.status, c.code)
		}
		if got.Header.Get("X-RateLimit-Limit-Hour") == "" || !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s %s: no answer of the API: %v", c.method, c.target, got.Header)
		}
	}
}

func TestPathsOutsideTheAPIGetPlainAnswers(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	for _, c := range []struct {
		method, target string
		status         int
		body           string
	}{
		{"GET", "/healthz", 200, `{"status":"ok"}`},
		{"GET", "/readyz", 200, `{"status":"ok"}`},
		{"GET", "/", 200, "<h1>Earnest</h1>"},
		{"GET", "/plain.css", 200, "color-scheme"},
		{"GET", "/healthz/", 404, "Not found"},
		{"GET", "//healthz", 404, "Not found"},
		{"GET", "/api/v2/projects", 404, "Not found"},
		{"GET", "/api/v10", 404, "Not found"},
		{"GET", "/api", 404, "Not found"},
		{"GET", "/docs", 404, "docs"},
		{"GET", "/openapi.json", 404, "docs"},
		{"GET", "/metrics", 404, "Not found"},
		{"GET", "/debug/pprof/", 404, "Not found"},
		{"POST", "/healthz", 405, "GET and HEAD"},
		{"DELETE", "/", 405, "GET and HEAD"},
	} {
		got := w.mustSend(t, c.method, c.target, "Content-Length: 0")
		if got.Status != c.status || !strings.Contains(got.Body, c.body) || got.Header.Get("Location") != "" {
			t.Errorf("%s %s: %d %s, want %d with %s", c.method, c.target, got.Status, got.Body, c.status, c.body)
		}
		if c.status == 405 && got.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s %s: Allow is %q", c.method, c.target, got.Header.Get("Allow"))
		}
	}
	if got := w.mustSend(t, "HEAD", "/healthz"); got.Status != 200 || got.Body != "" {
		t.Errorf("HEAD /healthz: %d %q", got.Status, got.Body)
	}
}

func TestAnEncodedSlashIsData(t *testing.T) {
	t.Parallel()
	w := mustServeBoth(t, dbtest.SQLite(t), 8)
	c := w.MustCast(t, "")
	key, cookie := "Authorization: Bearer "+c.Owner.Key, "Cookie: "+w.mustSession(t, c.Owner.ID)
	for _, tc := range []struct {
		target, header string
		status         int
	}{
		{"/api/v1/projects/" + c.Project + "/members", key, 200},
		{"/api/v1/%70rojects/" + c.Project + "/members", key, 200},
		{"/api/v1/projects/" + c.Project + "%2Fmembers", key, 404},
		{"/api/v1/projects/" + c.Project + "%2fmembers", key, 404},
		{"/api/v1/projects%2F" + c.Project, key, 404},
		{"/api/v1%2Fprojects", key, 404},
		{"/api%2Fv1/projects", key, 404},
		{"/dash/projects/" + c.Project, cookie, 200},
		{"/dash/projects%2F" + c.Project, cookie, 404},
		{"/dash%2Fprojects/" + c.Project, cookie, 404},
		{"/plain.css", key, 200},
		{"/%2Fplain.css", key, 404},
		{"/docs%2Fdocs.css", key, 404},
		{"/%2Fhealthz", key, 404},
	} {
		if got := w.mustSend(t, "GET", tc.target, tc.header); got.Status != tc.status {
			t.Errorf("%s: %d %.200s, want %d", tc.target, got.Status, got.Body, tc.status)
		}
	}
}

func TestDocsAreServedAtTheirPaths(t *testing.T) {
	t.Parallel()
	w := mustServe(t, func(opt *server.Options) {
		opt.Docs = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("docs of " + r.URL.Path)) })
	})
	for _, target := range []string{"/docs", "/openapi.json", "/openapi-3.0.json", "/openapi.yaml"} {
		if got := w.mustSend(t, "GET", target); got.Status != 200 || got.Body != "docs of "+target {
			t.Errorf("GET %s: %d %s", target, got.Status, got.Body)
		}
		if got := w.mustSend(t, "POST", target, "Content-Length: 0"); got.Status != 405 {
			t.Errorf("POST %s: %d", target, got.Status)
		}
	}
}
