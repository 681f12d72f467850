package security

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// freeAddress returns a free address. Its host is a random loopback address, so that nothing else takes the port before it is
// used; on a system with only one loopback address, it is 127.0.0.1.
func freeAddress(t testing.TB) string {
	t.Helper()
	for _, host := range []string{fmt.Sprintf("127.%d.%d.%d", 1+rand.N(250), rand.N(250), 1+rand.N(250)), "127.0.0.1"} {
		if l, err := net.Listen("tcp", host+":0"); err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("there is no free port")
	return ""
}

// httpDo sends a handler a request with a secret in every possible place.
func httpDo(t testing.TB, h http.Handler, path, secret string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path+"?key="+secret, strings.NewReader(secret))
	for _, name := range []string{"Authorization", "Cookie", "Referer", "User-Agent", "X-Request-Id"} {
		req.Header.Set(name, secret)
	}
	out := httptest.NewRecorder()
	h.ServeHTTP(out, req)
	return out
}

// await calls ask until it returns a non-empty string.
func await(t testing.TB, ask func() string) string {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if answer := ask(); answer != "" {
			return answer
		}
	}
	t.Fatal("there is no answer after half a minute")
	return ""
}
