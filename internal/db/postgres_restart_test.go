package db_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/testpg"
)

// crowd is how many connections and simultaneous callers of each kind these tests have.
const crowd = 16

// requests are reads and writes of a database on a PostgreSQL server that a test restarts. Each write stores a number of its own in a table without
// keys, so that a write that is done twice shows.
type requests struct {
	db   *db.DB
	last atomic.Int64

	mu      sync.Mutex
	written map[int64]error // how each write ended, by its number
}

func mustRequests(t *testing.T, url string) *requests {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: crowd})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE numbers (number BIGINT)`)
	return &requests{db: d, written: map[int64]error{}}
}

// kinds returns the kinds of requests.
func (r *requests) kinds() map[string]func(context.Context) error {
	look := func(ctx context.Context) func(*db.Tx) error {
		return func(tx *db.Tx) error { return tx.One(ctx, `SELECT COUNT(*) FROM numbers`, nil, new(int)) }
	}
	find := func(ctx context.Context) func(*db.Tx) (int64, error) {
		return func(tx *db.Tx) (id int64, err error) {
			err = tx.One(ctx, `SELECT $1::bigint`, []any{lined}, &id)
			return id, err
		}
	}
	return map[string]func(context.Context) error{
		"read": func(ctx context.Context) error { return r.db.Read(ctx, look(ctx)) },
		"once": func(ctx context.Context) error { return r.db.Once(ctx, look(ctx)) },
		"write": func(ctx context.Context) error {
			return r.store(ctx, func(f func(*db.Tx) error) error { return r.db.Write(ctx, f) })
		},
		"write in line": func(ctx context.Context) error {
			return r.store(ctx, func(f func(*db.Tx) error) error { return r.db.WriteInLine(ctx, db.InLine{Find: find(ctx), Do: f}) })
		},
	}
}

func (r *requests) store(ctx context.Context, write func(func(*db.Tx) error) error) error {
	number := r.last.Add(1)
	err := write(func(tx *db.Tx) error { return tx.Run(ctx, `INSERT INTO numbers (number) VALUES ($1)`, number) })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written[number] = err
	return err
}

// mustFill makes so many reads at the same time that every connection of the pool is open.
func (r *requests) mustFill(t *testing.T) {
	t.Helper()
	var all, reading sync.WaitGroup
	reading.Add(crowd)
	for range crowd {
		all.Go(func() {
			here := sync.OnceFunc(reading.Done)
			defer here()
			err := r.db.Read(t.Context(), func(tx *db.Tx) error {
				err := tx.One(t.Context(), `SELECT 1`, nil, new(int))
				here()
				reading.Wait()
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// mustSucceed sends many requests of every kind at the same time.
func (r *requests) mustSucceed(t *testing.T) {
	t.Helper()
	var all sync.WaitGroup
	for kind, do := range r.kinds() {
		for range crowd {
			all.Go(func() {
				if err := do(t.Context()); err != nil {
					t.Errorf("%s: %v", kind, err)
				}
			})
		}
	}
	all.Wait()
}

// mustBeStoredOnce checks that every acknowledged write was stored exactly once, and none that failed.
func (r *requests) mustBeStoredOnce(t *testing.T) {
	t.Helper()
	stored := map[int64]int{}
	err := r.db.Read(t.Context(), func(tx *db.Tx) error {
		numbers, err := tx.IDs(t.Context(), db.NewQuery(`SELECT number FROM numbers`))
		for _, number := range numbers {
			stored[number]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for number, err := range r.written {
		n := stored[number]
		if err != nil {
			failed++
		}
		if err == nil && n != 1 || db.IsUncertain(err) && n > 1 || err != nil && !db.IsUncertain(err) && n > 0 {
			t.Errorf("write %d is stored %d times: %v", number, n, err)
		}
	}
	t.Logf("%d writes, %d of which failed", len(r.written), failed)
}

func TestConnectionsThatDieTogetherAreReplacedSilently(t *testing.T) {
	t.Parallel()
	const name = "together"
	url := dbtest.Postgres(t)
	r, other := mustRequests(t, url+"&application_name="+name), mustOpenPostgres(t, url)
	for range 5 {
		r.mustFill(t)
		mustEndSessions(t, other, name)
		r.mustSucceed(t)
	}
	r.mustBeStoredOnce(t)
}

// mustOwnServer starts a server that a test may stop and kill. Writes that it has acknowledged survive a kill.
func mustOwnServer(t *testing.T) *testpg.Server {
	t.Helper()
	server, err := testpg.Start(t.Context(), testpg.Config{Settings: []string{"synchronous_commit=on"}})
	if err != nil {
		t.Skipf("restarts of PostgreSQL did not run: %v", err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

func TestEveryRequestThatBeginsAfterARestartSucceeds(t *testing.T) {
	t.Parallel()
	server := mustOwnServer(t)
	r := mustRequests(t, server.URL())
	for name, end := range map[string]func() error{
		"an orderly restart": func() error { return nil }, // Restart ends the server itself
		"a crash":            server.Kill,
	} {
		t.Log(name)
		restart := func() {
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if err := server.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r.mustFill(t)
		restart()
		r.mustSucceed(t)
		r.mustLast(t, restart)
	}
	r.mustBeStoredOnce(t)
}

// mustLast sends requests of every kind while the server is restarted. Those that begin afterwards must succeed.
func (r *requests) mustLast(t *testing.T, restart func()) {
	t.Helper()
	var back atomic.Bool
	var all sync.WaitGroup
	var failed atomic.Int64
	for kind, do := range r.kinds() {
		for range crowd {
			all.Go(func() {
				for left := 3; left > 0; time.Sleep(time.Millisecond) {
					after := back.Load()
					err := do(t.Context())
					switch {
					case after && err != nil:
						t.Errorf("%s: %v", kind, err)
						return
					case after:
						left--
					case err != nil:
						failed.Add(1)
					}
				}
			})
		}
	}
	defer all.Wait()
	defer back.Store(true)
	restart()
	if failed.Load() == 0 {
		t.Error("no request noticed that the server was away")
	}
}
