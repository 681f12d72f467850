package db_test

import (
	"bytes"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"earnest/internal/db/dbtest"
)

// commitEater is a proxy in front of PostgreSQL that, while eat is set, forwards a commit and then cuts the connection before the
// response. It recognises the commit by the name that the driver gave to the prepared statement, so there must have been an earlier commit.
type commitEater struct {
	url  string
	eat  atomic.Bool
	name atomic.Pointer[[]byte]
	// end makes the proxy forward the acknowledgement of a commit, and then say that the server has ended the session.
	end atomic.Bool
	// lose makes the proxy report instead of the acknowledgement of a commit that it has lost the server, as a pooler does.
	lose atomic.Bool
}

// acknowledged is the server's response to a commit.
var acknowledged = []byte("COMMIT\x00")

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
			at := bytes.Index(buffer[:n], acknowledged)
			if p.lose.Load() && at >= 0 {
				lost, _ := (&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "server conn crashed?"}).Encode(nil)
				_, _ = client.Write(append(bytes.Clone(buffer[:at-5]), lost...)) // instead of the message, which begins with its type and length
				break
			}
			if p.end.Load() && at >= 0 {
				fatal, _ := (&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P01", Message: "terminating connection"}).Encode(nil)
				_, _ = client.Write(append(bytes.Clone(buffer[:at+len(acknowledged)]), fatal...)) // the client may have gone away
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
		before, _, prepares := bytes.Cut(buffer[:n], []byte("\x00commit\x00"))
		name := p.name.Load()
		switch {
		case prepares:
			p.name.Store(new(bytes.Clone(before[bytes.LastIndex(before, []byte("stmtcache_")):])))
		case p.eat.Load() && name != nil && bytes.Contains(buffer[:n], *name):
			silent.Store(true)
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			break
		}
	}
	_, _ = io.Copy(io.Discard, client)
	_ = server.Close()
}
