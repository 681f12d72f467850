package server

import (
	"io"
	"net/http"
	"time"
)

const (
	// restTime and restBytes limit how much of an unread body is read before the response. If all of it arrives, the connection can be reused.
	// net/http does the same without a time limit.
	restTime  = time.Second
	restBytes = 256 << 10
	// drainTime and drainBytes limit how much is read after the response on a connection that is about to close. Many clients send everything
	// before they read, and would otherwise see a reset.
	drainTime  = 10 * time.Second
	drainBytes = 16 << 20
)

// watchedBody is a request body that records whether it was read to the end.
type watchedBody struct {
	io.ReadCloser

	length int64 // -1 if unknown
	ended  bool
}

// watchBody wraps the body of a request, or returns nil if there is none. It modifies the request, which must therefore be a copy of
// net/http's own. A body that the client sends only after "100 Continue" is left alone, because reading it would ask the client to send it.
func watchBody(r *http.Request) *watchedBody {
	if r.ContentLength == 0 || r.Header.Get("Expect") != "" {
		return nil
	}
	body := &watchedBody{ReadCloser: r.Body, length: r.ContentLength}
	r.Body = body
	return body
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err == io.EOF
	return n, err
}

// skip reads the rest of a body before the response begins, if it is short and arrives soon. Otherwise, the response is the last one on its
// connection, because bytes that arrive later must not be parsed as a request.
func (b *watchedBody) skip(w http.ResponseWriter, patience time.Duration) {
	if b == nil || b.ended {
		return
	}
	if b.length <= restBytes {
		c := http.NewResponseController(w)
		_ = c.SetReadDeadline(time.Now().Add(restTime)) // not every writer supports it
		_, _ = io.CopyN(io.Discard, b, restBytes+1)
		_ = c.SetReadDeadline(time.Now().Add(patience))
	}
	if !b.ended {
		w.Header().Set("Connection", "close")
	}
}

// drain sends a response of known length, then reads the rest of the body, which the client may still be sending.
func (b *watchedBody) drain(w http.ResponseWriter) {
	if b == nil || b.ended || w.Header().Get("Content-Length") == "" {
		return
	}
	c := http.NewResponseController(w)
	_ = c.Flush() // a client that has disconnected needs no response
	_ = c.SetReadDeadline(time.Now().Add(drainTime))
	_, _ = io.CopyN(io.Discard, b, drainBytes)
}
