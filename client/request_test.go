package client_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/client"
)

func TestDoReturnsTheRawAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 201, body: `{"data":{"a":1}}`, header: map[string]string{"Etag": `"7"`}}})
	var out struct{ Data map[string]int }
	resp, err := w.Do(t.Context(), "POST", "projects", map[string]string{"name": "A"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Status != 201 || resp.Header.Get("Etag") != `"7"` || string(resp.Body) != `{"data":{"a":1}}` || resp.Attempts != 1 || out.Data["a"] != 1 {
		t.Errorf("got %+v and %v", resp, out)
	}
	if r := w.requests()[0]; r.target != "/api/v1/projects" || r.body != `{"name":"A"}` {
		t.Errorf("sent %+v", r)
	}
}

func TestDoReturnsTheAnswerAlongWithItsError(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{refusal(422, client.ValidationError), ok("text")})
	resp, err := w.Do(t.Context(), "GET", "/tickets?page=0", nil, nil)
	if !errors.Is(err, client.ValidationError) || resp == nil || resp.Status != 422 || !strings.Contains(string(resp.Body), "VALIDATION_ERROR") {
		t.Errorf("got %v, %v", resp, err)
	}
	var out any
	resp, err = w.Do(t.Context(), "GET", "/x", nil, &out)
	if !errors.Is(err, client.Unreadable) || resp == nil || string(resp.Body) != "text" {
		t.Errorf("got %v, %v", resp, err)
	}
}

func TestDoSendsRawBytesUnchanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{}`)})
	for _, body := range []any{[]byte(`{"broken`), json.RawMessage(`{"a":1,"a":2} x`)} {
		if _, err := w.Do(t.Context(), "POST", "/x", body, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.requests(); got[0].body != `{"broken` || got[1].body != `{"a":1,"a":2} x` {
		t.Errorf("sent %q and %q", got[0].body, got[1].body)
	}
}

func TestAnswerIsReadUpTo64MiB(t *testing.T) {
	t.Parallel()
	const limit = 64 << 20
	chunk := bytes.Repeat([]byte(" "), 1<<20)
	for name, c := range map[string]struct {
		size int
		ok   bool
	}{"at the bound": {limit, true}, "over it": {limit + 1, false}} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for left := c.size; left > 0; left -= len(chunk) {
				w.Write(chunk[:min(left, len(chunk))])
			}
		}))
		resp, err := client.New(server.URL, testKey).Do(t.Context(), "GET", "/x", nil, nil)
		server.Close()
		if (err == nil) != c.ok || len(resp.Body) != limit {
			t.Errorf("%s: %d bytes, %v", name, len(resp.Body), err)
		}
		if !c.ok && (!errors.Is(err, client.Unreadable) || !strings.Contains(err.Error(), "67108864 bytes")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func quota(remaining string) map[string]string {
	return map[string]string{
		"X-RateLimit-Limit-Hour": "1000", "X-RateLimit-Remaining-Hour": remaining,
		"X-RateLimit-Limit-Month": "10000", "X-RateLimit-Remaining-Month": "9000", "X-RateLimit-Reset-Hour": "1767225600",
	}
}

func TestRateIsReportedByTheCallTheClientAndTheResponse(t *testing.T) {
	t.Parallel()
	refused := refusal(404, client.NotFound)
	refused.header = quota("41")
	w := newWorld(t, []answer{{status: 200, body: `{"data":[]}`, header: quota("42")}, refused, ok(`{"data":[]}`)})
	if _, told := w.Rate(); told {
		t.Error("a rate before the first answer")
	}
	var rate client.Rate
	ctx := client.WithRate(t.Context(), &rate)
	if _, err := w.Projects(ctx); err != nil {
		t.Fatal(err)
	}
	want := client.Rate{LimitHour: 1000, RemainingHour: 42, LimitMonth: 10000, RemainingMonth: 9000, ResetHour: time.Unix(1767225600, 0).UTC()}
	if last, told := w.Rate(); !told || last != want || rate != want {
		t.Errorf("got %+v and %+v", last, rate)
	}
	resp, _ := w.Do(ctx, "GET", "/projects/p", nil, nil) // error responses report the quota too
	if own, told := resp.Rate(); !told || own.RemainingHour != 41 || rate.RemainingHour != 41 {
		t.Errorf("got %+v and %+v", own, rate)
	}
	resp, _ = w.Do(ctx, "GET", "/projects", nil, nil) // a response without the headers
	if _, told := resp.Rate(); told || rate.RemainingHour != 41 {
		t.Errorf("missing headers were read as %+v", rate)
	}
}

func TestIncompleteRateIsNotReported(t *testing.T) {
	t.Parallel()
	for name := range quota("1") {
		part := quota("1")
		part[name] = "many"
		w := newWorld(t, []answer{{status: 200, body: `{}`, header: part}})
		if _, err := w.Do(t.Context(), "GET", "/x", nil, nil); err != nil {
			t.Fatal(err)
		}
		if rate, told := w.Rate(); told {
			t.Errorf("without %s: %+v", name, rate)
		}
	}
}

func TestOneClientServesManyGoroutines(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 200, body: `{"data":[]}`, header: quota("1")}})
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			var rate client.Rate
			if _, err := w.Projects(client.WithRate(t.Context(), &rate)); err != nil || rate.RemainingHour != 1 {
				t.Errorf("%v, %+v", err, rate)
			}
			w.Rate()
		})
	}
	group.Wait()
	w.wantRequests(t, 20)
}

func TestNilHTTPClientChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[]}`)})
	if _, err := client.New(w.url, testKey, client.WithHTTPClient(nil)).Projects(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestCallersHTTPClientIsNotChanged(t *testing.T) {
	t.Parallel()
	own := &http.Client{Timeout: time.Second}
	client.New("http://127.0.0.1:1", testKey, client.WithHTTPClient(own))
	if own.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}
