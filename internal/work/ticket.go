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

// The words of the change log for a ticket and its status.
const (
	TicketNoun  = "ticket"
	StatusField = "status"
)

// TicketQuery is what a caller may ask of a list of tickets; references are uuids.
type TicketQuery struct {
	Sprint, Epic *string
	UpdatedSince *time.Time
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
		{"epic", t.EpicUUID},
		{"sprint", t.SprintUUID},
		{"assignee_id", t.AssigneeID},
		{"acceptance_criteria", t.AcceptanceCriteria},
		{"dependencies", UuidsOf(t.Dependencies, func(r domain.TicketRef) string { return r.UUID })},
		{"tags", TagUUIDs(t.Tags)},
	}
}

// Tickets lists the tickets of a project. A filter that names nothing of this project is NotFound.
func (a *Tickets) Tickets(ctx context.Context, caller domain.Caller, project string, in domain.Input[TicketQuery], out List[domain.Ticket]) error {
	var filter domain.TicketFilter
	return list(ctx, a.DB, caller, project, out,
		func(tx *db.Tx, access domain.Access) (total int, err error) {
			if filter, err = ticketFilter(ctx, tx, access, in); err != nil {
				return 0, err
			}
			return store.CountTickets(ctx, tx, filter)
		},
		func(tx *db.Tx, _ domain.Access) iter.Seq2[domain.Ticket, error] {
			return store.Tickets(ctx, tx, filter)
		})
}

func ticketFilter(ctx context.Context, tx *db.Tx, access domain.Access, in domain.Input[TicketQuery]) (domain.TicketFilter, error) {
	q, err := in.Get()
	if err != nil {
		return domain.TicketFilter{}, err
	}
	f := domain.TicketFilter{ProjectID: access.ProjectID, UpdatedSince: q.UpdatedSince, Page: q.Page}
	if f.SprintID, err = filterBy(ctx, tx, "sprint", access, q.Sprint, store.SprintID); err != nil {
		return f, err
	}
	f.EpicID, err = filterBy(ctx, tx, "epic", access, q.Epic, store.EpicID)
	return f, err
}

// filterBy resolves the uuid a list is filtered by.
func filterBy(ctx context.Context, tx *db.Tx, noun string, access domain.Access, uuid *string, find lookup) (*int64, error) {
	if uuid == nil {
		return nil, nil //nolint:nilnil // no filter is a valid answer
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

// Ticket gives one ticket with its subtasks to the members of its project.
func (a *Tickets) Ticket(ctx context.Context, as Reader, uuid string) (TicketDetail, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (TicketDetail, error) {
		if err := as.ticket(ctx, tx, uuid); err != nil {
			return TicketDetail{}, err
		}
		t, err := store.Ticket(ctx, tx, uuid)
		if err != nil {
			return TicketDetail{}, err
		}
		subtasks, err := db.Collect(store.Subtasks(ctx, tx, t.ID))
		return TicketDetail{t, subtasks}, err
	})
}

// CreateTicket adds a ticket to a project.
func (a *Tickets) CreateTicket(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Ticket, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return domain.Ticket{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Ticket{}, err
		}
		t, err := c.createTicket(ctx, TicketEdit{TicketPatch: patch})
		if err != nil {
			return t, err
		}
		return c.named(ctx, t, nil)
	})
}

// named gives a ticket that was just stored as a read would: all that it shows is known, but for the name of an assignee that
// was not there before.
func (c *Change) named(ctx context.Context, t domain.Ticket, before *int64) (domain.Ticket, error) {
	if t.AssigneeID == nil {
		t.AssigneeName = nil
		return t, nil
	}
	if before != nil && *before == *t.AssigneeID {
		return t, nil
	}
	return store.Ticket(ctx, c.Tx, t.UUID)
}

// createTicket stores a new ticket and logs it.
func (c *Change) createTicket(ctx context.Context, edit TicketEdit) (domain.Ticket, error) {
	t := domain.NewTicket(db.NewUUID(), c.Project.ProjectID, c.Project.ProjectUUID, c.Now)
	if err := c.applyTicket(ctx, edit.TicketPatch, &t); err != nil {
		return t, err
	}
	var err error
	if t.ID, err = store.InsertTicket(ctx, c.Tx, t); err != nil {
		return t, err
	}
	facts := TicketFacts(t)
	if edit.Type.Set {
		if err := c.setType(ctx, t.ID, edit.Type.Value); err != nil {
			return t, err
		}
		facts = append(facts, typeFact(edit.Type.Value))
	}
	return t, c.Created(ctx, TicketNoun, t.UUID, facts)
}

// UpdateTicket changes what the input holds. An input that changes nothing leaves no trace.
func (a *Tickets) UpdateTicket(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Ticket, error) {
		access, err := store.TicketAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Ticket{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Ticket{}, err
		}
		old, err := store.Ticket(ctx, tx, uuid)
		if err != nil {
			return old, err
		}
		t, changed, err := c.changeTicket(ctx, old, TicketEdit{TicketPatch: patch})
		if err != nil || !changed {
			return t, err
		}
		return c.named(ctx, t, old.AssigneeID)
	})
}

// editTicket changes a ticket as the edit says.
func (c *Change) editTicket(ctx context.Context, uuid string, edit TicketEdit) error {
	old, err := store.Ticket(ctx, c.Tx, uuid)
	if err != nil {
		return err
	}
	_, _, err = c.changeTicket(ctx, old, edit)
	return err
}

// changeTicket changes a ticket that was read; changed is false when the edit leaves it as it was.
func (c *Change) changeTicket(ctx context.Context, old domain.Ticket, edit TicketEdit) (t domain.Ticket, changed bool, err error) {
	t = old
	if err := c.applyTicket(ctx, edit.TicketPatch, &t); err != nil {
		return t, false, err
	}
	changed, err = c.Updated(ctx, TicketNoun, t.UUID, TicketFacts(old), TicketFacts(t))
	if err != nil {
		return t, false, err
	}
	if changed {
		t.UpdatedAt = c.Now
		if err := c.saveTicket(ctx, edit.TicketPatch, old, t); err != nil {
			return t, false, err
		}
	}
	retyped, err := c.retype(ctx, t, edit.Type)
	return t, changed || retyped, err
}

// applyTicket makes the change on t: plain fields, then status, then references.
func (c *Change) applyTicket(ctx context.Context, p domain.TicketPatch, t *domain.Ticket) error {
	p.ApplyPlain(t, c.Now)
	named, err := store.Resolve(ctx, c.Tx, c.Project.ProjectID, namesIn(p, *t))
	if err != nil {
		return err
	}
	if err := c.applyStatus(ctx, p.Status, named.Done, t); err != nil {
		return err
	}
	if err := settle("epic_uuid", p.Epic, named.EpicID, &t.EpicID, &t.EpicUUID); err != nil {
		return err
	}
	if err := settle("sprint_uuid", p.Sprint, named.SprintID, &t.SprintID, &t.SprintUUID); err != nil {
		return err
	}
	if err := c.referUser(ctx, "assignee_id", p.AssigneeID, &t.AssigneeID); err != nil {
		return err
	}
	if err := settleTags(p.Tags, named, &t.Tags); err != nil {
		return err
	}
	return c.referTickets(ctx, p.Dependencies, &t.Dependencies)
}

// namesIn gives the names in a patch that mean something to its ticket.
func namesIn(p domain.TicketPatch, t domain.Ticket) store.Names {
	names := store.Names{Epic: p.Epic.Value, Sprint: p.Sprint.Value}
	if p.Tags.Set {
		names.Tags = withTags(p.Tags.Value, t.Tags)
	}
	if moves(p.Status, t) {
		names.Statuses = []string{t.Status, p.Status.Value}
	}
	return names
}

// moves tells whether a ticket gets another status.
func moves(to domain.Opt[string], t domain.Ticket) bool { return to.Set && to.Value != t.Status }

// applyStatus moves the ticket to a status of its project, built-in or custom.
func (c *Change) applyStatus(ctx context.Context, to domain.Opt[string], done map[string]bool, t *domain.Ticket) error {
	if !moves(to, *t) {
		return nil
	}
	next, ok := done[to.Value]
	if !ok {
		return c.noStatus(ctx, to.Value)
	}
	t.SetStatus(to.Value, done[t.Status], next, c.Now)
	return nil
}

// noStatus refuses a status that the project does not have and tells which it has.
func (c *Change) noStatus(ctx context.Context, key string) error {
	statuses, err := db.Collect(store.Statuses(ctx, c.Tx, c.Project.ProjectID))
	if err != nil {
		return err
	}
	keys := UuidsOf(statuses, func(s domain.Status) string { return s.Key })
	return domain.Invalidf("status must be one of this project's: %s, not %q", strings.Join(keys, ", "), key).At(StatusField)
}

// saveTicket stores a changed ticket and what the change means for others: the tickets that show its
// title, and the place where its minutes count.
func (c *Change) saveTicket(ctx context.Context, p domain.TicketPatch, old, t domain.Ticket) error {
	if err := store.UpdateTicket(ctx, c.Tx, t); err != nil {
		return err
	}
	if err := c.saveTicketLinks(ctx, p, t); err != nil {
		return err
	}
	if old.Title != t.Title {
		if err := store.TouchDependents(ctx, c.Tx, t.ID, c.Now); err != nil {
			return err
		}
	}
	return c.moveEffort(ctx, t, store.PlaceOf(old), store.PlaceOf(t))
}

// saveTicketLinks stores the tags and dependencies that the patch sets, and refuses a cycle.
func (c *Change) saveTicketLinks(ctx context.Context, p domain.TicketPatch, t domain.Ticket) error {
	if p.Tags.Set {
		if err := store.SetTicketTags(ctx, c.Tx, t); err != nil {
			return err
		}
	}
	if !p.Dependencies.Set {
		return nil
	}
	if err := store.SetDependencies(ctx, c.Tx, t); err != nil {
		return err
	}
	cycle, err := store.DependsOnItself(ctx, c.Tx, t.ID)
	if err == nil && cycle {
		return domain.Invalidf("dependencies must not form a cycle: this ticket would depend on itself").At("dependencies")
	}
	return err
}
