package db

import (
	"context"
	"os"
	"testing"
	"time"
)

// backend asks which process of the server it speaks with; between the row and the end of the answer it does something.
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

// mustOneConn opens the tests' PostgreSQL with a single connection.
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
	for try := 0; try < 50 && now == first; try++ { // the driver notices by itself, at some time
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

func TestOnlyTheSessionThatWasGivenUpIsEndedAndNoneThatGotItsNumberLater(t *testing.T) {
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
		watch.mu.Lock()
		watch.lost = []lostSession{{number, c.at}}
		watch.mu.Unlock()
		if ended := watch.endLost(t.Context(), conn); ended != c.want {
			t.Errorf("one of that number was given up %s: %d were ended, want %d", c.when, ended, c.want)
		}
	}
}
