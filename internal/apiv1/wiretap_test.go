package apiv1_test

import (
	"encoding/binary"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"earnest/internal/db/dbtest"
)

// wireTap is a proxy in front of PostgreSQL that records each round trip, that is, each time a client waits for the server.
type wireTap struct {
	url string

	mu    sync.Mutex
	waits []string
}

func newWireTap(t *testing.T, target string) *wireTap {
	t.Helper()
	p := &wireTap{}
	address := dbtest.MustFront(t, target, p.serve)
	query := address.Query()
	query.Set("sslmode", "disable") // so that the messages can be read
	address.RawQuery = query.Encode()
	p.url = address.String()
	return p
}

// start clears the record; stop returns everything recorded since.
func (p *wireTap) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waits = nil
}

func (p *wireTap) stop() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.waits...)
}

// serve relays data in both directions. A client's first message has no type byte.
func (p *wireTap) serve(client net.Conn, host string) {
	defer client.Close()
	server, err := net.Dial("tcp", host)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
	for kind := 0; ; kind = 1 {
		head := make([]byte, kind+4)
		if _, err := io.ReadFull(client, head); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head[kind:])-4)
		if _, err := io.ReadFull(client, body); err != nil {
			return
		}
		if kind == 1 {
			p.note(head[0], body)
		}
		if _, err := server.Write(slices.Concat(head, body)); err != nil {
			return
		}
	}
}

// note records each message that makes a client wait: Sync, Flush, or a simple query, recorded by its text.
func (p *wireTap) note(kind byte, body []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch kind {
	case 'S', 'H':
		p.waits = append(p.waits, "sync")
	case 'Q':
		p.waits = append(p.waits, string(body[:len(body)-1]))
	}
}
