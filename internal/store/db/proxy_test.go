package db_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
)

// commitEater is a proxy before PostgreSQL that, while eat is set, forwards a commit and then cuts the
// connection before the answer.
type commitEater struct {
	url    string
	target string
	eat    atomic.Bool
}

func newCommitEater(t *testing.T, target string) *commitEater {
	t.Helper()
	address, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	p := &commitEater{target: address.Host}
	address.Host = listener.Addr().String()
	p.url = address.String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *commitEater) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
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
