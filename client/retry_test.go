package client_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
)

func TestWhatIsRetried(t *testing.T) {
	t.Parallel()
	page := func(status int) answer { return answer{status: status, body: "<html>"} }
	again, once := 4, 1
	for _, c := range []struct {
		name             string
		answer           answer
		safe, patchCount int
	}{
		{"429 of the service", refusal(429, client.RateLimitExceeded, "Retry-After", "1"), again, again},
		{"503 of the service", refusal(503, client.ServiceUnavailable, "Retry-After", "1"), again, again},
		{"503 without Retry-After", refusal(503, client.ServiceUnavailable), again, again},
		{"429 of a gateway", page(429), again, once},
		{"502 of a gateway", page(502), again, once},
		{"503 of a gateway", page(503), again, once},
		{"504 of a gateway", page(504), again, once},
		{"a lost connection", answer{cut: true}, again, once},
		{"500", refusal(500, client.InternalError), once, once},
		{"422", refusal(422, client.ValidationError), once, once},
		{"404", refusal(404, client.NotFound), once, once},
		{"401", refusal(401, client.InvalidAPIKey), once, once},
		{"a page with 200", page(200), once, once},
		{"a redirect", page(302), once, once},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"} {
				want := c.safe
				switch {
				case method == "PATCH":
					want = c.patchCount
				case method == "POST" && c.answer.status == 500:
					want = again // it has a key
				}
				w := newWorld(t, []answer{c.answer})
				var out any
				if _, err := w.Do(t.Context(), method, "/x", nil, &out); err == nil && method != "HEAD" {
					t.Errorf("%s: no error", method)
				}
				if n := len(w.requests()); n != want {
					t.Errorf("%s: %d attempts, want %d", method, n, want)
				}
			}
		})
	}
}

func TestRetryAfterIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{
		refusal(429, client.RateLimitExceeded, "Retry-After", "2"),
		refusal(503, client.ServiceUnavailable, "Retry-After", "30"),
		ok(`{"data":[]}`),
	})
	if _, err := w.Projects(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{2 * time.Second, 30 * time.Second}; !slices.Equal(w.waits, want) {
		t.Errorf("waited %v, want %v", w.waits, want)
	}
}

func TestRetryAfterMayBeADate(t *testing.T) {
	t.Parallel()
	soon := time.Now().Add(20 * time.Second).UTC().Format(http.TimeFormat)
	w := newWorld(t, []answer{refusal(503, client.ServiceUnavailable, "Retry-After", soon), ok(`{"data":[]}`)})
	if _, err := w.Projects(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.waits[0]; got < 15*time.Second || got > 20*time.Second {
		t.Errorf("waited %v", got)
	}
}

func TestRetryAfterInThePastIsNone(t *testing.T) {
	t.Parallel()
	past := time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat)
	w := newWorld(t, []answer{refusal(503, client.ServiceUnavailable, "Retry-After", past)}, client.WithRetry(1, time.Minute))
	_, err := w.Projects(t.Context())
	if e, ok := errors.AsType[*client.Error](err); !ok || e.RetryAfter != 0 {
		t.Errorf("got %#v", err)
	}
	if len(w.waits) != 1 || w.waits[0] > time.Second {
		t.Errorf("waited %v", w.waits)
	}
}

func TestTooLongARetryAfterFailsAtOnce(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"31", "2592000", "18446744073709551615"} {
		w := newWorld(t, []answer{refusal(429, client.RateLimitExceeded, "Retry-After", after)})
		_, err := w.Projects(t.Context())
		e, ok := errors.AsType[*client.Error](err)
		if !ok || e.RetryAfter < 31*time.Second {
			t.Errorf("Retry-After %s: got %v", after, err)
		}
		w.wantRequests(t, 1)
	}
}

func TestRetriesAreBounded(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 1, 5} {
		w := newWorld(t, []answer{refusal(503, client.ServiceUnavailable)}, client.WithRetry(n, time.Minute))
		resp, err := w.Do(t.Context(), "GET", "/projects", nil, nil)
		if !errors.Is(err, client.ServiceUnavailable) {
			t.Errorf("got %v", err)
		}
		want := max(n, 0) + 1
		w.wantRequests(t, want)
		if resp.Attempts != want {
			t.Errorf("the response tells %d attempts, want %d", resp.Attempts, want)
		}
	}
}

func TestBackoffGrowsWithJitterUpToItsBound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{cut: true}}, client.WithRetry(9, 3*time.Second))
	_, err := w.Projects(t.Context())
	if !errors.Is(err, client.Unreachable) {
		t.Fatalf("got %v", err)
	}
	for n, wait := range w.waits {
		low, high := 100*time.Millisecond<<n, 200*time.Millisecond<<n
		if n >= 5 {
			low, high = 2500*time.Millisecond, 5*time.Second
		}
		if wait < min(low, 3*time.Second) || wait > min(high, 3*time.Second) {
			t.Errorf("wait %d is %v, want %v to %v", n, wait, low, high)
		}
	}
	if len(w.waits) != 9 {
		t.Errorf("%d waits", len(w.waits))
	}
}

func TestBodyIsSentAgainWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{refusal(503, client.ServiceUnavailable), refusal(429, client.RateLimitExceeded), {status: 201, body: `{"data":{"uuid":"u"}}`}})
	title := strings.Repeat("long ", 10_000)
	if _, err := w.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: "p", Title: title}); err != nil {
		t.Fatal(err)
	}
	w.wantRequests(t, 3)
	for n, r := range w.requests() {
		if want := `{"project_uuid":"p","title":"` + title + `"}`; r.body != want {
			t.Errorf("attempt %d sent %d bytes, want %d", n, len(r.body), len(want))
		}
	}
}

func TestCancellingEndsTheWait(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(503)
		w.Write([]byte(`{"error":{"code":"SERVICE_UNAVAILABLE","message":"later"}}`))
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := client.New(server.URL, testKey).Projects(ctx) // with the real wait between attempts
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, client.ServiceUnavailable) {
		t.Errorf("got %v, want both the end of the wait and its reason", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestRealWaitPassesBeforeTheNextAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{refusal(503, client.ServiceUnavailable, "Retry-After", "1"), ok(`{"data":[]}`)})
	start := time.Now()
	if _, err := client.New(w.url, testKey).Projects(t.Context()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < time.Second {
		t.Errorf("took only %v", took)
	}
}

func TestConnectionRefusedIsUnreachable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{cut: true}, {cut: true}, ok(`{"data":[]}`)})
	if _, err := w.Projects(t.Context()); err != nil {
		t.Errorf("two lost connections were not survived: %v", err)
	}
	_, err := client.New("http://127.0.0.1:1", testKey, client.WithRetry(0, 0)).Projects(t.Context())
	e, ok := errors.AsType[*client.Error](err)
	if !ok || e.Code != client.Unreachable || e.Status != 0 || errors.Unwrap(e) == nil {
		t.Errorf("got %#v", err)
	}
}

func TestHalfAnAnswerIsTriedAgain(t *testing.T) {
	t.Parallel()
	var count atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if count.Add(1) == 1 {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte(`{"data":[`))
			return
		}
		w.Write([]byte(`{"data":[]}`))
	}))
	t.Cleanup(server.Close)
	if _, err := client.New(server.URL, testKey).Projects(t.Context()); err != nil || count.Load() != 2 {
		t.Errorf("%d attempts, %v", count.Load(), err)
	}
}

func TestUntrustedCertificateIsNotRetried(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	waits := 0
	c := client.New(server.URL, testKey, client.WithSleep(func(context.Context, time.Duration) error { waits++; return nil }))
	if _, err := c.Projects(t.Context()); !errors.Is(err, client.Unreachable) || waits != 0 {
		t.Errorf("%d waits, %v", waits, err)
	}
}
