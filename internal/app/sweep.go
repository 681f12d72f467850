package app

import (
	"context"
	"time"

	"earnest/internal/store"
)

// linksKept is how long a link that is over is kept.
const linksKept = 30 * 24 * time.Hour

// Sweep deletes what is over: sessions, counts of failed sign-ins, one-time links, backups that nobody fetched. Several nodes may do it at once.
func (a *App) Sweep(ctx context.Context) (err error) {
	now := a.clock()
	defer func() { a.runs.note(SweepJob, now, err) }()
	a.sweepBackups(now)
	for _, purge := range []func(*store.Tx) error{
		func(tx *store.Tx) error { return tx.PurgeSessions(ctx, now) },
		func(tx *store.Tx) error { return tx.PurgeTries(ctx, now.Add(-tryWindow)) },
		func(tx *store.Tx) error { return tx.PurgeInvitations(ctx, now.Add(-linksKept)) },
		func(tx *store.Tx) error { return tx.PurgeSetupTokens(ctx) },
	} {
		if err := a.store.Write(ctx, purge); err != nil {
			return err
		}
	}
	return nil
}
