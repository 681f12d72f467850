package security

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"
)

// browser acts like a user's browser: it keeps cookies, but follows no redirects. It records every error response.
type browser struct {
	url   string
	http  *http.Client
	shown *bytes.Buffer
}

func newBrowser(t testing.TB, url string) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{url: url, shown: &bytes.Buffer{}, http: &http.Client{
		Jar: jar, Timeout: time.Minute, Transport: &http.Transport{Proxy: nil},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// reply is a response and its body.
type reply struct {
	*http.Response

	text []byte
}

// call sends a request; a body other than nil is sent as JSON. Headers are alternating names and values.
func (b *browser) call(t testing.TB, method, path string, body any, headers ...string) reply {
	t.Helper()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, b.url+path, content)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	return b.send(t, req)
}

func (b *browser) send(t testing.TB, req *http.Request) reply {
	t.Helper()
	response, err := b.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		b.shown.Write(text)
		_ = response.Header.Write(b.shown)
	}
	return reply{response, text}
}

// must sends a request to the dashboard's API that has to succeed, and decodes the response into a T.
func must[T any](t testing.TB, b *browser, method, path string, body any) T {
	t.Helper()
	got := b.call(t, method, "/dash"+path, body)
	var out T
	if got.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s answers %d: %s", method, path, got.StatusCode, got.text)
	}
	if err := json.Unmarshal(got.text, &out); err != nil {
		t.Fatalf("%s %s: %v: %s", method, path, err, got.text)
	}
	return out
}

// cookie returns the value of the session cookie.
func (b *browser) cookie(t testing.TB) string {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.url+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.http.Jar.Cookies(req.URL) {
		if strings.HasPrefix(c.Value, "ses_") {
			return c.Value
		}
	}
	t.Fatal("the browser holds no session")
	return ""
}
