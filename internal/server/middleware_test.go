package server_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"earnest/internal/server"
)

func TestRequestIDIsTheCallersIfHarmlessElseANewOne(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	made := regexp.MustCompile(`^[a-z0-9]{20,40}$`)
	for sent, kept := range map[string]bool{
		"abc-DEF_1.2":            true,
		strings.Repeat("x", 64):  true,
		strings.Repeat("x", 65):  false,
		"two words":              false,
		"a\"b":                   false,
		"é":                      false,
		"":                       false,
		"a=b":                    false,
		"../../etc":              false,
		"00000000-0000-0000-000": true,
	} {
		got := w.mustSend(t, "GET", "/healthz", "X-Request-Id: "+sent).Header.Get("X-Request-Id")
		if kept && got != sent || !kept && !made.MatchString(got) {
			t.Errorf("sent %q, got %q", sent, got)
		}
	}
	first, second := w.mustSend(t, "GET", "/healthz"), w.mustSend(t, "GET", "/healthz")
	if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
		t.Error("two requests have the same id")
	}
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	for _, target := range []string{"/", "/healthz", "/nowhere", "/api/v1/projects", "/api/v1/nowhere"} {
		got := w.mustSend(t, "GET", target)
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", target, name, got.Header.Get(name))
			}
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", target, policy)
		}
		if got.Header.Get("Access-Control-Allow-Origin") != "" || got.Header.Get("Server") != "" {
			t.Errorf("%s: too talkative: %v", target, got.Header)
		}
	}
}

func TestTheLogRecordsEachRequestAndNoSecret(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	key := w.MustPerson(t, "ada").Key
	w.mustSend(t, "GET", "/api/v1/projects?api_key="+key, "Authorization: Bearer "+key, "X-Request-Id: first")
	w.mustSend(t, "GET", "/api/v1/projects/"+key, "Authorization: Bearer "+key)
	w.mustSend(t, "GET", "/"+key+"/"+strings.Repeat("long", 200), "X-Request-Id: last")
	w.Log.mustSay(t, `"request_id":"last"`)
	line, _, _ := strings.Cut(w.Log.String(), "\n")
	for _, want := range []string{
		`"msg":"request"`, `"method":"GET"`, `"path":"/api/v1/projects"`, `"status":200`, `"bytes":`,
		`"duration_ms":`, `"remote":"127.0.0.1:`, `"request_id":"first"`,
	} {
		if !strings.Contains(line, want) {
			t.Errorf("the log lacks %s: %s", want, line)
		}
	}
	if strings.Contains(w.Log.String(), key) || strings.Contains(w.Log.String(), key[12:]) {
		t.Errorf("the log holds the key:\n%s", w.Log)
	}
	if strings.Contains(w.Log.String(), strings.Repeat("long", 100)) {
		t.Error("the log holds a path of any length")
	}
}

func TestAPanicIsA500WithItsIDInTheLog(t *testing.T) {
	t.Parallel()
	w := mustServe(t, func(opt *server.Options) {
		opt.Web = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/late" {
				_, _ = w.Write([]byte(strings.Repeat("begun", 10_000)))
			}
			panic("at the disco")
		})
	})
	got := w.mustSend(t, "GET", "/early", "X-Request-Id: panic-1")
	if got.Status != 500 || strings.Contains(got.Body, "disco") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	w.Log.mustSay(t, `"panic":"at the disco"`)
	w.Log.mustSay(t, `"status":500`)
	if !strings.Contains(w.Log.String(), `"request_id":"panic-1"`) {
		t.Errorf("the log does not name the request:\n%s", w.Log)
	}
	if r, err := http.Get("http://" + w.Addr + "/late"); err == nil {
		defer r.Body.Close()
		if n, err := r.Body.Read(make([]byte, 1<<20)); err == nil && r.ContentLength >= 0 {
			t.Errorf("a torn answer looks whole: %d bytes", n)
		}
	}
}

func TestAnErrorInsideTheAPIIsLoggedUnderItsRequestID(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	key := w.MustPerson(t, "ada").Key
	mustBreak(t, w)
	got := w.mustSend(t, "GET", "/api/v1/projects", "Authorization: Bearer "+key, "X-Request-Id: broken-1")
	if got.Status != 500 || !strings.Contains(got.Body, "INTERNAL_ERROR") || strings.Contains(got.Body, "table") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	w.Log.mustSay(t, `"msg":"internal error"`)
	for line := range strings.Lines(w.Log.String()) {
		if strings.Contains(line, "internal error") && !strings.Contains(line, `"request_id":"broken-1"`) {
			t.Errorf("no id: %s", line)
		}
	}
}
