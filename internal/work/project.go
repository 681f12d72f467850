package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func ProjectFacts(p domain.Project) []Fact {
	return []Fact{
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
func (a *Projects) Projects(ctx context.Context, caller domain.Caller, out List[domain.Project]) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error {
		total, err := store.CountProjects(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		return out(total, store.Projects(ctx, tx, caller.UserID))
	})
}

// Project gives one project to its members.
func (a *Projects) Project(ctx context.Context, caller domain.Caller, uuid string) (domain.Project, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (domain.Project, error) {
		access, err := store.ProjectAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Project{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Project{}, err
		}
		return store.Project(ctx, tx, uuid, caller.UserID)
	})
}

// CreateProject makes a project with its default statuses and ticket types; the caller owns it.
func (a *Projects) CreateProject(ctx context.Context, caller domain.Caller, patch domain.ProjectPatch) (domain.Project, error) {
	return a.AddProject(ctx, caller, ProjectEdit{ProjectPatch: patch})
}

// addDefaults gives a new project its built-in statuses and ticket types.
func addDefaults(ctx context.Context, tx *db.Tx, projectID int64) error {
	for _, s := range domain.DefaultStatuses() {
		if err := store.InsertStatus(ctx, tx, projectID, s); err != nil {
			return err
		}
	}
	for i, name := range domain.DefaultTicketTypes() {
		t := domain.TicketType{UUID: db.NewUUID(), Name: name, SortOrder: int64(i) + 1, IsDefault: i == 0}
		if _, err := store.InsertTicketType(ctx, tx, projectID, t); err != nil {
			return err
		}
	}
	return nil
}

func ownerOf(p domain.Project, userID int64) domain.Member {
	return domain.Member{
		UUID:      db.NewUUID(),
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
func (a *Projects) UpdateProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.ProjectPatch]) (domain.Project, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Project, error) {
		access, err := store.ProjectAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Project{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return domain.Project{}, err
		}
		return c.editProject(ctx, uuid, ProjectEdit{ProjectPatch: patch})
	})
}

// DeleteProject removes a project and all that is in it, for its owner.
func (a *Projects) DeleteProject(ctx context.Context, caller domain.Caller, uuid string) error {
	defer a.deletions.Wake()
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := store.ProjectAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := OpenBare(ctx, a.Instance, tx, caller, access, domain.OwnProject)
		if err != nil {
			return err
		}
		p, err := store.Project(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		return c.deleteProject(ctx, p)
	})
}
