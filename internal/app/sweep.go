package app

import (
	"context"
	"time"

	"earnest/internal/store"
)

// signInsKept is how many months the log tells of a sign-in: its address is of a person.
const signInsKept = 12

// linksKept is how long a link that is over is kept.
const linksKept = 30 * 24 * time.Hour

// Sweep deletes what is over: sessions, counts of failed sign-ins, one-time links, ownership offers, backups that nobody fetched,
// and old sign-ins in the log. Several nodes may do it at once.
func (a *App) Sweep(ctx context.Context) (err error) {
	now := a.clock()
	defer func() { a.runs.note(SweepJob, now, err) }()
	a.sweepBackups(now)
	for _, purge := range []func(*store.Tx) error{
		func(tx *store.Tx) error { return tx.PurgeSessions(ctx, now) },
		func(tx *store.Tx) error { return tx.PurgeTries(ctx, now.Add(-tryWindow)) },
		func(tx *store.Tx) error { return tx.PurgeInvitations(ctx, now.Add(-linksKept)) },
		func(tx *store.Tx) error { return tx.PurgeOffers(ctx, now) },
		func(tx *store.Tx) error { return tx.PurgeSetupTokens(ctx) },
		func(tx *store.Tx) error {
			return tx.PurgeLog(ctx, instanceLog, sessionNoun, now.AddDate(0, -signInsKept, 0))
		},
	} {
		if err := a.store.Write(ctx, purge); err != nil {
			return err
		}
	}
	return nil
}
