package server_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"earnest/internal/server"
)

// slow is a handler that responds only when released.
type slow struct{ entered, leave chan struct{} }

func newSlow() *slow { return &slow{make(chan struct{}), make(chan struct{})} }

func (s *slow) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	close(s.entered)
	<-s.leave
	_, _ = w.Write([]byte("finished"))
}

func TestAStopFinishesRunningRequestsAndAcceptsNoMore(t *testing.T) {
	t.Parallel()
	handler := newSlow()
	w := mustServe(t, func(opt *server.Options) { opt.Web = handler })
	answers := make(chan answer, 1)
	go func() { answers <- w.mustSend(t, "GET", "/slow") }()
	<-handler.entered
	w.stop()
	w.Log.mustSay(t, `"msg":"stopping"`)
	mustRefuse(t, w.Addr)
	ready := httptest.NewRecorder()
	w.Server.Handler().ServeHTTP(ready, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if ready.Code != http.StatusServiceUnavailable {
		t.Errorf("readyz says %d while the server stops", ready.Code)
	}
	select {
	case <-w.ended:
		t.Fatal("the server ended before its request")
	case <-time.After(50 * time.Millisecond):
	}
	close(handler.leave)
	if got := <-answers; got.Status != 200 || got.Body != "finished" {
		t.Errorf("%d %q", got.Status, got.Body)
	}
	w.mustStop(t)
}

// A load balancer gets a 503 from /readyz, while the requests that it still sends are served.
func TestADrainKeepsServingWhileReadyzReturns503(t *testing.T) {
	t.Parallel()
	const drain = 3 * time.Second
	w := mustServe(t, func(opt *server.Options) { opt.Drain = drain })
	key := w.MustPerson(t, "ada").Key
	if got := w.mustSend(t, "GET", "/readyz"); got.Status != http.StatusOK {
		t.Fatalf("readyz says %d before the stop", got.Status)
	}
	began := time.Now()
	w.stop()
	w.Log.mustSay(t, `"msg":"draining"`)
	if got := w.mustSend(t, "GET", "/readyz"); got.Status != http.StatusServiceUnavailable {
		t.Errorf("readyz says %d in the drain", got.Status)
	}
	if got := w.mustSend(t, "GET", "/api/v1/projects", "Authorization: Bearer "+key); got.Status != http.StatusOK {
		t.Errorf("the API says %d in the drain", got.Status)
	}
	w.mustStop(t)
	if took := time.Since(began); took < drain {
		t.Errorf("the drain took only %s", took)
	}
	mustRefuse(t, w.Addr)
}

// mustRefuse waits until nothing listens on an address.
func mustRefuse(t *testing.T, addr string) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return
		}
		_ = conn.Close()
	}
	t.Errorf("%s still accepts", addr)
}

func TestAStopWaitsNoLongerThanItsTimeout(t *testing.T) {
	t.Parallel()
	handler := newSlow()
	w := mustServe(t, func(opt *server.Options) { opt.Web, opt.ShutdownTimeout = handler, 100*time.Millisecond })
	conn, err := net.Dial("tcp", w.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = conn.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	<-handler.entered
	began := time.Now()
	w.mustStop(t)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
	if !strings.Contains(w.Log.String(), "cut short") {
		t.Errorf("the log does not tell that a request was cut short:\n%s", w.Log)
	}
	close(handler.leave)
}

// A server that can no longer store anything neither drains nor waits for slow requests.
func TestABrokenDatabaseEndsTheServerSoon(t *testing.T) {
	t.Parallel()
	for name, draining := range map[string]bool{"serving": false, "draining": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			handler, broken := newSlow(), make(chan struct{})
			w := mustServe(t, func(opt *server.Options) {
				opt.Web, opt.Broken, opt.Drain, opt.ShutdownTimeout = handler, broken, time.Hour, time.Hour
			})
			go func() { _, _ = http.Get("http://" + w.Addr + "/slow") }()
			<-handler.entered
			if draining {
				w.stop()
				w.Log.mustSay(t, `"msg":"draining"`)
			}
			close(broken)
			select {
			case err := <-w.ended:
				w.ended <- err
			case <-time.After(30 * time.Second):
				t.Error("it goes on")
			}
			close(handler.leave)
		})
	}
}

func TestAListenerThatFailsEndsTheServerWithItsError(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	if err := server.New(server.Options{ShutdownTimeout: time.Second}).Run(t.Context(), listener); err == nil {
		t.Error("no error")
	}
}
