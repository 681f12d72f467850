package db

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// backend returns the id of the server process behind the connection. It calls between after it has read the row, but before it
// reads the end of the response.
func backend(ctx context.Context, t *testing.T, e *postgresEngine, between func()) (pid int) {
	t.Helper()
	rows, err := e.pool.Query(ctx, "SELECT pg_backend_pid()")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if !rows.Next() {
		t.Fatal(rows.Err())
	}
	if err := rows.Scan(&pid); err != nil {
		t.Fatal(err)
	}
	between()
	return pid
}

// mustOneConn connects to the test PostgreSQL server with a pool of one connection.
func mustOneConn(t *testing.T) *postgresEngine {
	t.Helper()
	url := os.Getenv("EARNEST_TEST_POSTGRES")
	if url == "" {
		t.Skip("PostgreSQL did not run: EARNEST_TEST_POSTGRES is not set (make test starts a server)")
	}
	e, err := openPostgres(t.Context(), url, Options{Readers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.close)
	return e
}

func TestAConnectionWhoseCallerWentAwayIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	e := mustOneConn(t)
	first := backend(t.Context(), t, e, func() {})
	if again := backend(t.Context(), t, e, func() {}); again != first {
		t.Errorf("a connection that nobody left is not used again: %d, then %d", first, again)
	}
	now := first
	for try := 0; try < 50 && now == first; try++ { // the driver may need some time to notice that the caller went away
		ctx, leave := context.WithCancel(t.Context())
		backend(ctx, t, e, func() {
			leave()
			time.Sleep(time.Duration(try) * 10 * time.Millisecond)
		})
		now = backend(t.Context(), t, e, func() {})
	}
	if now == first {
		t.Error("the connection that was left is used again")
	}
}

func TestTheServerStopsAStatementWhoseCallerWentAway(t *testing.T) {
	t.Parallel()
	e := mustOneConn(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	endless := `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) /* ` + rand.Text() + ` */ FROM n WHERE i < 0`
	err := e.read(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, endless, nil)
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	running := 1
	for began := time.Now(); running > 0 && time.Since(began) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		row := e.pool.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND query = $1`, endless)
		if err := row.Scan(&running); err != nil {
			t.Fatal(err)
		}
	}
	if running > 0 {
		t.Error("the server goes on with a statement that nobody waits for")
	}
}

func TestOnlyTheAbandonedSessionIsEndedAndNoneThatReusesItsNumber(t *testing.T) {
	t.Parallel()
	given, watch := mustOneConn(t), mustOneConn(t).watch
	number := int32(backend(t.Context(), t, given, func() {}))
	conn, ok := watch.probe(t.Context())
	if !ok {
		t.Fatal("the server is away")
	}
	defer hangUp(t.Context(), conn)
	for _, c := range []struct {
		when string
		at   time.Time
		want int64
	}{
		{"before this session began", time.Now().Add(-time.Hour), 0},
		{"just now", time.Now(), 1},
	} {
		if ended, err := endLost(t.Context(), conn, []lostSession{{number: number, ours: c.at}}); ended != c.want || err != nil {
			t.Errorf("one of that number was given up %s: %d were ended, want %d: %v", c.when, ended, c.want, err)
		}
	}
}

// The watch may detect an outage at the very moment when another of its checks finds that the server is back.
func TestCallersAfterAnOutageAreNotCutOff(t *testing.T) {
	t.Parallel()
	watch := mustOneConn(t).watch
	watch.away.Store(true)
	watch.resume()
	near, far := net.Pipe()
	defer far.Close()
	conn := watch.add(near)
	answer := make(chan error, 1)
	go func() {
		_, err := conn.Read(make([]byte, 1))
		answer <- err
	}()
	for conn.(*watchedConn).since.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	watch.closeWaiting()
	if _, err := far.Write([]byte{1}); err != nil {
		t.Error(err)
	}
	if err := <-answer; err != nil {
		t.Errorf("a healthy statement is cut: %v", err)
	}
}

// If the server accepts no further connections when it comes back, the watch tries again until the pending sessions are ended.
func TestSessionsThatCouldNotBeEndedAtOnceAreEndedLater(t *testing.T) {
	t.Parallel()
	given, watch := mustOneConn(t), mustOneConn(t).watch
	number := int32(backend(t.Context(), t, given, func() {}))
	watch.mu.Lock()
	watch.away.Store(true)
	watch.lost = []lostSession{{number: number, ours: time.Now()}}
	watch.mu.Unlock()
	if !watch.resume() || watch.resume() {
		t.Error("an absence does not end once")
	}
	watch.endPending(t.Context(), nil)
	conn, ok := watch.probe(t.Context())
	if !ok {
		t.Fatal("the server is away")
	}
	defer hangUp(t.Context(), conn)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		var there bool
		if err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)`, number).Scan(&there); err != nil {
			t.Fatal(err)
		}
		if !there {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the session is still there")
		}
	}
}
