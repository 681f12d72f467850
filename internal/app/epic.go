package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func epicFacts(e domain.Epic) []fact {
	return []fact{
		{"title", e.Title},
		{"description", e.Description},
		{"status", e.Status},
		{"super_epic", e.SuperEpicUUID},
		{"tags", tagUUIDs(e.Tags)},
	}
}

// Epics lists the epics of a project.
func (a *App) Epics(ctx context.Context, caller domain.Caller, project string, out List[domain.Epic]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) { return tx.CountEpics(ctx, access.ProjectID) },
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Epic, error] {
			return tx.Epics(ctx, access.ProjectID)
		})
}

// Epic gives one epic to the members of its project.
func (a *App) Epic(ctx context.Context, caller domain.Caller, uuid string) (domain.Epic, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.Epic, error) {
		access, err := tx.EpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Epic{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Epic{}, err
		}
		return tx.Epic(ctx, uuid)
	})
}

// CreateEpic adds an epic to a project.
func (a *App) CreateEpic(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.EpicPatch]) (domain.Epic, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Epic, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.Epic{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Epic{}, err
		}
		e := domain.NewEpic(newUUID(), access.ProjectID, c.now)
		if err := c.applyEpic(ctx, patch, &e); err != nil {
			return e, err
		}
		if err := c.insertEpic(ctx, &e); err != nil {
			return e, err
		}
		return e, c.created(ctx, "epic", e.UUID, epicFacts(e))
	})
}

// insertEpic stores an epic with its tags, if the project has room for it.
func (c *change) insertEpic(ctx context.Context, e *domain.Epic) (err error) {
	if err := c.room(ctx, domain.LimitEpics, c.tx.CountEpics); err != nil {
		return err
	}
	if e.ID, err = c.tx.InsertEpic(ctx, *e); err != nil {
		return err
	}
	return c.tx.SetEpicTags(ctx, e.ProjectID, e.ID, e.Tags)
}

// UpdateEpic changes what the input holds. An input that changes nothing leaves no trace.
func (a *App) UpdateEpic(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.EpicPatch]) (domain.Epic, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Epic, error) {
		access, err := tx.EpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Epic{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Epic{}, err
		}
		old, err := tx.Epic(ctx, uuid)
		if err != nil {
			return old, err
		}
		e := old
		if err := c.applyEpic(ctx, patch, &e); err != nil {
			return e, err
		}
		changed, err := c.updated(ctx, "epic", uuid, epicFacts(old), epicFacts(e))
		if err != nil || !changed {
			return old, err
		}
		e.UpdatedAt = c.now
		return e, c.saveEpic(ctx, patch, e)
	})
}

// applyEpic makes the change on e: plain fields, then references.
func (c *change) applyEpic(ctx context.Context, p domain.EpicPatch, e *domain.Epic) error {
	p.ApplyPlain(e)
	if err := c.refer(ctx, "super_epic_uuid", p.SuperEpic, c.tx.SuperEpicID, &e.SuperEpicID, &e.SuperEpicUUID); err != nil {
		return err
	}
	return c.referTags(ctx, p.Tags, &e.Tags)
}

// saveEpic stores a changed epic with the tags that the patch sets.
func (c *change) saveEpic(ctx context.Context, p domain.EpicPatch, e domain.Epic) error {
	if err := c.tx.UpdateEpic(ctx, e); err != nil || !p.Tags.Set {
		return err
	}
	return c.tx.SetEpicTags(ctx, e.ProjectID, e.ID, e.Tags)
}

// DeleteEpic removes an epic. Its tickets are detached and their minutes count in no epic; its roadmap
// links go with it.
func (a *App) DeleteEpic(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.EpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		e, err := tx.Epic(ctx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "epic", uuid, epicFacts(e)); err != nil {
			return err
		}
		if err := c.detachTickets(ctx, e); err != nil {
			return err
		}
		if err := c.deleteLinks(ctx, domain.Node{Type: domain.EpicNode, UUID: uuid}); err != nil {
			return err
		}
		return tx.DeleteEpic(ctx, e.ID)
	})
}

// detachTickets takes every ticket out of an epic, which is a change of each, and their minutes with
// them. It costs the same number of statements whatever the number of tickets.
func (c *change) detachTickets(ctx context.Context, e domain.Epic) error {
	row, err := c.sign(ctx, domain.Change{Noun: "ticket", What: "epic", From: string(encode(e.UUID)), To: string(encode(nil))})
	if err != nil {
		return err
	}
	if err := c.tx.DetachTickets(ctx, e.ID, row); err != nil {
		return err
	}
	return c.tx.LeaveEpic(ctx, e.ProjectID, e.ID)
}
