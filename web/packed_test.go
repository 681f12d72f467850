package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestScriptsAreSentCompressedIfAccepted(t *testing.T) {
	t.Parallel()
	script := strings.Repeat("const answer = 42;\n", 1000)
	site := newSite(policy, []string{"/"}, fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html>")},
		"missing.html":     {Data: []byte("not here")},
		"assets/a-1.js":    {Data: []byte(script)},
		"assets/a-1.woff2": {Data: []byte(script)},
	})
	for _, c := range []struct {
		path, accept string
		packed       bool
	}{
		{"/assets/a-1.js", "gzip, deflate, br", true},
		{"/assets/a-1.js", "br;q=1, GZIP;q=0.5", true},
		{"/assets/a-1.js", "gzip;q=0", false},
		{"/assets/a-1.js", "gzip;q=0.0, *", false},
		{"/assets/a-1.js", "", false},
		{"/assets/a-1.js", "x-gzip-not", false},
		{"/assets/a-1.woff2", "gzip", false},
		{"/", "gzip", false},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%s for %q: compressed is %v", c.path, c.accept, packed)
		}
		if !c.packed {
			continue
		}
		plain, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(plain)
		if err != nil || string(got) != script {
			t.Errorf("%s does not unpack to itself: %v", c.path, err)
		}
		if kind := w.Header().Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") {
			t.Errorf("Content-Type is %s", kind)
		}
		again := httptest.NewRequest(http.MethodGet, c.path, nil)
		again.Header.Set("Accept-Encoding", c.accept)
		again.Header.Set("If-None-Match", w.Header().Get("ETag"))
		w = httptest.NewRecorder()
		if site.ServeHTTP(w, again); w.Code != http.StatusNotModified {
			t.Errorf("asked again: %d", w.Code)
		}
	}
}
