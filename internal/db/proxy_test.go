package db_test

import (
	"bytes"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"earnest/internal/db/dbtest"
)

// commitEater is a proxy in front of PostgreSQL that, while eat is set, forwards a commit and then cuts the connection before the
// response.
type commitEater struct {
	url string
	eat atomic.Bool
}

func newCommitEater(t *testing.T, target string) *commitEater {
	t.Helper()
	p := &commitEater{}
	address := dbtest.MustFront(t, target, p.serve)
	p.url = address.String()
	return p
}

func (p *commitEater) serve(client net.Conn, host string) {
	server, err := net.Dial("tcp", host)
	if err != nil {
		_ = client.Close()
		return
	}
	var silent atomic.Bool
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			n, err := server.Read(buffer)
			if err != nil || silent.Load() {
				break
			}
			if _, err := client.Write(buffer[:n]); err != nil {
				break
			}
		}
		_ = client.Close()
	}()
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			break
		}
		if p.eat.Load() && bytes.Contains(bytes.ToLower(buffer[:n]), []byte("commit\x00")) {
			silent.Store(true)
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			break
		}
	}
	_, _ = io.Copy(io.Discard, client)
	_ = server.Close()
}
