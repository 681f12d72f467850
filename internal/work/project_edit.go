package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// ProjectEdit is what the dashboard may change of a project: what the API may, and who sees daily rates.
type ProjectEdit struct {
	domain.ProjectPatch

	RatesFor domain.Opt[string]
}

// AddProject is CreateProject with all that the dashboard may set.
func (a *Projects) AddProject(ctx context.Context, caller domain.Caller, edit ProjectEdit) (domain.Project, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Project, error) {
		p := domain.NewProject(db.NewUUID(), edit.ProjectPatch, a.Now())
		edit.applyAudience(&p)
		var err error
		if p.ID, err = store.InsertProject(ctx, tx, p); err != nil {
			return p, err
		}
		if err := addDefaults(ctx, tx, p.ID); err != nil {
			return p, err
		}
		if _, err := store.InsertMember(ctx, tx, ownerOf(p, caller.UserID)); err != nil {
			return p, err
		}
		c := &Change{Tx: tx, Caller: caller, Project: domain.Access{ProjectID: p.ID}, Now: p.CreatedAt, revision: 1, touched: true}
		return p, c.Created(ctx, "project", p.UUID, ProjectFacts(p))
	})
}

// applyAudience says who sees daily rates, if the edit does.
func (e ProjectEdit) applyAudience(p *domain.Project) {
	if e.RatesFor.Set {
		p.RatesFor = domain.RatesFor(e.RatesFor.Value)
	}
}

// EditProject changes a project for its owner; it is UpdateProject with all that the dashboard may set.
func (a *Projects) EditProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[ProjectEdit]) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := store.ProjectAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, edit, err := Open(ctx, a.Instance, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return err
		}
		_, err = c.editProject(ctx, uuid, edit)
		return err
	})
}

// editProject changes the project that is locked. An edit that changes nothing leaves no trace.
func (c *Change) editProject(ctx context.Context, uuid string, edit ProjectEdit) (domain.Project, error) {
	old, err := store.Project(ctx, c.Tx, uuid, c.Caller.UserID)
	if err != nil {
		return old, err
	}
	p := old
	edit.Apply(&p, c.Now)
	edit.applyAudience(&p)
	changed, err := c.Updated(ctx, "project", uuid, ProjectFacts(old), ProjectFacts(p))
	if err != nil || !changed {
		return old, err
	}
	return p, store.UpdateProject(ctx, c.Tx, p)
}

// DeleteNamedProject removes a project and all that is in it, for its owner, who types its name to be sure.
func (a *Projects) DeleteNamedProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[string]) error {
	defer a.deletions.Wake()
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := store.ProjectAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, name, err := Open(ctx, a.Instance, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return err
		}
		p, err := store.Project(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		if name != p.Name {
			return domain.Invalidf("name must be the name of the project, exactly as it is written").At("name")
		}
		return c.deleteProject(ctx, p)
	})
}

// deleteProject deletes a project for everybody. What was in it is removed in the background; see PurgeDeleted.
func (c *Change) deleteProject(ctx context.Context, p domain.Project) error {
	if err := c.deleted(ctx, "project", p.UUID, ProjectFacts(p)); err != nil {
		return err
	}
	return store.DeleteProject(ctx, c.Tx, p.ID, c.Now)
}
