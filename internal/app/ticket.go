package app

import (
	"context"
	"iter"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
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

func ticketFacts(t domain.Ticket) []fact {
	return []fact{
		{"title", t.Title},
		{"description", t.Description},
		{"priority", t.Priority},
		{"status", t.Status},
		{"story_points", t.StoryPoints},
		{"epic", t.EpicUUID},
		{"sprint", t.SprintUUID},
		{"assignee_id", t.AssigneeID},
		{"acceptance_criteria", t.AcceptanceCriteria},
		{"dependencies", uuidsOf(t.Dependencies, func(r domain.TicketRef) string { return r.UUID })},
		{"tags", tagUUIDs(t.Tags)},
	}
}

// Tickets lists the tickets of a project. A filter that names nothing of this project is NotFound.
func (a *App) Tickets(ctx context.Context, caller domain.Caller, project string, in domain.Input[TicketQuery], out List[domain.Ticket]) error {
	var filter domain.TicketFilter
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (total int, err error) {
			if filter, err = ticketFilter(ctx, tx, access, in); err != nil {
				return 0, err
			}
			return tx.CountTickets(ctx, filter)
		},
		func(tx *store.Tx, _ domain.Access) iter.Seq2[domain.Ticket, error] { return tx.Tickets(ctx, filter) })
}

func ticketFilter(ctx context.Context, tx *store.Tx, access domain.Access, in domain.Input[TicketQuery]) (domain.TicketFilter, error) {
	q, err := in.Get()
	if err != nil {
		return domain.TicketFilter{}, err
	}
	f := domain.TicketFilter{ProjectID: access.ProjectID, UpdatedSince: q.UpdatedSince, Page: q.Page}
	if f.SprintID, err = filterBy(ctx, "sprint", access, q.Sprint, tx.SprintID); err != nil {
		return f, err
	}
	f.EpicID, err = filterBy(ctx, "epic", access, q.Epic, tx.EpicID)
	return f, err
}

// filterBy resolves the uuid a list is filtered by.
func filterBy(ctx context.Context, noun string, access domain.Access, uuid *string, find lookup) (*int64, error) {
	if uuid == nil {
		return nil, nil //nolint:nilnil // no filter is a valid answer
	}
	id, ok, err := find(ctx, access.ProjectID, *uuid)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, domain.Errorf(domain.NotFound, "this project has no such %s", noun)
	}
	return &id, nil
}

// Ticket gives one ticket with its subtasks to the members of its project.
func (a *App) Ticket(ctx context.Context, as Reader, uuid string) (TicketDetail, error) {
	return read(ctx, a, func(tx *store.Tx) (TicketDetail, error) {
		if err := as.ticket(ctx, tx, uuid); err != nil {
			return TicketDetail{}, err
		}
		t, err := tx.Ticket(ctx, uuid)
		if err != nil {
			return TicketDetail{}, err
		}
		subtasks, err := store.Collect(tx.Subtasks(ctx, t.ID))
		return TicketDetail{t, subtasks}, err
	})
}

// CreateTicket adds a ticket to a project.
func (a *App) CreateTicket(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Ticket, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.Ticket{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
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
func (c *change) named(ctx context.Context, t domain.Ticket, before *int64) (domain.Ticket, error) {
	if t.AssigneeID == nil {
		t.AssigneeName = nil
		return t, nil
	}
	if before != nil && *before == *t.AssigneeID {
		return t, nil
	}
	return c.tx.Ticket(ctx, t.UUID)
}

// createTicket stores a new ticket and logs it.
func (c *change) createTicket(ctx context.Context, edit TicketEdit) (domain.Ticket, error) {
	t := domain.NewTicket(newUUID(), c.project.ProjectID, c.project.ProjectUUID, c.now)
	if err := c.applyTicket(ctx, edit.TicketPatch, &t); err != nil {
		return t, err
	}
	var err error
	if t.ID, err = c.tx.InsertTicket(ctx, t); err != nil {
		return t, err
	}
	facts := ticketFacts(t)
	if edit.Type.Set {
		if err := c.setType(ctx, t.ID, edit.Type.Value); err != nil {
			return t, err
		}
		facts = append(facts, typeFact(edit.Type.Value))
	}
	return t, c.created(ctx, ticketNoun, t.UUID, facts)
}

// UpdateTicket changes what the input holds. An input that changes nothing leaves no trace.
func (a *App) UpdateTicket(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TicketPatch]) (domain.Ticket, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Ticket, error) {
		access, err := tx.TicketAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Ticket{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Ticket{}, err
		}
		old, err := tx.Ticket(ctx, uuid)
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
func (c *change) editTicket(ctx context.Context, uuid string, edit TicketEdit) error {
	old, err := c.tx.Ticket(ctx, uuid)
	if err != nil {
		return err
	}
	_, _, err = c.changeTicket(ctx, old, edit)
	return err
}

// changeTicket changes a ticket that was read; changed is false when the edit leaves it as it was.
func (c *change) changeTicket(ctx context.Context, old domain.Ticket, edit TicketEdit) (t domain.Ticket, changed bool, err error) {
	t = old
	if err := c.applyTicket(ctx, edit.TicketPatch, &t); err != nil {
		return t, false, err
	}
	changed, err = c.updated(ctx, ticketNoun, t.UUID, ticketFacts(old), ticketFacts(t))
	if err != nil {
		return t, false, err
	}
	if changed {
		t.UpdatedAt = c.now
		if err := c.saveTicket(ctx, edit.TicketPatch, old, t); err != nil {
			return t, false, err
		}
	}
	retyped, err := c.retype(ctx, t, edit.Type)
	return t, changed || retyped, err
}

// applyTicket makes the change on t: plain fields, then status, then references.
func (c *change) applyTicket(ctx context.Context, p domain.TicketPatch, t *domain.Ticket) error {
	p.ApplyPlain(t, c.now)
	named, err := c.tx.Resolve(ctx, c.project.ProjectID, namesIn(p, *t))
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
func (c *change) applyStatus(ctx context.Context, to domain.Opt[string], done map[string]bool, t *domain.Ticket) error {
	if !moves(to, *t) {
		return nil
	}
	next, ok := done[to.Value]
	if !ok {
		return c.noStatus(ctx, to.Value)
	}
	t.SetStatus(to.Value, done[t.Status], next, c.now)
	return nil
}

// noStatus refuses a status that the project does not have and tells which it has.
func (c *change) noStatus(ctx context.Context, key string) error {
	statuses, err := store.Collect(c.tx.Statuses(ctx, c.project.ProjectID))
	if err != nil {
		return err
	}
	keys := uuidsOf(statuses, func(s domain.Status) string { return s.Key })
	return domain.Invalidf("status must be one of this project's: %s, not %q", strings.Join(keys, ", "), key).At(statusField)
}

// saveTicket stores a changed ticket and what the change means for others: the tickets that show its
// title, and the place where its minutes count.
func (c *change) saveTicket(ctx context.Context, p domain.TicketPatch, old, t domain.Ticket) error {
	if err := c.tx.UpdateTicket(ctx, t); err != nil {
		return err
	}
	if err := c.saveTicketLinks(ctx, p, t); err != nil {
		return err
	}
	if old.Title != t.Title {
		if err := c.tx.TouchDependents(ctx, t.ID, c.now); err != nil {
			return err
		}
	}
	return c.moveEffort(ctx, t, store.PlaceOf(old), store.PlaceOf(t))
}

// saveTicketLinks stores the tags and dependencies that the patch sets, and refuses a cycle.
func (c *change) saveTicketLinks(ctx context.Context, p domain.TicketPatch, t domain.Ticket) error {
	if p.Tags.Set {
		if err := c.tx.SetTicketTags(ctx, t); err != nil {
			return err
		}
	}
	if !p.Dependencies.Set {
		return nil
	}
	if err := c.tx.SetDependencies(ctx, t); err != nil {
		return err
	}
	cycle, err := c.tx.DependsOnItself(ctx, t.ID)
	if err == nil && cycle {
		return domain.Invalidf("dependencies must not form a cycle: this ticket would depend on itself").At("dependencies")
	}
	return err
}
