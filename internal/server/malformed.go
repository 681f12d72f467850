package server

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"earnest/internal/apiv1"
)

const (
	// lingerTime and lingerBytes bound what is still read after the last answer of a connection. One that is closed with something
	// unread is reset, and who was still sending would not read our answer.
	lingerTime  = time.Second
	lingerBytes = 1 << 20
	// mostAwaited is how much of a body that no handler wants is read so that the connection goes on. With a longer one net/http ends it
	// by itself.
	mostAwaited = 256 << 10
	// refusedTime and refusedBytes are the same as lingerTime and lingerBytes, for a body that is larger than any handler reads. Its sender has
	// the answer at once; many send all they have before they look for it.
	refusedTime  = 10 * time.Second
	refusedBytes = 16 << 20
)

// ownRefusal is how net/http goes on after the status line when it refuses a request before any handler has seen it.
// What handlers write has a date first.
const ownRefusal = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// expectation is how net/http refuses an Expect header it does not know, after the version.
const expectation = "417 Expectation Failed\r\n"

// Malformed answers what net/http cannot read as a request, in bounded time; apiv1.API does.
type Malformed interface {
	Malformed(ctx context.Context, w http.ResponseWriter, remoteAddr string)
}

// ownAnswers makes every answer on a listener ours: net/http writes some refusals (400, 417, 431, 501, 505) straight to
// the connection, in plain text.
type ownAnswers struct {
	net.Listener
	answer Malformed
}

func (l ownAnswers) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return conn, nil
	}
	return &ownConn{TCPConn: tcp, answer: l.answer}, nil
}

// ownConn replaces net/http's own refusals. It embeds the connection for its half-close.
type ownConn struct {
	*net.TCPConn
	answer Malformed

	handled atomic.Bool // a handler answers: what it writes is left alone, whatever it looks like
	over    atomic.Bool // the answer that is on its way is the last: nothing more is read, and what was read is no request
}

func (c *ownConn) Read(p []byte) (int, error) {
	if c.over.Load() {
		if !c.handled.Load() { // else the answer is still to be written
			c.linger()
		}
		return 0, io.EOF
	}
	return c.TCPConn.Read(p)
}

type connKey struct{}

// withHandled notes on its connection that a handler answers from here on: a file may hold the very words of a refusal. What net/http
// takes for a request behind a body that was not read to its end is none.
func withHandled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connKey{}).(*ownConn); ok {
			if c.over.Load() {
				c.linger()
				panic(http.ErrAbortHandler)
			}
			c.handled.Store(true)
		}
		switch {
		case r.ContentLength == 0, r.Header.Get("Expect") != "":
			next.ServeHTTP(w, r)
		case r.ContentLength > apiv1.MaxBody:
			w.Header().Set("Connection", "close")
			serveWithBody(next, w, r)
		case r.ContentLength > mostAwaited && !r.Close:
			next.ServeHTTP(w, r)
		default:
			serveWithBody(next, w, r)
		}
	})
}

// serveWithBody sends an answer whose length is known as soon as the handler is done, and reads what it left of the body after that.
// net/http does it the other way round: it waits in the handler's own time, and for a client that never sends the rest until the
// connection times out.
func serveWithBody(next http.Handler, w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/1 has it
	body := &watchedBody{ReadCloser: r.Body}
	own := r.WithContext(r.Context()) // net/http looks at the body of r itself
	own.Body = body
	next.ServeHTTP(w, own)
	if !body.ended {
		readRest(w, r, body)
	}
}

// watchedBody knows whether it was read to its end.
type watchedBody struct {
	io.ReadCloser

	ended bool
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err == io.EOF
	return n, err
}

// readRest sends the answer, if it can be sent before the handler is done, and reads what the handler left of the body: of a request
// that is the last of its connection a little, for the sake of the answer, of others all. If it does not come to its end the connection
// ends: what comes later, or was read already, must not be taken for a request.
func readRest(w http.ResponseWriter, r *http.Request, body *watchedBody) {
	c := http.NewResponseController(w)
	most, wait := awaited(r)
	if wait > 0 {
		_ = c.SetReadDeadline(time.Now().Add(wait))
	}
	if wait > 0 || w.Header()["Content-Length"] != nil { // else the end of the answer would be missing
		_ = c.Flush() // a client that went away needs no answer
	}
	_, _ = io.CopyN(io.Discard, body, most)
	if body.ended {
		return
	}
	conn, ok := r.Context().Value(connKey{}).(*ownConn)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn.over.Store(true)
	_ = body.Close() // while this handler runs: net/http would begin to read for the next request, and find itself reading
}

// awaited is how much is read of a body that its handler left, and for how long; 0: as long as any body may take.
func awaited(r *http.Request) (most int64, wait time.Duration) {
	switch {
	case r.ContentLength > apiv1.MaxBody:
		return refusedBytes, refusedTime
	case r.Close:
		return lingerBytes, lingerTime
	default:
		return mostAwaited + 1, 0
	}
}

// noteState learns that an answer was sent to its end: what is written next may be net/http's again.
func noteState(conn net.Conn, state http.ConnState) {
	if c, ok := conn.(*ownConn); ok && state == http.StateIdle {
		c.handled.Store(false)
	}
}

func (c *ownConn) Write(p []byte) (int, error) {
	switch {
	case c.handled.Load():
		return c.TCPConn.Write(p)
	case c.over.Load():
		c.linger()
		return 0, net.ErrClosed
	case !isOwnRefusal(p):
		return c.TCPConn.Write(p)
	}
	id := newID()
	page := &bufferedAnswer{header: http.Header{requestIDHeader: {id}}}
	c.answer.Malformed(context.WithValue(context.Background(), requestIDKey{}, id), page, c.RemoteAddr().String())
	if err := page.sendTo(c.TCPConn); err != nil {
		return 0, err
	}
	c.linger()
	return len(p), nil
}

// linger ends our side and reads on a little. net/http does not read after a refusal of its own: it closes.
func (c *ownConn) linger() {
	if c.CloseWrite() != nil || c.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return // the connection is gone
	}
	_, _ = io.CopyN(io.Discard, c.TCPConn, lingerBytes) // until the sender closes, at best
}

// ReadFrom copies through Write; the embedded connection's would pass it by.
func (c *ownConn) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, r)
}

// isOwnRefusal tells net/http's words from a handler's. Most answers are not errors, and end at the first comparison.
func isOwnRefusal(p []byte) bool {
	const status = len("HTTP/1.1 ")
	if len(p) <= status || p[status] != '4' && p[status] != '5' || !bytes.HasPrefix(p, []byte("HTTP/1.")) {
		return false
	}
	line := bytes.Index(p, []byte("\r\n"))
	return line > 0 && bytes.HasPrefix(p[line:], []byte(ownRefusal)) || bytes.HasPrefix(p[status:], []byte(expectation))
}

// bufferedAnswer holds an answer until it is sent as the last of its connection.
type bufferedAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *bufferedAnswer) Header() http.Header         { return b.header }
func (b *bufferedAnswer) WriteHeader(status int)      { b.status = status }
func (b *bufferedAnswer) Write(p []byte) (int, error) { return b.body.Write(p) }

func (b *bufferedAnswer) sendTo(w io.Writer) error {
	b.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	answer := http.Response{
		StatusCode:    b.status,
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        b.header,
		Body:          io.NopCloser(&b.body),
		ContentLength: int64(b.body.Len()),
		Close:         true,
	}
	return answer.Write(w)
}
