package server_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/internal/server"
	"earnest/web"
)

// world is a running server on a real socket.
type world struct {
	*apitest.World
	Server *server.Server
	Addr   string
	Log    *safeBuffer
	stop   context.CancelFunc
	ended  chan error
}

func mustServe(t *testing.T, adjust func(*server.Options)) *world {
	t.Helper()
	return mustServeOn(t, dbtest.SQLite(t), adjust)
}

// mustServeDash serves the API and the dashboard, which write to the same log.
func mustServeDash(t *testing.T) *world {
	t.Helper()
	inner := apitest.New(t, dbtest.SQLite(t), nil)
	return mustServeWorld(t, inner, apiv1.Options{}, func(o *server.Options) { o.Dash = dash.New(inner.App, dash.Options{Log: o.Log}) })
}

func mustServeOn(t *testing.T, url string, adjust func(*server.Options)) *world {
	t.Helper()
	return mustServeWorld(t, apitest.New(t, url, nil), apiv1.Options{}, adjust)
}

// mustServeWorld serves an existing world with its own API.
func mustServeWorld(t *testing.T, inner *apitest.World, api apiv1.Options, adjust func(*server.Options)) *world {
	t.Helper()
	w := &world{World: inner, Log: &safeBuffer{}, ended: make(chan error, 1)}
	log := slog.New(server.LogHandler(slog.NewJSONHandler(w.Log, nil)))
	api.Log = log
	opt := server.Options{
		Log:             log,
		Version:         "test",
		API:             apiv1.New(inner.App, api),
		Web:             web.Plain(),
		Ready:           inner.App.Ready,
		ShutdownTimeout: 10 * time.Second,
	}
	if adjust != nil {
		adjust(&opt)
	}
	w.Server = server.New(opt)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.Addr = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	go func() { w.ended <- w.Server.Run(ctx, listener) }()
	t.Cleanup(func() { cancel(); <-w.ended })
	return w
}

// mustStop stops the server. It puts a value back into the channel, because the cleanup waits for one too.
func (w *world) mustStop(t *testing.T) {
	t.Helper()
	w.stop()
	err := <-w.ended
	w.ended <- nil
	if err != nil {
		t.Errorf("Run: %v", err)
	}
}

type answer struct {
	Status int
	Header http.Header
	Body   string
}

// mustBegin opens a raw connection and sends some bytes.
func (w *world) mustBegin(t *testing.T, text string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", w.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	tcp, _ := conn.(*net.TCPConn)
	return tcp
}

// mustSend sends a request target exactly as written, which http.Client would not do.
func (w *world) mustSend(t *testing.T, method, target string, headers ...string) answer {
	t.Helper()
	lines := append([]string{method + " " + target + " HTTP/1.1", "Host: " + w.Addr, "Connection: close"}, headers...)
	conn := w.mustBegin(t, strings.Join(lines, "\r\n")+"\r\n\r\n")
	r, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{r.StatusCode, r.Header, string(body)}
}

// safeBuffer is a log that can be read while it is being written.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// mustSay waits until the log contains the text, because a request is logged only after its response.
func (b *safeBuffer) mustSay(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(b.String(), text) {
			return
		}
	}
	t.Fatalf("the log does not say %q:\n%s", text, b)
}
