package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// addMany returns a write whose statements all wait to be sent.
func addMany(ctx context.Context, from, n int) func(*db.Tx) error {
	return func(tx *db.Tx) error {
		for i := range n {
			if err := tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, from+i); err != nil {
				return err
			}
		}
		return nil
	}
}

// The statements are sent before the commit if there are more than db.MostWithCommit, and together with it otherwise.
func TestWritesMayQueueFewOrManyStatementsBeforeTheCommit(t *testing.T) {
	t.Parallel()
	const most = db.MostWithCommit - 1 // besides BEGIN
	for name, n := range map[string]int{"as many as go with the commit": most, "one more": most + 1, "many more": 3 * most} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy := newCommitEater(t, dbtest.Postgres(t))
			d := mustOpenPostgres(t, proxy.url)
			if err := d.Write(t.Context(), addMany(t.Context(), 0, n)); err != nil {
				t.Error(err)
			}
			mustCount(t, d, n)
			if err := d.Write(t.Context(), addMany(t.Context(), 1, n)); !db.IsUnique(err) || db.IsUncertain(err) || db.IsUnavailable(err) {
				t.Errorf("a write that breaks a constraint: %v", err)
			}
			mustCount(t, d, n)
			proxy.eat.Store(true)
			if err := d.Write(t.Context(), addMany(t.Context(), n, n)); !db.IsUncertain(err) {
				t.Errorf("a write whose commit is lost: %v", err)
			}
			proxy.eat.Store(false)
			if err := d.Write(t.Context(), addMany(t.Context(), 2*n, n)); err != nil {
				t.Errorf("the next write: %v", err)
			}
		})
	}
}

// With many statements, only the commit itself goes on when the caller goes away.
func TestACallerMayGoAwayWhileManyStatementsAreSent(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	for n, seconds := range map[int]float64{1: 0.5, db.MostWithCommit: 60} {
		ctx, leave := context.WithCancel(t.Context())
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := addMany(ctx, 100*n, n)(tx); err != nil {
				return err
			}
			time.AfterFunc(100*time.Millisecond, leave)
			return tx.Run(ctx, `SELECT pg_sleep($1)`, seconds)
		})
		if gone := errors.Is(err, context.Canceled); gone != (n > 1) || !gone && err != nil {
			t.Errorf("with %d statements: %v", n, err)
		}
	}
	mustCount(t, d, 1)
}
