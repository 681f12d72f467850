package app_test

import (
	"context"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// On SQLite, everything is read while no other write runs.
func TestATimeEntryIsRestoredAsTheLogDescribesItWhenTheProjectIsLocked(t *testing.T) {
	t.Parallel()
	p := newPast(t, dbtest.Postgres(t), "UTC")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	entry := apitest.Must(p.App.Time.CreateTimeEntry(ctx, p.caller, p.tickets[0], domain.Given(domain.NewTimeEntry{Minutes: 100, LoggedAt: "2026-03-10"})))(t)
	if err := p.App.Time.DeleteTimeEntry(ctx, p.caller, entry.UUID); err != nil {
		t.Fatal(err)
	}
	restored := make(chan domain.TimeEntry, 1)
	err := p.Store.Write(ctx, func(tx *db.Tx) error {
		if err := tx.Script(ctx, `UPDATE projects SET name = name`); err != nil {
			return err
		}
		go func() {
			e, err := p.App.Time.RestoreTimeEntry(ctx, p.caller, entry.UUID)
			if err != nil {
				t.Error(err)
			}
			restored <- e
		}()
		for waiting := 0; waiting == 0; time.Sleep(time.Millisecond) {
			const text = `SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`
			if err := tx.One(ctx, text, nil, &waiting); err != nil {
				return err
			}
		}
		// This stands for an entry that was restored, changed and deleted once more.
		n, err := tx.Exec(ctx, `UPDATE changes SET from_value = REPLACE(from_value, '100', '200') WHERE noun_uuid = $1 AND what = 'deleted'`, entry.UUID)
		if n != 1 {
			t.Errorf("%d rows of the log were changed", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if e := <-restored; e.Minutes != 200 {
		t.Errorf("%d minutes were restored", e.Minutes)
	}
}
