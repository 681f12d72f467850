package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// ProjectEdit is what the dashboard may change of a project: what the API may, and who sees daily rates.
type ProjectEdit struct {
	domain.ProjectPatch

	RatesFor domain.Opt[string]
}

// AddProject is CreateProject with all that the dashboard may set.
func (a *App) AddProject(ctx context.Context, caller domain.Caller, edit ProjectEdit) (domain.Project, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Project, error) {
		p := domain.NewProject(newUUID(), edit.ProjectPatch, a.clock())
		edit.applyAudience(&p)
		var err error
		if p.ID, err = tx.InsertProject(ctx, p); err != nil {
			return p, err
		}
		if err := addDefaults(ctx, tx, p.ID); err != nil {
			return p, err
		}
		if _, err := tx.InsertMember(ctx, ownerOf(p, caller.UserID)); err != nil {
			return p, err
		}
		c := &change{tx: tx, caller: caller, project: domain.Access{ProjectID: p.ID}, now: p.CreatedAt, revision: 1, touched: true}
		return p, c.created(ctx, "project", p.UUID, projectFacts(p))
	})
}

// applyAudience says who sees daily rates, if the edit does.
func (e ProjectEdit) applyAudience(p *domain.Project) {
	if e.RatesFor.Set {
		p.RatesFor = domain.RatesFor(e.RatesFor.Value)
	}
}

// EditProject changes a project for its owner; it is UpdateProject with all that the dashboard may set.
func (a *App) EditProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[ProjectEdit]) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, edit, err := open(ctx, a, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return err
		}
		_, err = c.editProject(ctx, uuid, edit)
		return err
	})
}

// editProject changes the project that is locked. An edit that changes nothing leaves no trace.
func (c *change) editProject(ctx context.Context, uuid string, edit ProjectEdit) (domain.Project, error) {
	old, err := c.tx.Project(ctx, uuid, c.caller.UserID)
	if err != nil {
		return old, err
	}
	p := old
	edit.Apply(&p, c.now)
	edit.applyAudience(&p)
	changed, err := c.updated(ctx, "project", uuid, projectFacts(old), projectFacts(p))
	if err != nil || !changed {
		return old, err
	}
	return p, c.tx.UpdateProject(ctx, p)
}

// DeleteNamedProject removes a project and all that is in it, for its owner, who types its name to be sure.
func (a *App) DeleteNamedProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[string]) error {
	defer a.deletions.wake()
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, name, err := open(ctx, a, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return err
		}
		p, err := tx.Project(ctx, uuid, caller.UserID)
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
func (c *change) deleteProject(ctx context.Context, p domain.Project) error {
	if err := c.deleted(ctx, "project", p.UUID, projectFacts(p)); err != nil {
		return err
	}
	return c.tx.DeleteProject(ctx, p.ID, c.now)
}
