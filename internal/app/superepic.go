package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func superEpicFacts(s domain.SuperEpic) []fact {
	return []fact{
		{"title", s.Title},
		{"description", s.Description},
		{"status", s.Status},
		{"tags", tagUUIDs(s.Tags)},
	}
}

// SuperEpics lists the super-epics of a project.
func (a *App) SuperEpics(ctx context.Context, caller domain.Caller, project string, out List[domain.SuperEpic]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) {
			return tx.CountSuperEpics(ctx, access.ProjectID)
		},
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.SuperEpic, error] {
			return tx.SuperEpics(ctx, access.ProjectID)
		})
}

// SuperEpic gives one super-epic to the members of its project.
func (a *App) SuperEpic(ctx context.Context, caller domain.Caller, uuid string) (domain.SuperEpic, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.SuperEpic, error) {
		access, err := tx.SuperEpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.SuperEpic{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.SuperEpic{}, err
		}
		return tx.SuperEpic(ctx, uuid)
	})
}

// CreateSuperEpic adds a super-epic to a project.
func (a *App) CreateSuperEpic(
	ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SuperEpicPatch],
) (domain.SuperEpic, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.SuperEpic, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.SuperEpic{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.SuperEpic{}, err
		}
		s := domain.NewSuperEpic(newUUID(), access.ProjectID, c.now)
		if err := c.applySuperEpic(ctx, patch, &s); err != nil {
			return s, err
		}
		if err := c.insertSuperEpic(ctx, &s); err != nil {
			return s, err
		}
		return s, c.created(ctx, "super-epic", s.UUID, superEpicFacts(s))
	})
}

// insertSuperEpic stores a super-epic with its tags, if the project has room for it.
func (c *change) insertSuperEpic(ctx context.Context, s *domain.SuperEpic) (err error) {
	if err := c.room(ctx, domain.LimitSuperEpics, c.tx.CountSuperEpics); err != nil {
		return err
	}
	if s.ID, err = c.tx.InsertSuperEpic(ctx, *s); err != nil {
		return err
	}
	return c.tx.SetSuperEpicTags(ctx, s.ProjectID, s.ID, s.Tags)
}

// UpdateSuperEpic changes what the input holds. An input that changes nothing leaves no trace.
func (a *App) UpdateSuperEpic(
	ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SuperEpicPatch],
) (domain.SuperEpic, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.SuperEpic, error) {
		access, err := tx.SuperEpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.SuperEpic{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.SuperEpic{}, err
		}
		old, err := tx.SuperEpic(ctx, uuid)
		if err != nil {
			return old, err
		}
		s := old
		if err := c.applySuperEpic(ctx, patch, &s); err != nil {
			return s, err
		}
		changed, err := c.updated(ctx, "super-epic", uuid, superEpicFacts(old), superEpicFacts(s))
		if err != nil || !changed {
			return old, err
		}
		s.UpdatedAt = c.now
		return s, c.saveSuperEpic(ctx, patch, s)
	})
}

func (c *change) applySuperEpic(ctx context.Context, p domain.SuperEpicPatch, s *domain.SuperEpic) error {
	p.ApplyPlain(s)
	return c.referTags(ctx, p.Tags, &s.Tags)
}

// saveSuperEpic stores a changed super-epic with the tags that the patch sets.
func (c *change) saveSuperEpic(ctx context.Context, p domain.SuperEpicPatch, s domain.SuperEpic) error {
	if err := c.tx.UpdateSuperEpic(ctx, s); err != nil || !p.Tags.Set {
		return err
	}
	return c.tx.SetSuperEpicTags(ctx, s.ProjectID, s.ID, s.Tags)
}

// DeleteSuperEpic removes a super-epic. Its epics are detached; its roadmap links go with it.
func (a *App) DeleteSuperEpic(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.SuperEpicAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		s, err := tx.SuperEpic(ctx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "super-epic", uuid, superEpicFacts(s)); err != nil {
			return err
		}
		if err := c.detachEpics(ctx, s); err != nil {
			return err
		}
		if err := c.deleteLinks(ctx, domain.Node{Type: domain.SuperEpicNode, UUID: uuid}); err != nil {
			return err
		}
		return tx.DeleteSuperEpic(ctx, s.ID)
	})
}

// detachEpics takes every epic out of a super-epic, which is a change of each.
func (c *change) detachEpics(ctx context.Context, s domain.SuperEpic) error {
	row, err := c.sign(ctx, domain.Change{Noun: "epic", What: "super_epic", From: string(encode(s.UUID)), To: string(encode(nil))})
	if err != nil {
		return err
	}
	return c.tx.DetachEpics(ctx, s.ID, row)
}
