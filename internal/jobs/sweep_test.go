package jobs_test

import (
	"log/slog"
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
