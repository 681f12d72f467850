package security

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// forged returns all the headers in which proxies describe the request that they forward, as a client that is not one of our
// proxies might forge them.
func forged(address string) []string {
	return []string{
		"X-Forwarded-For", address, "X-Real-Ip", address, "X-Client-Ip", address, "True-Client-Ip", address, "Cf-Connecting-Ip", address,
		"Forwarded", "for=" + address + ";proto=https;host=evil.example", "X-Forwarded-Proto", "https", "X-Forwarded-Ssl", "on",
		"X-Forwarded-Host", "evil.example", "X-Forwarded-Port", "443", "X-Forwarded-Prefix", "/evil", "X-Original-Url", "/dash/admin/users", "X-Rewrite-Url", "/dash/admin/users",
	}
}

// telling sends requests with the given headers and returns the parts of the responses that could depend on where a request came
// from: addresses, cookies, links and redirects.
func telling(t *testing.T, b *browser, project string, headers ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/dash/session", map[string]any{"email": "ada@example.com", "password": firstPassword}},
		{"GET", "/dash/sessions", nil},
		{"GET", "/dash/keys", nil},
		{"POST", "/dash/projects/" + project + "/calendar", nil},
		{"POST", "/dash/admin/users/1/reset", map[string]any{}},
		{"GET", "/dash/oidc/start", nil},
		{"GET", "/docs", nil},
		{"GET", "/openapi-3.0.json", nil},
		{"GET", "/openapi.json", nil},
		{"GET", "/dash/admin/changes?noun=session", nil},
	} {
		got := b.call(t, c.method, c.path, c.body, headers...)
		text := fmt.Sprint(got.StatusCode, got.Header.Get("Location"), strings.Join(got.Header.Values("Set-Cookie"), " "), string(got.text))
		out[c.method+" "+c.path] = told.ReplaceAllString(text, "…")
		if c.path == "/dash/admin/users/1/reset" { // it ended our session
			b.call(t, "POST", "/dash/session", map[string]any{"email": "ada@example.com", "password": firstPassword}, headers...)
		}
	}
	return out
}

// told matches text that may differ between any two responses: tokens, hashes, row ids and timestamps.
var told = regexp.MustCompile(`(ses|cal|inv|oid)_[0-9A-Za-z]+|"id":\d+|Expires=[^;]+|\d{4}-\d\d-\d\dT[0-9:.]+Z?|(state|nonce|code_challenge)=[^&\s]+|earnest-login=[^;]+|` +
	`\d+ (second|minute)s? ago|\{"id":…,"created_at[^}]*\},?|"more":(true|false)`)

// Unless the operator has named a proxy, no header changes where a request seems to come from, or which host and scheme it was
// sent to.
func TestForgedForwardingHeadersChangeNothing(t *testing.T) {
	t.Parallel()
	s := startStory(t, func(bin string, flags ...string) *rig.Node { return rig.Start(t, bin, dbtest.SQLite(t), flags...) })
	ada := s.setUp(t)
	must[any](t, ada, "POST", "/projects", map[string]any{"name": "Forged"})
	project := firstProject(t, ada)
	plain := telling(t, ada, project)
	for path, text := range telling(t, ada, project, forged("203.0.113.77")...) {
		for _, word := range []string{"203.0.113.77", "evil", "Secure", "__Host-"} {
			if strings.Contains(text, word) {
				t.Errorf("%s tells %q: %.300s", path, word, text)
			}
		}
		if path != "GET /dash/sessions" && !strings.Contains(path, "changes") && text != plain[path] {
			t.Errorf("%s differs:\n%.600s\n%.600s", path, plain[path], text)
		}
	}
	if strings.Contains(string(logged(s.node)), "203.0.113.77") {
		t.Error("the log believes it")
	}
	boundKey(t, s, ada)
	guesses(t, s)
	signIns(t, s)
}

// boundKey checks that a key bound to another address is refused, even if the client claims that address.
func boundKey(t *testing.T, s *story, ada *browser) {
	t.Helper()
	key := must[struct {
		Secret string `json:"secret"`
	}](t, ada, "POST", "/keys", map[string]any{"name": "Bound", "scopes": []string{"projects:read"}, "allow_ips": []string{"203.0.113.77"}}).Secret
	got := newBrowser(t, s.node.URL).call(t, "GET", "/api/v1/projects", nil, append(forged("203.0.113.77"), "Authorization", "Bearer "+key)...)
	if got.StatusCode != http.StatusForbidden || !strings.Contains(string(got.text), "IP_NOT_ALLOWED") || strings.Contains(string(got.text), "203.0.113.77") {
		t.Errorf("a key of another address: %d %s", got.StatusCode, got.text)
	}
}

// guesses checks that all guesses from one peer are counted together, whatever addresses it claims.
func guesses(t *testing.T, s *story) {
	t.Helper()
	b, seen := newBrowser(t, s.node.URL), map[string]bool{}
	for i := range 20 {
		got := b.call(t, "GET", "/api/v1/projects", nil, append(forged(fmt.Sprint("203.0.113.", i)), "Authorization", "Bearer x")...)
		seen[got.Header.Get("X-Ratelimit-Remaining-Hour")] = true
	}
	if len(seen) != 20 {
		t.Errorf("20 guesses left only these numbers: %v", seen)
	}
}

// signIns checks that a client that fails fifty times is locked out, whatever addresses it claims.
func signIns(t *testing.T, s *story) {
	t.Helper()
	b, statuses := newBrowser(t, s.node.URL), map[int]int{}
	for i := range 51 {
		body := map[string]any{"email": fmt.Sprintf("nobody%d@example.com", i), "password": wrongPassword}
		got := b.call(t, "POST", "/dash/session", body, forged(fmt.Sprint("203.0.113.", i))...)
		statuses[got.StatusCode]++
	}
	if statuses[http.StatusTooManyRequests] < 1 || statuses[http.StatusUnauthorized] > 50 {
		t.Errorf("51 failed sign-ins under 51 forged addresses: %v", statuses)
	}
}

// Only the client's address is taken from a trusted proxy's headers. Addresses that the client itself put in front of it are
// ignored.
func TestATrustedProxySetsTheAddressAndNothingElse(t *testing.T) {
	t.Parallel()
	s := startStory(t, func(bin string, flags ...string) *rig.Node {
		return rig.Start(t, bin, dbtest.SQLite(t), append(flags, "--trusted-proxy", "127.0.0.1")...)
	})
	ada := s.setUp(t)
	must[any](t, ada, "POST", "/projects", map[string]any{"name": "Proxied"})
	project := firstProject(t, ada)
	plain := telling(t, ada, project)
	headers := append(forged("198.51.100.99"), "X-Forwarded-For", "203.0.113.77")
	for path, text := range telling(t, ada, project, headers...) {
		for _, word := range []string{"198.51.100.99", "evil", "Secure", "__Host-"} {
			if strings.Contains(text, word) {
				t.Errorf("%s tells %q: %.300s", path, word, text)
			}
		}
		believed := strings.ReplaceAll(text, "203.0.113.77", "127.0.0.1")
		if path != "GET /dash/sessions" && !strings.Contains(path, "changes") && believed != plain[path] {
			t.Errorf("%s differs:\n%.600s\n%.600s", path, plain[path], text)
		}
		if path == "GET /dash/sessions" && !strings.Contains(text, "203.0.113.77") {
			t.Errorf("the address is not believed: %s", text)
		}
	}
}
