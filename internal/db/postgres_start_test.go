package db_test

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// starter is a proxy in front of PostgreSQL that, until it is ready, answers like a server that is starting.
type starter struct {
	ready atomic.Bool
	asked atomic.Int64
}

func (s *starter) serve(client net.Conn, host string) {
	defer client.Close()
	s.asked.Add(1)
	if !s.ready.Load() {
		backend := pgproto3.NewBackend(client, client)
		if _, err := backend.ReceiveStartupMessage(); err == nil {
			backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P03", Message: "the database system is starting up"})
			_ = backend.Flush() // the client may have stopped waiting
		}
		return
	}
	server, err := net.Dial("tcp", host)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, client) }()
	_, _ = io.Copy(client, server)
}

// mustOpenStarting opens a database on a server that is starting; write attempts a write to it.
func mustOpenStarting(t *testing.T, connections int) (s *starter, write func() error) {
	t.Helper()
	s = &starter{}
	d, err := db.Open(t.Context(), dbtest.MustFront(t, dbtest.Postgres(t), s.serve).String(), db.Options{Readers: connections})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return s, func() error { return d.Write(t.Context(), func(*db.Tx) error { return nil }) }
}

func TestAServerThatStartsIsLeftAlone(t *testing.T) {
	t.Parallel()
	s, write := mustOpenStarting(t, 4)
	var all sync.WaitGroup
	var refused atomic.Int64
	began := time.Now()
	for range 8 {
		all.Go(func() {
			for time.Since(began) < 2*time.Second {
				if err := write(); !db.IsUnavailable(err) {
					t.Errorf("a server that starts: %v", err)
					return
				}
				refused.Add(1)
				time.Sleep(time.Millisecond)
			}
		})
	}
	all.Wait()
	// At first, all four connections may try simultaneously; after that, one tries every 200 ms. Each tries once with TLS and once
	// without. Whoever holds a connection's place waits for the next attempt.
	if most := int64(2*4 + 2*(2*5+1)); s.asked.Load() > most || s.asked.Load() < 5 || refused.Load() < 4*5 {
		t.Errorf("%d were refused, and the server was asked %d times, not at most %d", refused.Load(), s.asked.Load(), most)
	}
	s.ready.Store(true)
	for ready := time.Now(); write() != nil; time.Sleep(5 * time.Millisecond) {
		if time.Since(ready) > 3*time.Second {
			t.Fatal("3 s after the server is ready it is still left alone")
		}
	}
}

// An attempt that began before the server was ready says nothing about the server now.
func TestAnOldRefusalIsNotReported(t *testing.T) {
	t.Parallel()
	s, write := mustOpenStarting(t, 8)
	if err := write(); !db.IsUnavailable(err) {
		t.Fatalf("a server that starts: %v", err)
	}
	s.ready.Store(true)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if err := write(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// Compiling a statement to machine code takes longer than running most of ours.
func TestStatementsAreNotCompiled(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		if got := texts(t.Context(), t, tx, `SHOW jit`); len(got) != 1 || got[0] != "off" {
			t.Errorf("jit is %q", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
