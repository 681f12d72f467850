package work

import (
	"context"
	"strconv"

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
		{"currency", p.Currency},
		{"rates_for", p.RatesFor},
		{"workdays", texts(p.Workdays)},
		{"holidays", p.Holidays},
		{"key", p.Key},
	}
}

// texts returns numbers as the log shows them, because a list in the log is a list of strings.
func texts(numbers []int64) []string {
	list := make([]string, 0, len(numbers))
	for _, n := range numbers {
		list = append(list, strconv.FormatInt(n, 10))
	}
	return list
}

// Projects lists the caller's projects.
func (a *Projects) Projects(ctx context.Context, caller domain.Caller, in domain.Input[domain.Page], out List[domain.Project]) error {
	page, err := in.Get()
	if err != nil {
		return err
	}
	return a.DB.Read(ctx, func(tx *db.Tx) error {
		total, err := store.CountProjects(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		return out(total, store.Projects(ctx, tx, caller.UserID, page))
	})
}

// Project returns one project.
func (a *Projects) Project(ctx context.Context, caller domain.Caller, uuid string) (domain.Project, error) {
	return Read(ctx, a.DB, OfProject(caller, uuid), func(tx *db.Tx, _ domain.Access) (domain.Project, error) {
		return store.Project(ctx, tx, uuid, caller.UserID)
	})
}

// CreateProject creates a project with the default statuses and ticket types and, unless the patch sets them, the instance's currency and a key
// made of the letters of its name; the caller becomes its owner.
func (a *Projects) CreateProject(ctx context.Context, caller domain.Caller, patch domain.ProjectPatch) (domain.Project, error) {
	return writeOnce(ctx, a.Instance, caller, func(tx *db.Tx) (domain.Project, []string, error) {
		var err error
		if !patch.Currency.Set {
			if patch.Currency.Value, err = store.DefaultCurrency(ctx, tx); err != nil {
				return domain.Project{}, nil, err
			}
			patch.Currency.Set = true
		}
		p := domain.NewProject(db.NewUUID(), patch, a.Now())
		if p.ID, err = store.InsertProject(ctx, tx, p, domain.FirstBudget(p, IDOrNil(caller.UserID))); err != nil {
			return p, nil, err
		}
		if err := giveKey(ctx, tx, &p); err != nil {
			return p, nil, err
		}
		if err := addDefaults(ctx, tx, p.ID); err != nil {
			return p, nil, err
		}
		if _, err := store.InsertMember(ctx, tx, ownerOf(p, caller.UserID)); err != nil {
			return p, nil, err
		}
		c := &Change{Tx: tx, Caller: caller, Project: domain.Access{ProjectID: p.ID}, Now: p.CreatedAt, raised: true}
		c.state = &store.ProjectLock{Found: true, Revision: 1, ChangedAt: c.Now, NextNumber: p.NextNumber, Key: p.Key}
		return p, []string{p.UUID}, c.Created(ctx, "project", p.UUID, ProjectFacts(p))
	})
}

// addDefaults adds the built-in statuses and ticket types to a new project.
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

// UpdateProject applies the fields set in the input, on behalf of the owner. If nothing changes, nothing is logged. Another budget or
// contingency reserve is in force from today on. The old key of a project that gets another one keeps working.
func (a *Projects) UpdateProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.ProjectPatch]) (domain.Project, error) {
	defer a.relabels.Wake()
	on := OfProject(caller, uuid)
	return Write(ctx, a.Instance, on, domain.OwnProject, in, func(c *Change, patch domain.ProjectPatch) (domain.Project, error) {
		old, err := store.Project(ctx, c.Tx, uuid, caller.UserID)
		if err == nil {
			err = c.match(old)
		}
		if err != nil {
			return old, err
		}
		p := old
		patch.Apply(&p, c.Now)
		changed, err := c.Updated(ctx, "project", uuid, ProjectFacts(old), ProjectFacts(p))
		if err != nil || !changed {
			return old, err
		}
		if err := a.followBudget(ctx, c, old, p); err != nil {
			return old, err
		}
		if err := c.changeKey(ctx, old, p); err != nil {
			return old, err
		}
		return p, store.UpdateProject(ctx, c.Tx, p)
	})
}

// Unconfirmed is the input to DeleteProject for fronts that do not ask for the project's name, such as the public API.
func Unconfirmed() domain.Input[domain.Opt[string]] { return domain.Given(domain.Opt[string]{}) }

// DeleteProject deletes a project for everyone, on behalf of its owner. A background job removes its contents; see PurgeDeleted. The input
// is the name that the owner typed to confirm the deletion; if set, it must match the project's name.
func (a *Projects) DeleteProject(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.Opt[string]]) error {
	defer a.deletions.Wake()
	return Do(ctx, a.Instance, OfProject(caller, uuid), domain.OwnProject, in, func(c *Change, name domain.Opt[string]) error {
		p, err := store.Project(ctx, c.Tx, uuid, caller.UserID)
		if err == nil {
			err = c.match(p)
		}
		if err != nil {
			return err
		}
		if name.Set && name.Value != p.Name {
			return domain.Invalidf("name must be the name of the project, exactly as it is written").At("name")
		}
		if err := c.deleted(ctx, "project", p.UUID, ProjectFacts(p)); err != nil {
			return err
		}
		return store.DeleteProject(ctx, c.Tx, p.ID, c.Now)
	})
}
