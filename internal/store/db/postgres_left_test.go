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

func TestAConnectionWhoseCallerWentAwayIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	url := os.Getenv("EARNEST_TEST_POSTGRES")
	if url == "" {
		t.Skip("PostgreSQL did not run: EARNEST_TEST_POSTGRES is not set (make test starts a server)")
	}
	e, err := openPostgres(t.Context(), url, Options{Readers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.pool.Close()
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
