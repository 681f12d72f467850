package db_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// findNothing makes a write that finds 100 / n and changes nothing. It returns the moment of the transaction in which the statement ran, which is the same
// for statements that are sent together.
func findNothing(ctx context.Context, d *db.DB, n int) (moment string, err error) {
	const text = `SELECT CAST(100 / $1 AS BIGINT), CAST(EXTRACT(EPOCH FROM now()) AS TEXT)`
	err = d.WriteInLine(ctx, func(tx *db.Tx) (found int64, err error) {
		err = tx.One(ctx, text, []any{n}, &found, &moment)
		return found, err
	}, func(*db.Tx) error { return nil })
	return moment, err
}

// whileFinding runs f while a write's round trip is in flight, and then lets that end.
func whileFinding(t *testing.T, d *db.DB, f func()) {
	t.Helper()
	const number = 7
	var held sync.WaitGroup
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT pg_advisory_xact_lock($1)`, number); err != nil {
			return err
		}
		held.Go(func() {
			find := func(tx *db.Tx) (id int64, err error) {
				err = tx.One(t.Context(), `SELECT CAST(1 AS BIGINT) FROM pg_advisory_xact_lock($1)`, []any{number}, &id)
				return id, err
			}
			if err := d.WriteInLine(t.Context(), find, func(*db.Tx) error { return nil }); err != nil {
				t.Error(err)
			}
		})
		await(func() bool { busy, _ := d.Finding(); return busy })
		f()
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	held.Wait()
	await(func() bool { busy, _ := d.Finding(); return !busy })
}

func await(condition func() bool) {
	for !condition() {
		time.Sleep(time.Millisecond)
	}
}

// While one round trip is in flight, other statements wait and share the next one. If the server refuses one of them, that does not affect the others.
func TestStatementsThatFindWhatAWriteLocksShareARoundTrip(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	for _, divisors := range [][]int{{1, 2, 3, 4, 5}, {1, 2, 0, 4, 5}} {
		moments, errs := make([]string, len(divisors)), make([]error, len(divisors))
		var all sync.WaitGroup
		whileFinding(t, d, func() {
			for i, n := range divisors {
				all.Go(func() { moments[i], errs[i] = findNothing(t.Context(), d, n) })
			}
			await(func() bool { _, waiting := d.Finding(); return waiting == len(divisors) })
		})
		all.Wait()
		for i, n := range divisors {
			if (errs[i] != nil) != (n == 0) || (moments[i] == "") != (n == 0) {
				t.Errorf("%v: divided by %d: %q, %v", divisors, n, moments[i], errs[i])
			}
		}
		if shared := moments[0] == moments[4]; shared != (divisors[2] != 0) {
			t.Errorf("%v ran at %v", divisors, moments)
		}
	}
}

func TestAWriteWhoseCallerIsGoneDoesNotWaitForARoundTrip(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	whileFinding(t, d, func() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if moment, err := findNothing(ctx, d, 1); err == nil || moment != "" {
			t.Errorf("found at %q, %v", moment, err)
		}
	})
	if moment, err := findNothing(t.Context(), d, 1); err != nil || moment == "" {
		t.Errorf("later: %q, %v", moment, err)
	}
}
