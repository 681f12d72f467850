package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// giveKey gives a new project the key that was asked for or, if it has none, one made of the letters of its name.
func giveKey(ctx context.Context, tx *db.Tx, p *domain.Project) error {
	if p.Key != "" {
		return claimKey(ctx, tx, p.ID, p.Key)
	}
	return ClaimFreeKey(ctx, tx, p, domain.KeyFor(p.Name))
}

// ClaimFreeKey gives a project a key that no other project has or had: the wanted one, if possible, and otherwise the same with digits.
func ClaimFreeKey(ctx context.Context, tx *db.Tx, p *domain.Project, wanted string) (err error) {
	for claimed := false; !claimed; { // another transaction may claim the same key
		if p.Key, err = store.FreeKey(ctx, tx, p.ID, wanted); err != nil {
			return err
		}
		if claimed, err = store.ClaimKey(ctx, tx, p.ID, p.Key); err != nil {
			return err
		}
	}
	return store.SetKey(ctx, tx, p.ID, p.Key)
}

// claimKey gives a project a key, or refuses one that another project has or had and proposes one that is free.
func claimKey(ctx context.Context, tx *db.Tx, projectID int64, key string) error {
	ok, err := store.ClaimKey(ctx, tx, projectID, key)
	if err != nil {
		return err
	}
	if !ok {
		free, err := store.FreeKey(ctx, tx, projectID, key)
		if err != nil {
			return err
		}
		taken := domain.Invalidf("key must be free; another project has or had the key %s, and %s is free", key, free).At("key")
		taken.Free = free
		return taken
	}
	return store.SetKey(ctx, tx, projectID, key)
}

// changeKey gives a project another key. The keys of all its tickets change with it: those that have not been marked as modified since are recorded
// for MarkRelabelled.
func (c *Change) changeKey(ctx context.Context, old, p domain.Project) error {
	if p.Key == old.Key {
		return nil
	}
	switch n, err := store.KeyCount(ctx, c.Tx, p.ID, p.Key); {
	case err != nil:
		return err
	case n > domain.MaxOldKeys:
		return domain.Invalidf("key must be one that the project has had before; it already has %d old keys, and cannot have more", domain.MaxOldKeys).
			At("limit_old_keys")
	}
	if err := claimKey(ctx, c.Tx, p.ID, p.Key); err != nil {
		return err
	}
	return store.AddRelabel(ctx, c.Tx, p.ID, 0, c.Now)
}

// TicketUUIDs returns the uuids of tickets by their keys, which must be in upper case. Keys of tickets that do not exist, or that the caller may not
// read, are left out.
func (a *Tickets) TicketUUIDs(ctx context.Context, caller domain.Caller, keys []string) (map[string]string, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (map[string]string, error) { return store.OwnTicketUUIDs(ctx, tx, caller.UserID, keys) })
}

// TicketKeys returns the keys of tickets by their uuids, which come from an answer that the caller may see.
func (a *Tickets) TicketKeys(ctx context.Context, uuids []string) (map[string]string, error) {
	if len(uuids) == 0 {
		return map[string]string{}, nil
	}
	return db.Read(ctx, a.DB, func(tx *db.Tx) (map[string]string, error) { return store.TicketKeys(ctx, tx, uuids) })
}

// ProjectKeys returns all keys, old ones included, of the projects of which the caller is an active member.
func (a *Projects) ProjectKeys(ctx context.Context, caller domain.Caller) ([]string, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]string, error) { return store.OwnProjectKeys(ctx, tx, caller.UserID) })
}

// relabelBatch is the maximum number of tickets that one transaction marks as modified after a change of a project's key or a type's name.
const relabelBatch = 500

// Relabelled returns a channel that signals when this node may have changed a project's key or a type's name. Changes by other processes are not signalled.
func (a *Projects) Relabelled() <-chan struct{} { return a.relabels }

// MarkRelabelled marks as modified the next tickets that show another key or name of their type, at most 500 of them, in one short transaction. It reports
// whether there may be more. The remaining work is in the database, so any node can continue at any time, and several can do so simultaneously.
func (a *Projects) MarkRelabelled(ctx context.Context) (more bool, err error) {
	var next store.Relabel
	var tickets store.NamedRows
	err = a.DB.Read(ctx, func(tx *db.Tx) (err error) { // a read does not block writers
		if next, more, err = store.NextRelabel(ctx, tx); err != nil || !more {
			return err
		}
		tickets, err = store.RelabelledTickets(ctx, tx, next, relabelBatch)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.DB.Write(ctx, func(tx *db.Tx) error { return a.markRelabelled(ctx, tx, next, tickets) })
	if domain.KindOf(err) == domain.NotFound { // the project has since been deleted, along with the remaining work
		err = nil
	}
	return err == nil, err
}

// markRelabelled marks the tickets that have not been changed since they were read. A batch that is not full is the last one.
func (a *Projects) markRelabelled(ctx context.Context, tx *db.Tx, r store.Relabel, tickets store.NamedRows) error {
	c, err := Lock(ctx, a.Instance, tx, domain.Caller{}, domain.Access{ProjectID: r.ProjectID})
	if err != nil {
		return err
	}
	marked, err := store.MarkTickets(ctx, tx, r.At, tickets.IDs, c.Now)
	if err != nil {
		return err
	}
	if marked > 0 {
		if err := c.Raise(ctx); err != nil {
			return err
		}
	}
	if len(tickets.IDs) < relabelBatch {
		return store.EndRelabel(ctx, tx, r)
	}
	r.TicketsFrom = tickets.Last
	return store.MoveRelabel(ctx, tx, r)
}
