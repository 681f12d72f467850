package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func superEpicFacts(s domain.SuperEpic) []Fact {
	return []Fact{
		{"title", s.Title},
		{"description", s.Description},
		{"status", s.Status},
		{"tags", TagUUIDs(s.Tags)},
	}
}

// SuperEpics lists the super-epics of a project.
func (a *Plan) SuperEpics(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.SuperEpic]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.SuperEpic, error], error) {
			total, err := store.CountSuperEpics(ctx, tx, access.ProjectID)
			return total, store.SuperEpics(ctx, tx, access.ProjectID, p), err
		})
}

// SuperEpic returns one super-epic.
func (a *Plan) SuperEpic(ctx context.Context, caller domain.Caller, uuid string) (domain.SuperEpic, error) {
	return Read(ctx, a.DB, Target{caller, store.SuperEpicAccess, uuid}, func(tx *db.Tx, _ domain.Access) (domain.SuperEpic, error) {
		return store.SuperEpic(ctx, tx, uuid)
	})
}

// CreateSuperEpic adds a super-epic to a project.
func (a *Plan) CreateSuperEpic(
	ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SuperEpicPatch],
) (domain.SuperEpic, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.SuperEpicPatch) (domain.SuperEpic, error) {
		s := domain.NewSuperEpic(db.NewUUID(), c.Project.ProjectID, c.Now)
		if err := c.applySuperEpic(ctx, patch, &s); err != nil {
			return s, err
		}
		if err := c.insertSuperEpic(ctx, &s); err != nil {
			return s, err
		}
		return s, c.Created(ctx, "super-epic", s.UUID, superEpicFacts(s))
	})
}

// insertSuperEpic stores a super-epic with its tags, unless the project has reached its limit.
func (c *Change) insertSuperEpic(ctx context.Context, s *domain.SuperEpic) (err error) {
	if err := c.room(ctx, domain.LimitSuperEpics, store.CountSuperEpics); err != nil {
		return err
	}
	if s.ID, err = store.InsertSuperEpic(ctx, c.Tx, *s); err != nil {
		return err
	}
	return store.SetSuperEpicTags(ctx, c.Tx, s.ProjectID, s.ID, s.Tags)
}

// UpdateSuperEpic applies the fields set in the input. If nothing changes, nothing is logged.
func (a *Plan) UpdateSuperEpic(
	ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SuperEpicPatch],
) (domain.SuperEpic, error) {
	on := Target{caller, store.SuperEpicAccess, uuid}
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.SuperEpicPatch) (domain.SuperEpic, error) {
		old, err := store.SuperEpic(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(old)
		}
		if err != nil {
			return old, err
		}
		s := old
		if err := c.applySuperEpic(ctx, patch, &s); err != nil {
			return s, err
		}
		changed, err := c.Updated(ctx, "super-epic", uuid, superEpicFacts(old), superEpicFacts(s))
		if err != nil || !changed {
			return old, err
		}
		s.UpdatedAt = c.Now
		return s, c.saveSuperEpic(ctx, patch, s)
	})
}

func (c *Change) applySuperEpic(ctx context.Context, p domain.SuperEpicPatch, s *domain.SuperEpic) error {
	p.ApplyPlain(s)
	return c.check(c.referTags(ctx, p.Tags, &s.Tags))
}

// saveSuperEpic stores a changed super-epic and, if the patch sets them, its tags.
func (c *Change) saveSuperEpic(ctx context.Context, p domain.SuperEpicPatch, s domain.SuperEpic) error {
	if err := store.UpdateSuperEpic(ctx, c.Tx, s); err != nil || !p.Tags.Set {
		return err
	}
	return store.SetSuperEpicTags(ctx, c.Tx, s.ProjectID, s.ID, s.Tags)
}

// DeleteSuperEpic deletes a super-epic and its roadmap links. Its epics are detached.
func (a *Plan) DeleteSuperEpic(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.SuperEpicAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		s, err := store.SuperEpic(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(s)
		}
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
		return store.DeleteSuperEpic(ctx, c.Tx, s.ID)
	})
}

// detachEpics detaches every epic from a super-epic and logs a change for each epic.
func (c *Change) detachEpics(ctx context.Context, s domain.SuperEpic) error {
	row, err := c.sign(ctx, domain.Change{Noun: "epic", What: "super_epic", From: string(Encode(s.UUID)), To: string(Encode(nil))})
	if err != nil {
		return err
	}
	return store.DetachEpics(ctx, c.Tx, s.ID, row)
}
