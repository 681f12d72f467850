package web

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func get(h http.Handler, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	out := httptest.NewRecorder()
	h.ServeHTTP(out, r)
	return out
}

func bundle() http.Handler {
	return newSite(policy, []string{"/", "/invitation", "/projects/*", "/$key"}, fstest.MapFS{
		".keep":               {},
		"index.html":          {Data: []byte("<title>the app</title>")},
		"assets/app-1a2b.js":  {Data: []byte("app()")},
		"assets/app-1a2b.css": {Data: []byte("body{}")},
		"favicon.svg":         {Data: []byte("<svg/>")},
	}, plainPages())
}

func TestABundleServesItsPagesAndFilesAndNothingElse(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]struct {
		status int
		kind   string
		body   string
	}{
		"/":                    {200, "text/html; charset=utf-8", "the app"},
		"/invitation":          {200, "text/html; charset=utf-8", "the app"},
		"/projects/7":          {200, "text/html; charset=utf-8", "the app"},
		"/TIC-42":              {200, "text/html; charset=utf-8", "the app"},
		"/a2-1":                {200, "text/html; charset=utf-8", "the app"},
		"/TIC-042":             {404, "text/html; charset=utf-8", "Not found"},
		"/TIC-42/x":            {404, "text/html; charset=utf-8", "Not found"},
		"/TIC-42.html":         {404, "text/html; charset=utf-8", "Not found"},
		"/ABCDEFGHIJK-1":       {404, "text/html; charset=utf-8", "Not found"},
		"/42-42":               {404, "text/html; charset=utf-8", "Not found"},
		"/projects/7/x":        {404, "text/html; charset=utf-8", "Not found"},
		"/projects":            {404, "text/html; charset=utf-8", "Not found"},
		"/assets/app-1a2b.js":  {200, "text/javascript; charset=utf-8", "app()"},
		"/assets/app-1a2b.css": {200, "text/css; charset=utf-8", "body{}"},
		"/favicon.svg":         {200, "image/svg+xml", "<svg/>"},
		"/plain.css":           {200, "text/css; charset=utf-8", "color-scheme"},
		"/assets/":             {404, "text/html; charset=utf-8", "Not found"},
		"/.keep":               {404, "text/html; charset=utf-8", "Not found"},
		"/../web.go":           {404, "text/html; charset=utf-8", "Not found"},
	} {
		got := get(bundle(), target)
		if got.Code != want.status || got.Header().Get("Content-Type") != want.kind || !strings.Contains(got.Body.String(), want.body) {
			t.Errorf("%s: %d %s %s", target, got.Code, got.Header().Get("Content-Type"), got.Body)
		}
	}
}

func TestFilesWithAHashInTheirNameAreKeptAndOthersAskedForAgain(t *testing.T) {
	t.Parallel()
	if got := get(bundle(), "/assets/app-1a2b.js").Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Error(got)
	}
	page := get(bundle(), "/")
	if got := page.Header().Get("Cache-Control"); got != "no-cache" {
		t.Error(got)
	}
	if again := get(bundle(), "/", "If-None-Match", page.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("the same page was sent again: %d", again.Code)
	}
}

func TestWithoutABundleAPlainPageSaysHowToStart(t *testing.T) {
	t.Parallel()
	site := newSite(plainPolicy, []string{"/"}, plainPages())
	page := get(site, "/")
	for _, want := range []string{`href="/docs"`, `href="/openapi.json"`, `href="/openapi.yaml"`, "earnest key add"} {
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if got := get(site, "/invitation"); got.Code != http.StatusNotFound {
		t.Errorf("a page of the app that is not there: %d", got.Code)
	}
}

func TestThePlainPageShowsTheAddressItsReaderUsed(t *testing.T) {
	t.Parallel()
	site := newSite(plainPolicy, []string{"/"}, plainPages())
	for host, want := range map[string]string{
		"earnest.example:8080": "http://earnest.example:8080/api/v1/projects",
		"[::1]:9000":           "http://[::1]:9000/api/v1/projects",
		"<b>$(reboot)</b>":     "http://localhost/api/v1/projects",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		out := httptest.NewRecorder()
		site.ServeHTTP(out, r)
		if text := out.Body.String(); !strings.Contains(text, want) || strings.Contains(text, "127.0.0.1") || strings.Contains(text, "invalid") {
			t.Errorf("%s: %s", host, text)
		}
	}
	if got := get(site, "/", "X-Forwarded-Proto", "https").Body.String(); !strings.Contains(got, "http://example.com/api/v1") {
		t.Errorf("anybody can say how we were called: %s", got)
	}
	if got := get(site.at("https://earnest.example"), "/").Body.String(); !strings.Contains(got, "https://earnest.example/api/v1") {
		t.Error(got)
	}
}

func TestCommandsOnThePlainPageAreSeenWholeOnAPhone(t *testing.T) {
	t.Parallel()
	css := get(newSite(plainPolicy, nil, plainPages()), "/plain.css").Body.String()
	if !regexp.MustCompile(`(?s)pre \{[^}]*white-space: pre-wrap;[^}]*overflow-wrap: anywhere;`).MatchString(css) {
		t.Error("the lines of a command do not wrap")
	}
}

func TestPlainPagesNeedNothingFromOutsideAndNoScript(t *testing.T) {
	t.Parallel()
	outside := regexp.MustCompile(`(src|href)="(https?:)?//|<script|<style| style="| on[a-z]+="|@import|url\(`)
	for name, file := range newSite(plainPolicy, nil, plainPages()).files {
		if found := outside.Find(file.content); found != nil {
			t.Errorf("%s: %s", name, found)
		}
	}
	if strings.Contains(plainPolicy, "unsafe") || strings.Contains(plainPolicy, "script-src") {
		t.Error(plainPolicy)
	}
}

func TestTheBinaryServesWhateverItWasBuiltWith(t *testing.T) {
	t.Parallel()
	if got := get(Handler(""), "/"); got.Code != http.StatusOK || got.Header().Get("Content-Security-Policy") == "" {
		t.Errorf("%d %v", got.Code, got.Header())
	}
}
