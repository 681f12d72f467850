package app

import (
	"context"

	"earnest/internal/store"
)

// purgeBatch is how many rows of a deleted project one transaction removes.
const purgeBatch = 500

// Deleted signals that this node has deleted a project. Other processes' deletions are not signalled.
func (a *App) Deleted() <-chan struct{} { return a.deletions }

// PurgeDeleted removes up to 500 rows of a deleted project in one short transaction and reports whether there may be more. The database
// records what is left, so any node can continue at any time, even several at once. Nothing is logged: the deletion already was.
func (a *App) PurgeDeleted(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.store.Read(ctx, func(tx *store.Tx) error { // a read blocks no writer
		project, more, err = tx.NextDeleted(ctx)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error { return tx.PurgeProject(ctx, project, purgeBatch) })
	return err == nil, err
}

// purgeAll removes everything left of deleted projects, so that their uuids can be used again.
func (a *App) purgeAll(ctx context.Context) error {
	for {
		if more, err := a.PurgeDeleted(ctx); err != nil || !more {
			return err
		}
	}
}
