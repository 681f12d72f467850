package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/server"
)

func TestOnlyTheHostOfTheBaseURLIsServed(t *testing.T) {
	t.Parallel()
	w := mustServe(t, func(opt *server.Options) { opt.BaseURL = "https://Earnest.example.org" })
	key := "Authorization: Bearer " + w.MustPerson(t, "ada").Key
	for _, c := range []struct {
		host, path string
		status     int
	}{
		{"earnest.example.org", "/api/v1/projects", 200},
		{"EARNEST.example.org:443", "/api/v1/projects", 200},
		{"earnest.example.org", "/", 200},
		{"earnest.example.org:80", "/", 421},
		{"evil.example.org", "/", 421},
		{"evil.example.org", "/api/v1/projects", 421},
		{"earnest.example.org.evil.example", "/api/v1/projects", 421},
		{w.Addr, "/openapi.json", 421},
		{w.Addr, "/dash/session", 421},
		{w.Addr, "/healthz", 200},
		{w.Addr, "/readyz", 200},
	} {
		got := w.mustNote(t, c.host, c.path, key, "X-Forwarded-Host: earnest.example.org")
		if got.Status != c.status {
			t.Errorf("%s at %s: %d %s, want %d", c.path, c.host, got.Status, got.Body, c.status)
		}
		if hsts := got.Header.Get("Strict-Transport-Security"); hsts != "max-age=31536000" {
			t.Errorf("%s at %s: HSTS is %q", c.path, c.host, hsts)
		}
		if inAPI := strings.HasPrefix(c.path, "/api/"); c.status == 421 && inAPI != strings.Contains(got.Body, `"code":"MISDIRECTED_REQUEST"`) ||
			inAPI && got.Header.Get("X-RateLimit-Remaining-Hour") == "" {
			t.Errorf("%s at %s: %v %s", c.path, c.host, got.Header, got.Body)
		}
	}
}

// mustNote sends a GET with the given Host.
func (w *world) mustNote(t *testing.T, host, path string, headers ...string) answer {
	t.Helper()
	text := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n\r\n", path, host, strings.Join(headers, "\r\n"))
	return mustRead(t, w.mustBegin(t, text))
}

func TestWithoutABaseURLAnyHostIsServed(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "http://earnest.example.org:8080"} {
		w := mustServe(t, func(opt *server.Options) { opt.BaseURL = base })
		got := w.mustNote(t, "earnest.example.org:8080", "/")
		if got.Status != http.StatusOK || got.Header.Get("Strict-Transport-Security") != "" {
			t.Errorf("with %q: %d %v", base, got.Status, got.Header)
		}
	}
}
