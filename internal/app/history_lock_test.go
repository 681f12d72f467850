package app_test

import (
	"context"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	workstore "earnest/internal/work/store"
)

// On SQLite, every write waits for the one before it.
func TestTheDailyJobAndFavouritesDoNotWaitForALockedProject(t *testing.T) {
	t.Parallel()
	for name, lock := range map[string]func(context.Context, *db.Tx, int64) error{
		"one project": func(ctx context.Context, tx *db.Tx, id int64) error {
			_, err := workstore.LockProject(ctx, tx, id)
			return err
		},
		"several projects": func(ctx context.Context, tx *db.Tx, id int64) error {
			return workstore.LockProjects(ctx, tx, []int64{id})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, dbtest.Postgres(t), "UTC")
			p.utc(t, "2026-03-11 00:00:02")
			err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
				ids, err := tx.IDs(t.Context(), db.NewQuery(`SELECT id FROM projects`))
				if err != nil {
					return err
				}
				if err := lock(t.Context(), tx, ids[0]); err != nil {
					return err
				}
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				if n, err := p.App.Money.StoreDays(ctx, "node"); n != 1 || err != nil {
					t.Errorf("the daily job stored %d rows: %v", n, err)
				}
				if err := p.App.Projects.SetFavourite(ctx, p.caller, p.project, true); err != nil {
					t.Errorf("a favourite: %v", err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
