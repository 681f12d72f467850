package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func epicFacts(e domain.Epic) []Fact {
	return []Fact{
		{"title", e.Title},
		{"description", e.Description},
		{"status", e.Status},
		{"super_epic", e.SuperEpicUUID},
		{"tags", TagUUIDs(e.Tags)},
		{"start_date", e.StartDate},
		{"target_date", e.TargetDate},
	}
}

// Epics lists the epics of a project.
func (a *Plan) Epics(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.Epic]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.Epic, error], error) {
			total, err := store.CountEpics(ctx, tx, access.ProjectID)
			return total, store.Epics(ctx, tx, access.ProjectID, p), err
		})
}

// Epic returns one epic.
func (a *Plan) Epic(ctx context.Context, caller domain.Caller, uuid string) (domain.Epic, error) {
	return Read(ctx, a.DB, Target{caller, store.EpicAccess, uuid}, func(tx *db.Tx, _ domain.Access) (domain.Epic, error) {
		return store.Epic(ctx, tx, uuid)
	})
}

// CreateEpic adds an epic to a project.
func (a *Plan) CreateEpic(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.EpicPatch]) (domain.Epic, error) {
	return Write(ctx, a.Instance, OfProject(caller, project), domain.WriteWork, in.Further(), func(c *Change, patch domain.EpicPatch) (domain.Epic, error) {
		e := domain.NewEpic(db.NewUUID(), c.Project.ProjectID, c.Now)
		if err := c.applyEpic(ctx, patch, &e); err != nil {
			return e, err
		}
		if err := c.insertEpic(ctx, &e); err != nil {
			return e, err
		}
		return e, c.Created(ctx, "epic", e.UUID, epicFacts(e))
	})
}

// insertEpic stores an epic with its tags, unless the project has reached its limit.
func (c *Change) insertEpic(ctx context.Context, e *domain.Epic) (err error) {
	if err := c.room(ctx, domain.LimitEpics, store.CountEpics); err != nil {
		return err
	}
	if e.ID, err = store.InsertEpic(ctx, c.Tx, *e); err != nil {
		return err
	}
	return store.SetEpicTags(ctx, c.Tx, e.ProjectID, e.ID, e.Tags)
}

// UpdateEpic applies the fields set in the input. If nothing changes, nothing is logged.
func (a *Plan) UpdateEpic(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.EpicPatch]) (domain.Epic, error) {
	on := Target{caller, store.EpicAccess, uuid}
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.EpicPatch) (domain.Epic, error) {
		old, err := store.Epic(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(old)
		}
		if err != nil {
			return old, err
		}
		e := old
		if err := c.applyEpic(ctx, patch, &e); err != nil {
			return e, err
		}
		changed, err := c.Updated(ctx, "epic", uuid, epicFacts(old), epicFacts(e))
		if err != nil || !changed {
			return old, err
		}
		e.UpdatedAt = c.Now
		if open := e.Status != domain.EpicDone; open != (old.Status != domain.EpicDone) {
			if err := store.EngageEpic(ctx, c.Tx, e.ProjectID, e.ID, open); err != nil {
				return e, err
			}
		}
		return e, c.saveEpic(ctx, patch, e)
	})
}

// applyEpic applies a patch to e: plain fields, then references.
func (c *Change) applyEpic(ctx context.Context, p domain.EpicPatch, e *domain.Epic) error {
	return c.check(
		p.ApplyPlain(e),
		c.refer(ctx, "super_epic_uuid", p.SuperEpic, store.SuperEpicID, &e.SuperEpicID, &e.SuperEpicUUID),
		c.referTags(ctx, p.Tags, &e.Tags),
	)
}

// saveEpic stores a changed epic and, if the patch sets them, its tags.
func (c *Change) saveEpic(ctx context.Context, p domain.EpicPatch, e domain.Epic) error {
	if err := store.UpdateEpic(ctx, c.Tx, e); err != nil || !p.Tags.Set {
		return err
	}
	return store.SetEpicTags(ctx, c.Tx, e.ProjectID, e.ID, e.Tags)
}

// DeleteEpic deletes an epic and its roadmap links. Its tickets are detached, and their minutes no longer count towards any epic.
func (a *Plan) DeleteEpic(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.EpicAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		e, err := store.Epic(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(e)
		}
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
		return store.DeleteEpic(ctx, c.Tx, e.ID)
	})
}

// detachTickets detaches all tickets and their minutes from an epic and logs a change for each ticket. The number of statements does not
// depend on the number of tickets.
func (c *Change) detachTickets(ctx context.Context, e domain.Epic) error {
	row, err := c.sign(ctx, domain.Change{Noun: "ticket", What: "epic", From: string(Encode(e.UUID)), To: string(Encode(nil))})
	if err != nil {
		return err
	}
	if err := store.DetachTickets(ctx, c.Tx, e.ID, row); err != nil {
		return err
	}
	return store.LeaveEpic(ctx, c.Tx, e.ProjectID, e)
}
