package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// renameBatch is how many rows one transaction marks as modified after somebody was renamed.
const renameBatch = 500

// signal tells a background job that there may be something to do.
type signal chan struct{}

func newSignal() signal { return make(signal, 1) }

func (s signal) wake() {
	select {
	case s <- struct{}{}:
	default: // one is waiting already
	}
}

// Renamed gives a signal when this node renamed somebody. Renames by other processes give none.
func (a *App) Renamed() <-chan struct{} { return a.renames }

// MarkRenamed marks the next tickets and time entries that show a new name as modified, at most 500 of them in one short
// transaction, and tells whether there may be more. What is left to do is in the database, so any node can go on from there at any time,
// and several may do so at once.
func (a *App) MarkRenamed(ctx context.Context) (more bool, err error) {
	batch, err := read(ctx, a, func(tx *store.Tx) (*renamed, error) { return findRenamed(ctx, tx) })
	if err != nil || batch == nil {
		return false, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error { return a.markRenamed(ctx, tx, *batch) })
	if domain.KindOf(err) == domain.NotFound { // the project was deleted meanwhile, and what was left to do with it
		err = nil
	}
	return err == nil, err
}

// renamed is a batch of rows to be marked.
type renamed struct {
	store.Rename

	tickets []int64
	entries []int64
}

// findRenamed looks for the next batch in a snapshot, where it keeps nobody from writing; nil when there is nothing to do.
func findRenamed(ctx context.Context, tx *store.Tx) (*renamed, error) {
	next, ok, err := tx.NextRename(ctx)
	if err != nil || !ok {
		return nil, err
	}
	tickets, err := tx.NamedTickets(ctx, next, renameBatch)
	if err != nil {
		return nil, err
	}
	entries, err := tx.NamedEntries(ctx, next, renameBatch-len(tickets.IDs))
	if err != nil {
		return nil, err
	}
	if len(tickets.IDs) > 0 {
		next.TicketsFrom = tickets.Last
	}
	if len(entries.IDs) > 0 {
		next.EntriesFrom = entries.Last
	}
	return &renamed{next, tickets.IDs, entries.IDs}, nil
}

// markRenamed marks what was found and was not changed meanwhile. A batch that is not full is the last one.
func (a *App) markRenamed(ctx context.Context, tx *store.Tx, batch renamed) error {
	c, err := a.lock(ctx, tx, domain.Caller{}, domain.Access{ProjectID: batch.ProjectID})
	if err != nil {
		return err
	}
	tickets, err := tx.MarkTickets(ctx, batch.Rename, batch.tickets, c.now)
	if err != nil {
		return err
	}
	entries, err := tx.MarkEntries(ctx, batch.Rename, batch.entries, c.now)
	if err != nil {
		return err
	}
	if tickets+entries > 0 {
		if err := c.raise(ctx); err != nil {
			return err
		}
	}
	if len(batch.tickets)+len(batch.entries) < renameBatch {
		return tx.EndRename(ctx, batch.Rename)
	}
	return tx.MoveRename(ctx, batch.Rename)
}
