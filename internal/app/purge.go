package app

import (
	"context"

	"earnest/internal/store"
)

// purgeBatch is how many rows of a deleted project one transaction removes.
const purgeBatch = 500

// Deleted gives a signal when this node deleted a project. Deletions by other processes give none.
func (a *App) Deleted() <-chan struct{} { return a.deletions }

// PurgeDeleted removes rows of a deleted project, at most 500 of them in one short transaction, and tells whether there may be more.
// What is left to do is in the database, so any node can go on from there at any time, and several may do so at once. It leaves no trace:
// the deletion itself was logged.
func (a *App) PurgeDeleted(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.store.Read(ctx, func(tx *store.Tx) error { // where it keeps nobody from writing
		project, more, err = tx.NextDeleted(ctx)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error { return tx.PurgeProject(ctx, project, purgeBatch) })
	return err == nil, err
}

// purgeAll removes all that is left of deleted projects, so that their uuids are free.
func (a *App) purgeAll(ctx context.Context) error {
	for {
		if more, err := a.PurgeDeleted(ctx); err != nil || !more {
			return err
		}
	}
}
