package transfer

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
	"earnest/internal/workspace"
)

// projectImport is the import of one project.
type projectImport struct {
	*importer
	from    *workspace.Project
	project domain.Project
	uuids   map[string]string          // of objects by ref
	ids     map[string]int64           // of objects by ref
	nodes   map[string]domain.NodeType // of epics and super-epics by ref
	types   map[string]domain.TicketType
	usual   string          // the name of the default ticket type
	done    map[string]bool // whether a status means done
	changed time.Time       // when anything in the project last changed
	content store.Content
}

func (im *importer) project(ctx context.Context, at workspace.Path, from *workspace.Project, uuids map[string]string) error {
	p := &projectImport{
		importer: im, from: from, uuids: uuids, changed: im.now,
		ids: map[string]int64{}, nodes: map[string]domain.NodeType{},
		types: map[string]domain.TicketType{}, done: map[string]bool{},
	}
	for _, step := range []func(context.Context) error{
		p.insertProject, p.insertStatuses, p.insertTypes, p.members, p.tags, p.superEpics, p.epics, p.sprints, p.tickets,
		p.subtasks, p.comments, p.timeEntries, p.milestones, p.links,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	p.commitments()
	p.commentaries()
	p.changes()
	if err := p.indicatorDays(); err != nil {
		return err
	}
	if err := store.InsertContent(ctx, p.tx, p.project.ID, &p.content); err != nil {
		return err
	}
	if err := p.attachments(ctx, at); err != nil {
		return err
	}
	return workstore.SetRevision(ctx, p.tx, p.project.ID, p.project.Revision, p.changed)
}

// stamps is like importer.stamps, but also records the project's last change.
func (p *projectImport) stamps(s workspace.Stamps) (created, updated time.Time) {
	created, updated = p.importer.stamps(s)
	p.changed = later(p.changed, updated)
	return created, updated
}

func (p *projectImport) insertProject(ctx context.Context) (err error) {
	created, updated := p.stamps(p.from.Stamps)
	patch := domain.ProjectPatch{
		Name:        domain.Some(p.from.Name),
		Description: domain.Some(p.from.Description),
		DefaultDoD:  domain.Some(p.from.DefaultDoD),
		Budget:      domain.Some(p.from.Budget),
		Currency:    domain.Some(p.from.Currency),
	}
	if p.from.Color != "" {
		patch.Color = domain.Some(p.from.Color)
	}
	if p.from.ContingencyPct != nil {
		patch.ContingencyPct = domain.Some(*p.from.ContingencyPct)
	}
	if len(p.from.Workdays) > 0 {
		patch.Workdays = domain.Some(p.from.Workdays)
	}
	patch.Holidays = domain.Some(p.from.HolidayDates())
	p.project = domain.NewProject(p.from.UUID, patch, updated)
	p.project.CreatedAt = created
	if p.from.RatesFor != "" {
		p.project.RatesFor = domain.RatesFor(p.from.RatesFor)
	}
	budgets, err := p.budgets()
	if err != nil {
		return err
	}
	p.number()
	if p.project.ID, err = workstore.InsertProject(ctx, p.tx, p.project, budgets...); err != nil {
		return err
	}
	return p.claimKeys(ctx)
}

func (p *projectImport) insertStatuses(ctx context.Context) error {
	for _, s := range p.from.AllStatuses() {
		p.done[s.Key] = s.IsDone
		if err := workstore.InsertStatus(ctx, p.tx, p.project.ID, s); err != nil {
			return err
		}
	}
	return nil
}

func (p *projectImport) insertTypes(ctx context.Context) error {
	for i, from := range p.from.AllTypes() {
		t := domain.TicketType{UUID: from.UUID, Name: from.Name, SortOrder: int64(i) + 1, IsDefault: from.Default}
		if t.UUID == "" {
			t.UUID = db.NewUUID()
		}
		taken, err := store.TakenUUIDs(ctx, p.tx, []string{t.UUID})
		if err != nil {
			return err
		}
		if len(taken) > 0 {
			return domain.Invalidf("the ticket type %q of the project %q: the database already has something with the uuid %q", t.Name, p.from.Name, t.UUID)
		}
		if t.ID, err = workstore.InsertTicketType(ctx, p.tx, p.project.ID, t); err != nil {
			return err
		}
		p.types[t.Name] = t
		if t.IsDefault {
			p.usual = t.Name
		}
	}
	return nil
}

// reserve reserves n ids in a table.
func (p *projectImport) reserve(ctx context.Context, table string, n int) ([]int64, error) {
	if n == 0 {
		return nil, nil
	}
	return p.tx.NewIDs(ctx, table, n)
}

// know records the id that a ref refers to.
func (p *projectImport) know(ref string, id int64) {
	if ref != "" {
		p.ids[ref] = id
	}
}

// refer returns the id and the uuid of the object that a ref refers to, or nil if the ref is empty.
func (p *projectImport) refer(ref string) (id *int64, uuid *string) {
	if ref == "" {
		return nil, nil
	}
	i, u := p.ids[ref], p.uuids[ref]
	return &i, &u
}

func (p *projectImport) members(ctx context.Context) error {
	ids, err := p.reserve(ctx, "members", len(p.from.Members))
	if err != nil {
		return err
	}
	for i, m := range p.from.Members {
		member := p.member(m)
		member.ID = ids[i]
		if i == p.from.Owner() {
			member.Role = domain.Owner
		}
		p.content.Members = append(p.content.Members, member)
		p.addRates(m.User, m.TJM, m.Rates)
	}
	for _, u := range p.from.FormerRates {
		p.addRates(u.User, u.TJM, u.Rates)
	}
	return nil
}

func (p *projectImport) member(m workspace.Member) domain.Member {
	created, updated := p.stamps(m.Stamps)
	member := domain.Member{
		UUID: m.UUID, UserID: p.user(m.User), Role: domain.DefaultRole, ScrumRole: domain.DefaultScrumRole,
		Status: domain.MemberActive, Service: m.Service, CreatedAt: created, UpdatedAt: updated,
	}
	if m.ProjectRole != "" {
		member.Role = domain.Role(m.ProjectRole)
	}
	if m.ScrumRole != "" {
		member.ScrumRole = m.ScrumRole
	}
	if m.Status != "" {
		member.Status = domain.MemberStatus(m.Status)
	}
	return member
}
