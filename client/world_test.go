package client_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/client"
)

const testKey = "ern_0123456789abcdefghijABCDEFGHIJ0123456789"

// answer is the fake server's response to one request.
type answer struct {
	status int
	body   string
	header map[string]string
	cut    bool // close the connection instead
}

// request is a request that the fake server received.
type request struct {
	method, target, body string
	header               http.Header
}

// world is a server that sends its answers in turn, repeating the last one, and a client for it that records its waits instead
// of sleeping.
type world struct {
	*client.Client
	url string

	mu      sync.Mutex
	answers []answer
	got     []request
	waits   []time.Duration
}

func newWorld(t *testing.T, answers []answer, opts ...client.Option) *world {
	t.Helper()
	w := &world{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(server.Close)
	w.url = server.URL
	opts = append([]client.Option{client.WithHTTPClient(server.Client()), client.WithSleep(w.sleep)}, opts...)
	w.Client = client.New(server.URL, testKey, opts...)
	return w
}

func (w *world) serve(rw http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a := w.next(request{r.Method, r.URL.RequestURI(), string(body), r.Header})
	if a.cut {
		panic(http.ErrAbortHandler)
	}
	rw.Header().Set("Content-Type", "application/json")
	for name, value := range a.header {
		rw.Header().Set(name, value)
	}
	rw.WriteHeader(a.status)
	io.WriteString(rw, a.body)
}

func (w *world) next(r request) answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.got), len(w.answers)-1)
	w.got = append(w.got, r)
	return w.answers[n]
}

func (w *world) sleep(_ context.Context, d time.Duration) error {
	w.waits = append(w.waits, d)
	return nil
}

func (w *world) requests() []request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.got
}

func (w *world) wantRequests(t *testing.T, n int) {
	t.Helper()
	if got := len(w.requests()); got != n {
		t.Errorf("the server got %d requests, want %d", got, n)
	}
}

func ok(body string) answer { return answer{status: 200, body: body} }

func refusal(status int, code client.Code, header ...string) answer {
	a := answer{status: status, body: `{"error":{"code":"` + string(code) + `","message":"a sentence"}}`, header: map[string]string{}}
	for i := 0; i < len(header); i += 2 {
		a.header[header[i]] = header[i+1]
	}
	return a
}

func wantNoKey(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, testKey) || strings.Contains(text, testKey[4:20]) {
		t.Errorf("the key shows in %q", text)
	}
}
