package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
)

// behaviour is a way to hold a connection open without doing much with it. A client that is cut off connects again.
type behaviour struct {
	name    string
	clients int
	flags   []string
	hold    func(o *office, conn net.Conn) error // returns when the client is cut off
}

func behaviours() []behaviour {
	return []behaviour{
		{"idle connections", 2000, nil, (*office).holdIdle},
		{"slow headers", 300, nil, (*office).sendSlowHeaders},
		{"slow bodies", 120, []string{"--max-in-flight", "32"}, (*office).sendSlowBody},
		{"slow large bodies", 200, []string{"--max-in-flight", "64"}, (*office).sendSlowLargeBody},
		{"slow large bodies of pages", 200, []string{"--max-in-flight", "256"}, (*office).sendSlowLargePageBody},
		{"slow bodies of pages", 60, []string{"--max-in-flight", "64"}, (*office).sendSlowPageBody},
		{"slow bodies that nobody wants", 120, []string{"--max-in-flight", "32"}, (*office).sendUnwantedBody},
		{"slow readers of long lists", 40, nil, readSlowly("/api/v1/tickets?project=")},
		{"slow readers of pages", 60, []string{"--max-in-flight", "64"}, readSlowly("/dash/projects/*/cards?")},
		{"slow readers of files", 6, nil, readSlowly("/dash/projects/*/export/tickets.csv?")},
		{"live streams", 20, []string{"--max-in-flight", "16"}, readSlowly("/dash/projects/*/events?")},
	}
}

// Wherever slow clients could occupy the slots for concurrent requests, there are more clients than slots.
func TestSlowAndIdleClientsHarmNobodyElse(t *testing.T) {
	t.Parallel()
	for _, b := range behaviours() {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			mustSpareOthers(t, mustOffice(t, dbtest.SQLite(t), 1500, b.flags...), b)
		})
	}
}

func mustSpareOthers(t *testing.T, o *office, b behaviour) {
	t.Helper()
	before := connections(t, o.node.Pid())
	ctx, cancel := context.WithTimeout(context.Background(), lasting(4*time.Second))
	defer cancel()
	var all sync.WaitGroup
	var came atomic.Int64
	for i := range b.clients {
		all.Go(func() {
			pause(ctx, 2*time.Second*time.Duration(i)/time.Duration(b.clients)) // so that no client is refused because all of them arrive at the same time
			if o.misbehave(ctx, b) > 0 {
				came.Add(1)
			}
		})
	}
	machine := watchMachine(t, o.node.Pid())
	var reads, writes, pages, lists times
	all.Go(func() { o.behave(ctx, t, "/api/v1/tickets/"+o.tickets[0], &reads) })
	all.Go(func() { o.behave(ctx, t, "/api/v1/tickets?per_page=10&project="+o.project, &reads) })
	all.Go(func() { o.behave(ctx, t, "/dash/projects/"+o.project, &pages) })
	all.Go(func() { o.write(ctx, t, &writes) })
	all.Go(func() { o.readList(ctx, t, &lists) })
	grown := o.watchMemory(ctx, t)
	all.Wait()
	factor := machine.factor(t)
	for name, took := range map[string]*times{"reads": &reads, "pages": &pages, "writes": &writes, "long lists": &lists} {
		t.Logf("%s: %s", name, took)
		if took.count() == 0 || took.at(0.99) > longer(admittedBound, factor) {
			t.Errorf("%s beside %s: p99 of %d is %s", name, b.name, took.count(), took.at(0.99))
		}
	}
	if came.Load() < int64(b.clients) {
		t.Errorf("%s: only %d of %d clients connected: is the limit on open files too low?", b.name, came.Load(), b.clients)
	}
	if grown > growthBound {
		t.Errorf("the process grew by %d MiB", grown)
	}
	mustBeQuiet(t, o.node)
	mustLetGo(t, o, before)
}

// mustLetGo waits until the server has closed the connections of the clients that have left.
func mustLetGo(t *testing.T, o *office, before int) {
	t.Helper()
	o.api.HTTP.CloseIdleConnections()
	now := connections(t, o.node.Pid())
	for end := time.Now().Add(time.Minute); now > before+20 && time.Now().Before(end); now = connections(t, o.node.Pid()) {
		time.Sleep(50 * time.Millisecond)
	}
	if now > before+20 {
		t.Errorf("%d connections are still open; there were %d before", now, before)
	}
}

// write changes a ticket repeatedly; every change must be accepted.
func (o *office) write(ctx context.Context, t *testing.T, took *times) {
	t.Helper()
	for i := 0; ctx.Err() == nil; i++ {
		began := time.Now()
		a, err := o.api.Do(context.WithoutCancel(ctx), "PUT", "/api/v1/tickets/"+o.tickets[1], map[string]any{"story_points": i % 100})
		if err != nil || a.Status != 200 {
			t.Errorf("a write: %d %v %s", a.Status, err, a.Body)
			return
		}
		took.add(time.Since(began))
		pause(ctx, 10*time.Millisecond)
	}
}

// readList reads a long list repeatedly as the colleague; it must always arrive completely.
func (o *office) readList(ctx context.Context, t *testing.T, took *times) {
	t.Helper()
	for ctx.Err() == nil {
		began := time.Now()
		a, err := o.mate.Do(context.WithoutCancel(ctx), "GET", "/api/v1/tickets?project="+o.project, nil)
		if err != nil || a.Status != 200 || !bytes.Contains(a.Body, []byte(`"meta":{"total":1500}`)) {
			t.Errorf("a long list: %d %v, %d bytes", a.Status, err, len(a.Body))
			return
		}
		took.add(time.Since(began))
		pause(ctx, 200*time.Millisecond)
	}
}

// misbehave opens connections, one after the other, and holds each according to the behaviour until the time is up. It returns
// the number of connections.
func (o *office) misbehave(ctx context.Context, b behaviour) (held int) {
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", o.address())
		if err != nil {
			pause(ctx, 10*time.Millisecond)
			continue
		}
		held++
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_ = b.hold(o, conn) // being cut off is expected
		stop()
		_ = conn.Close()
		pause(ctx, 10*time.Millisecond)
	}
	return held
}

func (o *office) holdIdle(conn net.Conn) error {
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, conn)
	return err
}

func (o *office) sendSlowHeaders(conn net.Conn) error {
	return drip(conn, "GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nX-Long: "+strings.Repeat("x", 10_000))
}

func (o *office) sendSlowBody(conn net.Conn) error {
	_, err := fmt.Fprintf(conn, "PUT /api/v1/tickets/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 10000\r\n\r\n", o.tickets[2], o.api.Key)
	if err != nil {
		return err
	}
	return drip(conn, `{"title":"`+strings.Repeat("x", 9980)+`"}`)
}

// sendUnwantedBody sends a body with a GET request whose response is longer than net/http's buffer.
func (o *office) sendUnwantedBody(conn net.Conn) error {
	_, err := fmt.Fprintf(conn, "GET /api/v1/tickets?per_page=40&project=%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 10000\r\n\r\n", o.project, o.api.Key)
	if err != nil {
		return err
	}
	return drip(conn, strings.Repeat(" ", 10000))
}

// sendSlowLargeBody sends a body of nearly the maximum size: most of it immediately, and the rest slowly.
func (o *office) sendSlowLargeBody(conn net.Conn) error {
	_, err := fmt.Fprintf(conn, "PUT /api/v1/tickets/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 1000000\r\n\r\n", o.tickets[2], o.api.Key)
	if err != nil {
		return err
	}
	return sendMost(conn)
}

// sendSlowLargePageBody is like sendSlowLargeBody, but sends the body to the dashboard, without being signed in.
func (o *office) sendSlowLargePageBody(conn net.Conn) error {
	if _, err := io.WriteString(conn, "POST /dash/session HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"); err != nil {
		return err
	}
	return sendMost(conn)
}

func sendMost(conn net.Conn) error {
	if _, err := io.WriteString(conn, `{"title":"`+strings.Repeat("x", 990_000)); err != nil {
		return err
	}
	return drip(conn, strings.Repeat("x", 1000))
}

func (o *office) sendSlowPageBody(conn net.Conn) error {
	_, err := fmt.Fprintf(conn, "POST /dash/session HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n")
	if err != nil {
		return err
	}
	return drip(conn, `{"email":"`+strings.Repeat("x", 9980)+`"}`)
}

// drip sends text one byte at a time, ten bytes a second.
func drip(conn net.Conn, text string) error {
	for i := range len(text) {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil
}

// readSlowly requests a long response and reads up to 1,000 bytes of it ten times a second. A star in the path is replaced with
// the project's uuid, which is also appended to a path that ends with an equals sign.
func readSlowly(path string) func(*office, net.Conn) error {
	return func(o *office, conn net.Conn) error {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(4096)
		}
		at := strings.ReplaceAll(path, "*", o.project)
		if strings.HasSuffix(at, "=") {
			at += o.project
		}
		piece := make([]byte, 1000)
		o.turns <- struct{}{}
		_, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nCookie: %s\r\n\r\n", at, o.api.Key, o.cookie)
		if err == nil {
			_, err = conn.Read(piece) // the server has done its work; from here on, the client only reads slowly
		}
		<-o.turns
		for ; err == nil; time.Sleep(100 * time.Millisecond) {
			_, err = conn.Read(piece)
		}
		return err
	}
}
