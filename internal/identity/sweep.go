package identity

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/identity/store"
	"earnest/internal/instance"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// signInsKept is how many months the log keeps a sign-in. The period is limited because the IP address is personal data.
const signInsKept = 12

// linksKept is how long an expired link is kept.
const linksKept = 30 * 24 * time.Hour

// Sweep deletes expired sessions, counts of failed sign-ins, one-time links and ownership offers, and old sign-ins in the log.
// Several nodes may do this at the same time.
func (a *Accounts) Sweep(ctx context.Context) (err error) {
	now := a.Now()
	defer func() { a.Runs.Record(instance.SweepJob, now, err) }()
	for _, purge := range []func(*db.Tx) error{
		func(tx *db.Tx) error { return store.PurgeSessions(ctx, tx, now) },
		func(tx *db.Tx) error { return store.PurgeTries(ctx, tx, now.Add(-TryWindow)) },
		func(tx *db.Tx) error { return store.PurgeInvitations(ctx, tx, now.Add(-linksKept)) },
		func(tx *db.Tx) error { return workstore.PurgeOffers(ctx, tx, now) },
		func(tx *db.Tx) error { return store.PurgeSetupTokens(ctx, tx) },
		func(tx *db.Tx) error {
			return workstore.PurgeLog(ctx, tx, work.InstanceLog, work.SessionNoun, now.AddDate(0, -signInsKept, 0))
		},
	} {
		if err := a.DB.Write(ctx, purge); err != nil {
			return err
		}
	}
	return nil
}
