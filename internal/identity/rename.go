package identity

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// renameBatch is the maximum number of rows that one transaction marks as modified after a rename.
const renameBatch = 500

// Renamed returns a channel that receives a signal when this node has renamed someone. Renames by other processes are not
// signalled.
func (a *Accounts) Renamed() <-chan struct{} { return a.renames }

// MarkRenamed marks as modified the next tickets and time entries that show a new name, at most 500 of them, in one short
// transaction. It reports whether there may be more. The remaining work is in the database, so any node can continue at any
// time, and several may do so simultaneously.
func (a *Accounts) MarkRenamed(ctx context.Context) (more bool, err error) {
	batch, err := db.Read(ctx, a.DB, func(tx *db.Tx) (*renamed, error) { return findRenamed(ctx, tx) })
	if err != nil || batch == nil {
		return false, err
	}
	err = a.DB.Write(ctx, func(tx *db.Tx) error { return a.markRenamed(ctx, tx, *batch) })
	if domain.KindOf(err) == domain.NotFound { // the project has since been deleted, along with the remaining work
		err = nil
	}
	return err == nil, err
}

// renamed is a batch of rows to be marked.
type renamed struct {
	workstore.Rename

	tickets []int64
	entries []int64
}

// findRenamed finds the next batch in a snapshot, so that it blocks no writes; it returns nil if there is nothing to do.
func findRenamed(ctx context.Context, tx *db.Tx) (*renamed, error) {
	next, ok, err := workstore.NextRename(ctx, tx)
	if err != nil || !ok {
		return nil, err
	}
	tickets, err := workstore.NamedTickets(ctx, tx, next, renameBatch)
	if err != nil {
		return nil, err
	}
	entries, err := workstore.NamedEntries(ctx, tx, next, renameBatch-len(tickets.IDs))
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

// markRenamed marks the rows of a batch that have not been changed since they were read. A batch that is not full is the last
// one.
func (a *base) markRenamed(ctx context.Context, tx *db.Tx, batch renamed) error {
	c, err := work.Lock(ctx, a.Instance, tx, domain.Caller{}, domain.Access{ProjectID: batch.ProjectID})
	if err != nil {
		return err
	}
	tickets, err := workstore.MarkTickets(ctx, tx, batch.At, batch.tickets, c.Now)
	if err != nil {
		return err
	}
	entries, err := workstore.MarkEntries(ctx, tx, batch.Rename, batch.entries, c.Now)
	if err != nil {
		return err
	}
	if tickets+entries > 0 {
		if err := c.Raise(ctx); err != nil {
			return err
		}
	}
	if len(batch.tickets)+len(batch.entries) < renameBatch {
		return workstore.EndRename(ctx, tx, batch.Rename)
	}
	return workstore.MoveRename(ctx, tx, batch.Rename)
}
