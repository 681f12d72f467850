package work

import (
	"context"
	"iter"
	"strings"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Names in the change log for a ticket and its status.
const (
	TicketNoun  = "ticket"
	StatusField = "status"
)

// TicketQuery selects tickets; references are uuids, except that users are identified by id and statuses by key.
type TicketQuery struct {
	Sprint, Epic, Type, Tag *string

	AssigneeID   *int64
	Status       *string
	Text         string // its words must occur in the title and description, or in a comment
	UpdatedSince *time.Time
	Sort         domain.TicketSort
	Page         domain.Page
}

// TicketDetail is a ticket with its subtasks.
type TicketDetail struct {
	domain.Ticket
	Subtasks []domain.Subtask
}

func TicketFacts(t domain.Ticket) []Fact {
	return []Fact{
		{"title", t.Title},
		{"description", t.Description},
		{"priority", t.Priority},
		{"status", t.Status},
		{"story_points", t.StoryPoints},
		{"start_date", t.StartDate},
		{"due_date", t.DueDate},
		{"epic", t.EpicUUID},
		{"sprint", t.SprintUUID},
		{"assignee_id", t.AssigneeID},
		{"acceptance_criteria", t.AcceptanceCriteria},
		{"dependencies", UuidsOf(t.Dependencies, func(r domain.TicketRef) string { return r.UUID })},
		{"tags", TagUUIDs(t.Tags)},
		{"rank", t.Rank},
		{"type", t.TypeUUID},
	}
}

// Tickets lists the tickets of a project. A filter that names a sprint or epic of another project gives a NotFound error; one that names a type,
// tag, status or user that the project does not have gives an Invalid error.
func (a *Tickets) Tickets(ctx context.Context, caller domain.Caller, project string, in domain.Input[TicketQuery], out List[domain.Ticket]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, q TicketQuery) (int, iter.Seq2[domain.Ticket, error], error) {
			filter, err := q.filter(ctx, tx, access)
			if err != nil {
				return 0, nil, err
			}
			total, err := store.CountTickets(ctx, tx, filter)
			return total, store.Tickets(ctx, tx, filter), err
		})
}

// filterBy resolves the uuid a list is filtered by.
func filterBy(ctx context.Context, tx *db.Tx, noun string, access domain.Access, uuid *string, find lookup) (*int64, error) {
	if uuid == nil {
		return nil, nil //nolint:nilnil // having no filter is valid
	}
	id, ok, err := find(ctx, tx, access.ProjectID, *uuid)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, domain.Errorf(domain.NotFound, "this project has no such %s", noun)
	}
	return &id, nil
}

// Ticket returns a ticket with its subtasks.
func (a *Tickets) Ticket(ctx context.Context, caller domain.Caller, uuid string) (TicketDetail, error) {
	return Read(ctx, a.DB, Target{caller, store.TicketAccess, uuid}, func(tx *db.Tx, _ domain.Access) (TicketDetail, error) {
		return ticketDetail(ctx, tx, uuid)
	})
}

func ticketDetail(ctx context.Context, tx *db.Tx, uuid string) (TicketDetail, error) {
	t, err := store.Ticket(ctx, tx, uuid)
	if err != nil {
		return TicketDetail{}, err
	}
	detail := TicketDetail{t, []domain.Subtask{}}
	err = tx.Together(ctx, store.SubtasksLookup(t.ID, &detail.Subtasks), store.NamesLookup(&detail.Ticket))
	return detail, err
}

// CreateTicket adds a ticket to a project.
func (a *Tickets) CreateTicket(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	look := func(tx *db.Tx, access domain.Access, patch domain.TicketPatch, named *store.Resolved) []db.Statement {
		return named.Lookups(tx, access.ProjectID, namesIn(patch, ""))
	}
	create := func(c *Change, patch domain.TicketPatch, named store.Resolved) (domain.Ticket, error) {
		return c.createTicket(ctx, patch, named)
	}
	write := AddKnowing[domain.TicketPatch, store.Resolved, domain.Ticket]
	if patch, _ := in.Get(); patch.After.Set || patch.Before.Set { // another new ticket may get the place beside that ticket
		write = WriteKnowing
	}
	return write(ctx, a.Instance, OfProject(caller, project), domain.WriteWork, in.Further(), look, create)
}

// createTicket stores a new ticket and logs it.
func (c *Change) createTicket(ctx context.Context, patch domain.TicketPatch, named store.Resolved) (domain.Ticket, error) {
	t := domain.NewTicket(db.NewUUID(), c.Project.ProjectID, c.Project.ProjectUUID, c.Now)
	if err := c.applyTicket(ctx, patch, named, &t); err != nil {
		return t, err
	}
	var err error
	t.ProjectKey = c.state.Key
	if t.Number, err = c.takeNumber(ctx); err != nil {
		return t, err
	}
	c.state.LastRank = t.Rank
	if err := store.InsertTicket(ctx, c.Tx, t); err != nil {
		return t, err
	}
	return t, c.Created(ctx, TicketNoun, t.UUID, TicketFacts(t))
}

// UpdateTicket applies the fields set in the input. If nothing changes, nothing is logged.
func (a *Tickets) UpdateTicket(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	type known struct {
		old   domain.Ticket
		named store.Resolved
	}
	look := func(tx *db.Tx, access domain.Access, patch domain.TicketPatch, k *known) []db.Statement {
		return append(k.named.Lookups(tx, access.ProjectID, namesIn(patch, uuid)), store.TicketLookup(uuid, &k.old))
	}
	return WriteKnowing(ctx, a.Instance, Target{caller, store.TicketAccess, uuid}, domain.WriteWork, in.Further(), look,
		func(c *Change, patch domain.TicketPatch, k known) (domain.Ticket, error) {
			if k.old.ID == 0 {
				return k.old, domain.NoSuch("ticket") // deleted a moment ago
			}
			if err := c.matchTicket(ctx, &k.old); err != nil {
				return k.old, err
			}
			t, changed, err := c.changeTicket(ctx, k.old, patch, k.named)
			if err == nil && !changed {
				err = c.Tx.Together(ctx, store.NamesLookup(&t))
			}
			return t, err
		})
}

// matchTicket is like match. It also reads what the version of a ticket depends on besides the ticket.
func (c *Change) matchTicket(ctx context.Context, t *domain.Ticket) error {
	if c.Caller.Match == nil {
		return nil
	}
	if err := c.Tx.Together(ctx, store.NamesLookup(t)); err != nil {
		return err
	}
	return c.match(*t)
}

// changeTicket changes a ticket; changed is false if the patch leaves it as it was.
func (c *Change) changeTicket(
	ctx context.Context, old domain.Ticket, patch domain.TicketPatch, named store.Resolved,
) (t domain.Ticket, changed bool, err error) {
	t = old
	if err := c.applyTicket(ctx, patch, named, &t); err != nil {
		return t, false, err
	}
	changed, err = c.Updated(ctx, TicketNoun, t.UUID, TicketFacts(old), TicketFacts(t))
	if err != nil {
		return t, false, err
	}
	if changed {
		t.UpdatedAt = c.Now
		err = c.saveTicket(ctx, patch, old, t)
	}
	return t, changed, err
}

// applyTicket applies a patch to t: plain fields, then status, then references and its place in the order. It reports everything that is wrong with the input.
func (c *Change) applyTicket(ctx context.Context, p domain.TicketPatch, named store.Resolved, t *domain.Ticket) error {
	p.ApplyPlain(t, c.Now)
	return c.check(
		c.applyStatus(ctx, p.Status, named.Done, t),
		settle("epic_uuid", p.Epic, named.EpicID, &t.EpicID, &t.EpicUUID),
		settle("sprint_uuid", p.Sprint, named.SprintID, &t.SprintID, &t.SprintUUID),
		settleAssignee(p.AssigneeID, named, t),
		settleType(p.Type, named, t),
		settleTags(p.Tags, named, &t.Tags),
		settleDependencies(p.Dependencies, named, &t.Dependencies),
		c.place(ctx, p, named.Place, t),
		c.checkDates(p, t),
	)
}

// checkDates compares the dates of a ticket if the patch sets one of them and both could be decoded.
func (c *Change) checkDates(p domain.TicketPatch, t *domain.Ticket) error {
	if !p.SetsDates() || domain.IsAbout(c.invalid, "start_date", "due_date") {
		return nil
	}
	return domain.CheckTicketDates(t.StartDate, t.DueDate)
}

// namesIn returns the references in a patch that must be looked up. ticket is the uuid of the ticket that the patch changes, or empty if it
// creates one.
func namesIn(p domain.TicketPatch, ticket string) store.Names {
	names := store.Names{
		Epic: p.Epic.Value, Sprint: p.Sprint.Value, Assignee: p.AssigneeID.Value, Dependencies: p.Dependencies.Value,
		Type: p.Type.Value, DefaultType: ticket == "" && !p.Type.Set, After: p.After.Value, Before: p.Before.Value, Ticket: ticket,
	}
	if p.Tags.Set {
		names.Tags = append([]string{}, p.Tags.Value...)
	}
	if p.Status.Set {
		names.Statuses = []string{p.Status.Value}
	}
	return names
}

// moves reports whether a ticket changes status.
func moves(to domain.Opt[string], t domain.Ticket) bool { return to.Set && to.Value != t.Status }

// applyStatus moves the ticket to a status of its project, built-in or custom.
func (c *Change) applyStatus(ctx context.Context, to domain.Opt[string], done map[string]bool, t *domain.Ticket) error {
	if !moves(to, *t) {
		return nil
	}
	next, ok := done[to.Value]
	if !ok {
		return noStatus(ctx, c.Tx, c.Project.ProjectID, to.Value)
	}
	t.SetStatus(to.Value, done[t.Status], next, c.Now)
	return nil
}

// noStatus returns the error for a status that the project does not have. The error lists the project's statuses.
func noStatus(ctx context.Context, tx *db.Tx, projectID int64, key string) error {
	statuses, err := db.Collect(store.Statuses(ctx, tx, projectID))
	if err != nil {
		return err
	}
	keys := UuidsOf(statuses, func(s domain.Status) string { return s.Key })
	return domain.Invalidf("status must be one of this project's: %s, not %q", strings.Join(keys, ", "), key).At(StatusField)
}

// saveTicket stores a changed ticket and updates the data that depends on it: the tickets that show its title, and the sprint and epic
// towards which its minutes count.
func (c *Change) saveTicket(ctx context.Context, p domain.TicketPatch, old, t domain.Ticket) error {
	if err := store.UpdateTicket(ctx, c.Tx, t); err != nil {
		return err
	}
	if err := c.saveTicketLinks(ctx, p, t); err != nil {
		return err
	}
	if old.Title != t.Title {
		if err := store.MarkDependentsModified(ctx, c.Tx, t.ID, c.Now); err != nil {
			return err
		}
	}
	return c.moveEffort(ctx, t, store.ScopeOf(old), store.ScopeOf(t))
}

// saveTicketLinks stores the tags and dependencies set in the patch.
func (c *Change) saveTicketLinks(ctx context.Context, p domain.TicketPatch, t domain.Ticket) error {
	if p.Tags.Set {
		if err := store.SetTicketTags(ctx, c.Tx, t); err != nil {
			return err
		}
	}
	if !p.Dependencies.Set {
		return nil
	}
	return store.SetDependencies(ctx, c.Tx, t)
}
