package load

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// patience is how long a response may take before it counts as missing.
const patience = 30 * time.Second

// letter is a request split into parts, so that each part can be made wrong.
type letter struct {
	method, target string
	version        string // HTTP/1.1 by default
	headers        []header
	members        []member // of the JSON object that is sent if body is nil
	body           []byte
	hasBody        bool
	chunked        bool
	raw            []byte // replaces all of the above; it need not be HTTP
	tail           bool   // close the connection for writing after the request

	op    *operation // the operation for which the request was generated
	how   []string   // the mutations applied; if there are none, the request is meant to succeed
	about thing      // the object that the request is for, or in which it creates something
}

type header struct{ name, value string }

// member is a member of a JSON object; its value is text that need not be valid JSON.
type member struct{ name, value string }

// set replaces a header.
func (l *letter) set(name, value string) {
	l.drop(name)
	l.headers = append(l.headers, header{name, value})
}

func (l *letter) drop(name string) {
	kept := l.headers[:0]
	for _, h := range l.headers {
		if !strings.EqualFold(h.name, name) {
			kept = append(kept, h)
		}
	}
	l.headers = kept
}

// content returns the body as it is sent.
func (l *letter) content() []byte {
	if l.body != nil || !l.hasBody {
		return l.body
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range l.members {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoted(m.name) + ":" + m.value)
	}
	out.WriteByte('}')
	return out.Bytes()
}

// bytes returns the request as it is sent.
func (l *letter) bytes() []byte {
	if l.raw != nil {
		return l.raw
	}
	version := l.version
	if version == "" {
		version = "HTTP/1.1"
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %s %s\r\n", l.method, l.target, version)
	for _, h := range l.headers {
		fmt.Fprintf(&out, "%s: %s\r\n", h.name, h.value)
	}
	content := l.content()
	switch {
	case l.chunked:
		out.WriteString("Transfer-Encoding: chunked\r\n\r\n")
		writeChunks(&out, content)
		return out.Bytes()
	case l.hasBody && !l.says("Content-Length"):
		fmt.Fprintf(&out, "Content-Length: %d\r\n", len(content))
	}
	out.WriteString("\r\n")
	out.Write(content)
	return out.Bytes()
}

func (l *letter) says(name string) bool {
	for _, h := range l.headers {
		if strings.EqualFold(h.name, name) {
			return true
		}
	}
	return false
}

func writeChunks(out *bytes.Buffer, content []byte) {
	for len(content) > 0 {
		n := min(len(content), 1000)
		fmt.Fprintf(out, "%x\r\n%s\r\n", n, content[:n])
		content = content[n:]
	}
	out.WriteString("0\r\n\r\n")
}

// reply is a response that has been read completely.
type reply struct {
	*http.Response
	text []byte
}

// wire is one client's connection, which is reopened after it has been closed.
type wire struct {
	address string
	conn    net.Conn
	in      *bufio.Reader
}

// errSilent means that the server closed the connection without a response.
var errSilent = errors.New("closed without an answer")

// send sends a request and reads the response. If a kept connection turns out to have been closed because of an earlier request,
// the request is sent again over a new one.
func (w *wire) send(l *letter) (reply, error) {
	kept := w.conn != nil
	r, err := w.try(l)
	if kept && errors.Is(err, errSilent) {
		return w.try(l)
	}
	return r, err
}

func (w *wire) try(l *letter) (reply, error) {
	if err := w.open(); err != nil {
		return reply{}, err
	}
	_ = w.conn.SetDeadline(time.Now().Add(patience))
	text := l.bytes()
	_, sent := w.conn.Write(text) // even after an error, there may be a response
	if tcp, ok := w.conn.(*net.TCPConn); ok && l.tail {
		_ = tcp.CloseWrite()
	}
	r, err := w.read(l)
	if err != nil || r.Close || sent != nil || l.last() {
		w.close()
	}
	return r, err
}

// last reports whether the connection must be closed after a request, because the request may not end where it claims to.
func (l *letter) last() bool {
	return l.tail || l.raw != nil || slices.Contains(l.how, "framing") || slices.Contains(l.how, "header")
}

func (w *wire) open() error {
	if w.conn != nil {
		return nil
	}
	conn, err := net.DialTimeout("tcp", w.address, patience)
	if err != nil {
		return err
	}
	w.conn, w.in = conn, bufio.NewReader(conn)
	return nil
}

func (w *wire) read(l *letter) (reply, error) {
	if _, err := w.in.Peek(1); err != nil {
		if isTimeout(err) {
			return reply{}, fmt.Errorf("no answer in time: %w", err)
		}
		return reply{}, errSilent
	}
	for begun := false; ; begun = true {
		r, err := http.ReadResponse(w.in, &http.Request{Method: l.method})
		if begun && errors.Is(err, io.ErrUnexpectedEOF) {
			return reply{}, errSilent // after a 100 Continue, the client sent nothing more
		}
		if err != nil {
			return reply{}, fmt.Errorf("the answer is no HTTP: %w", err)
		}
		if r.StatusCode == http.StatusContinue {
			continue
		}
		text, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err == nil && len(text) > 0 && r.Header.Get("Content-Encoding") == "gzip" {
			text, err = unpacked(text)
		}
		return reply{r, text}, err
	}
}

// unpacked decodes a response that was compressed with gzip, which is the only coding that the requests ask for.
func unpacked(text []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}
