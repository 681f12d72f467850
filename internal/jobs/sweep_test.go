package jobs_test

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/jobs"
)

func TestTheSweepDeletesWhatHasExpired(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		now := w.Clock.Now()
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
			for hash, expires := range map[string]time.Time{"over": now, "open": now.Add(time.Second)} {
				row := identitystore.SessionRow{Address: "192.0.2.1", CreatedAt: now, LastSeenAt: now, ExpiresAt: expires}
				row.User.ID = ada.ID
				if _, err := identitystore.InsertSession(t.Context(), tx, row, []byte(hash)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		sweep := jobs.NewSweep(w.App, slog.New(slog.DiscardHandler))
		sweep.Start()
		await(t, w.Store, `SELECT COUNT(*) FROM sessions`, 1)
		if err := sweep.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestTheSweepDeletesAnswersThatAreADayOld(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		const text = `INSERT INTO receipts (key_id, name, request, projects, at, status, etag, location, body) VALUES (1, $1, 'POST', '', $2, 201, '', '', '{}')`
		now := w.Clock.Now()
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
			for i := range 1500 { // more than one batch
				if err := tx.Run(t.Context(), text, strconv.Itoa(i), db.Micros(now.Add(-24*time.Hour))); err != nil {
					return err
				}
			}
			return tx.Run(t.Context(), text, "younger", db.Micros(now.Add(-24*time.Hour+time.Second)))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.App.Accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		await(t, w.Store, `SELECT COUNT(*) FROM receipts WHERE name = 'younger'`, 1)
		await(t, w.Store, `SELECT COUNT(*) FROM receipts`, 1)
	})
}

func TestManyExpiredRowsAreDeletedInBatches(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		statements := func() int64 {
			before := w.Store.Statements()
			if err := w.App.Accounts.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			return w.Store.Statements() - before
		}
		few := min(statements(), statements(), statements()) // background work may add statements of its own
		if err := w.Store.Write(t.Context(), func(tx *db.Tx) error { return fillExpired(t, tx, ada.ID, 2500, w.Clock.Now()) }); err != nil {
			t.Fatal(err)
		}
		if many := statements(); many < few+4 {
			t.Errorf("a sweep of nothing takes %d statements, and one of 2,500 sessions and sign-ins %d, want at least 2 more for each", few, many)
		}
		await(t, w.Store, `SELECT COUNT(*) FROM sessions`, 0)
		await(t, w.Store, `SELECT COUNT(*) FROM changes WHERE noun = 'session'`, 0)
	})
}

// fillExpired adds n sessions that expire at the given moment, and n sign-ins two years before it.
func fillExpired(t *testing.T, tx *db.Tx, userID int64, n int, now time.Time) error {
	t.Helper()
	const session = `
INSERT INTO sessions (user_id, token_hash, address, agent, created_at, last_seen_at, expires_at) VALUES ($1, $2, '192.0.2.1', '', $3, $3, $3)`
	const signIn = `INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what) VALUES (0, 0, $1, 'session', 'x', 'created')`
	for i := range n {
		if err := tx.Run(t.Context(), session, userID, []byte(strconv.Itoa(i)), db.Micros(now)); err != nil {
			return err
		}
		if err := tx.Run(t.Context(), signIn, db.Micros(now.AddDate(-2, 0, 0))); err != nil {
			return err
		}
	}
	return nil
}
