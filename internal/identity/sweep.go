package identity

import (
	"context"
	"errors"
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

// purgeBatch is the maximum number of sessions or sign-ins that one transaction deletes.
const purgeBatch = 1000

// Sweep deletes expired sessions, counts of failed sign-ins, one-time links, ownership offers and kept answers, and old sign-ins in the
// log. Several nodes may do this at the same time.
func (a *Accounts) Sweep(ctx context.Context) (err error) {
	now := a.Now()
	defer func() { a.Runs.Record(instance.SweepJob, now, err) }()
	for _, purge := range []func(*db.Tx) error{
		func(tx *db.Tx) error { return store.PurgeTries(ctx, tx, now.Add(-TryWindow)) },
		func(tx *db.Tx) error { return store.PurgeInvitations(ctx, tx, now.Add(-linksKept)) },
		func(tx *db.Tx) error { return workstore.PurgeOffers(ctx, tx, now) },
		func(tx *db.Tx) error { return store.PurgeSetupTokens(ctx, tx) },
	} {
		if err := a.DB.Write(ctx, purge); err != nil {
			return err
		}
	}
	return errors.Join(
		a.purgeAll(ctx, func(tx *db.Tx) (int64, error) { return store.PurgeSessions(ctx, tx, now, purgeBatch) }),
		a.purgeAll(ctx, func(tx *db.Tx) (int64, error) {
			return workstore.PurgeReceipts(ctx, tx, now.Add(-work.ReceiptsKept), purgeBatch)
		}),
		a.purgeAll(ctx, func(tx *db.Tx) (int64, error) {
			return workstore.PurgeLog(ctx, tx, work.InstanceLog, work.SessionNoun, now.AddDate(0, -signInsKept, 0), purgeBatch)
		}),
	)
}

// purgeAll deletes rows batch by batch until none are left, so that other writes wait for one batch at most.
func (a *Accounts) purgeAll(ctx context.Context, purge func(*db.Tx) (int64, error)) error {
	for {
		if n, err := db.Write(ctx, a.DB, purge); err != nil || n < purgeBatch {
			return err
		}
	}
}
