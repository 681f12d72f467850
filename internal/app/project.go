package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func projectFacts(p domain.Project) []fact {
	return []fact{
		{"name", p.Name},
		{"description", p.Description},
		{"color", p.Color},
		{"default_dod", p.DefaultDoD},
		{"contingency_pct", p.ContingencyPct},
		{"budget", p.Budget},
		{"rates_for", p.RatesFor},
	}
}

// Projects lists the projects the caller is in.
func (a *App) Projects(ctx context.Context, caller domain.Caller, out List[domain.Project]) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		total, err := tx.CountProjects(ctx, caller.UserID)
		if err != nil {
			return err
		}
		return out(total, tx.Projects(ctx, caller.UserID))
	})
}

// Project gives one project to its members.
func (a *App) Project(ctx context.Context, caller domain.Caller, uuid string) (domain.Project, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.Project, error) {
		access, err := tx.ProjectAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Project{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Project{}, err
		}
		return tx.Project(ctx, uuid, caller.UserID)
	})
}

// CreateProject makes a project with its default statuses and ticket types; the caller owns it.
func (a *App) CreateProject(ctx context.Context, caller domain.Caller, patch domain.ProjectPatch) (domain.Project, error) {
	return a.AddProject(ctx, caller, ProjectEdit{ProjectPatch: patch})
}

// addDefaults gives a new project its built-in statuses and ticket types.
func addDefaults(ctx context.Context, tx *store.Tx, projectID int64) error {
	for _, s := range domain.DefaultStatuses() {
		if err := tx.InsertStatus(ctx, projectID, s); err != nil {
			return err
		}
	}
	for i, name := range domain.DefaultTicketTypes() {
		t := domain.TicketType{UUID: newUUID(), Name: name, SortOrder: int64(i) + 1, IsDefault: i == 0}
		if _, err := tx.InsertTicketType(ctx, projectID, t); err != nil {
			return err
		}
	}
	return nil
}

func ownerOf(p domain.Project, userID int64) domain.Member {
	return domain.Member{
		UUID:      newUUID(),
		ProjectID: p.ID,
		UserID:    userID,
		Role:      domain.Owner,
		ScrumRole: domain.DefaultScrumRole,
		Status:    domain.MemberActive,
		CreatedAt: p.CreatedAt,
		UpdatedAt: p.CreatedAt,
	}
}

// UpdateProject changes a project for its owner.
func (a *App) UpdateProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.ProjectPatch]) (domain.Project, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Project, error) {
		access, err := tx.ProjectAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Project{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return domain.Project{}, err
		}
		return c.editProject(ctx, uuid, ProjectEdit{ProjectPatch: patch})
	})
}

// DeleteProject removes a project and all that is in it, for its owner.
func (a *App) DeleteProject(ctx context.Context, caller domain.Caller, uuid string) error {
	defer a.deletions.wake()
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.OwnProject)
		if err != nil {
			return err
		}
		p, err := tx.Project(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		return c.deleteProject(ctx, p)
	})
}
