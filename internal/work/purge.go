package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/work/store"
)

// purgeBatch is the maximum number of rows of a deleted project that one transaction removes.
const purgeBatch = 500

// Deleted returns a channel that signals when this node may have deleted a project. Deletions by other processes are not signalled.
func (a *Projects) Deleted() <-chan struct{} { return a.deletions }

// PurgeDeleted removes up to 500 rows of a deleted project in one short transaction and reports whether there may be more. The database
// records what is left, so any node can continue at any time, and several can do so simultaneously. Nothing is logged, since the deletion
// itself has already been logged.
func (a *Projects) PurgeDeleted(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.DB.Read(ctx, func(tx *db.Tx) error { // a read does not block writers
		project, more, err = store.NextDeleted(ctx, tx)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.DB.Write(ctx, func(tx *db.Tx) error { return store.PurgeProject(ctx, tx, project, purgeBatch) })
	return err == nil, err
}

// PurgeAll removes everything that is left of deleted projects, so that their uuids can be used again.
func (a *Projects) PurgeAll(ctx context.Context) error {
	for {
		if more, err := a.PurgeDeleted(ctx); err != nil || !more {
			return err
		}
	}
}
