package db_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// mustOpenPostgres opens an empty PostgreSQL database with a table of numbers.
func mustOpenPostgres(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE IF NOT EXISTS notes (id BIGINT PRIMARY KEY)`)
	return d
}

func mustCount(t *testing.T, d *db.DB, want int) {
	t.Helper()
	if n := count(t, d); n != want {
		t.Errorf("%d rows, want %d", n, want)
	}
}

func TestStatementsThatWaitToBeSentRunInOrder(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var seen []int64
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		ctx := t.Context()
		for i := range 500 { // more than are kept waiting
			if err := tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, i); err != nil {
				return err
			}
		}
		changed, err := tx.Exec(ctx, `DELETE FROM notes WHERE id >= $1`, 3)
		if err != nil || changed != 497 {
			t.Errorf("%d rows deleted, want 497: %v", changed, err)
		}
		if err := tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, 7); err != nil {
			return err
		}
		seen, err = tx.IDs(ctx, db.NewQuery(`SELECT id FROM notes ORDER BY id`))
		if err != nil {
			return err
		}
		return tx.Run(ctx, `DELETE FROM notes WHERE id = $1`, 7)
	})
	if err != nil || !slices.Equal(seen, []int64{0, 1, 2, 7}) {
		t.Errorf("%v, %v", seen, err)
	}
	mustCount(t, d, 3)
}

func TestAnErrorInAStatementThatWaitedUndoesTheWholeWrite(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	twice := func(then func(context.Context, *db.Tx) error) error {
		return d.Write(t.Context(), func(tx *db.Tx) error {
			for range 2 {
				if err := tx.Run(t.Context(), `INSERT INTO notes (id) VALUES ($1)`, 1); err != nil {
					return err
				}
			}
			return then(t.Context(), tx)
		})
	}
	for name, then := range map[string]func(context.Context, *db.Tx) error{
		"the commit": func(context.Context, *db.Tx) error { return nil },
		"a query": func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.IDs(ctx, db.NewQuery(`SELECT id FROM notes`))
			return err
		},
		"a statement": func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM notes WHERE id = $1`, 1)
			return err
		},
		"a script": func(ctx context.Context, tx *db.Tx) error { return tx.Script(ctx, `DELETE FROM notes`) },
	} {
		if err := twice(then); !db.IsUnique(err) || db.IsUncertain(err) || db.IsUnavailable(err) {
			t.Errorf("with %s: %v", name, err)
		}
	}
	mustCount(t, d, 0)
	own := errors.New("own")
	if err := twice(func(context.Context, *db.Tx) error { return own }); !errors.Is(err, own) {
		t.Errorf("the caller's own error became %v", err)
	}
	mustCount(t, d, 0)
}

func TestAConnectionThatTheServerHasClosedIsReplacedSilently(t *testing.T) {
	t.Parallel()
	const doomed = "doomed"
	url := dbtest.Postgres(t)
	d, other := mustOpenPostgres(t, url+"&application_name="+doomed), mustOpenPostgres(t, url)
	for i := range 20 {
		use := map[string]func() error{
			"write": func() error {
				return d.Write(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), `INSERT INTO notes (id) VALUES ($1)`, i) })
			},
			"read": func() error {
				return d.Read(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), `SELECT 1`) })
			},
			"once": func() error {
				return d.Once(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), `SELECT $1::int`, 1) })
			},
		}
		for name, f := range use {
			mustEndSessions(t, other, doomed)
			if err := f(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	mustCount(t, d, 20)
}

// mustEndSessions makes the server end the sessions with this application name and waits until they are gone.
func mustEndSessions(t *testing.T, d *db.DB, name string) {
	t.Helper()
	for left := 1; left > 0; time.Sleep(time.Millisecond) {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			return tx.One(t.Context(), `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1`, []any{name}, &left)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
