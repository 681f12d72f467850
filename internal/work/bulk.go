package work

import (
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Bulk is one change to many tickets of a project.
type Bulk struct {
	Tickets    []string           // uuids
	Set        domain.TicketPatch // applied to every ticket; After or Before puts all of them there, in the order that they have
	AddTags    []string
	RemoveTags []string
	Place      domain.RankEnd // if set, the tickets are put at this end of the order
	Delete     bool           // if set, the tickets are deleted and the other changes are ignored
}

// Changed is what a bulk change has done.
type Changed struct {
	Tickets int    // how many actually changed
	Moves   []Move // of the tickets, if they were put somewhere in the order, also of those that were there already
}

// ChangeTickets applies one change to many tickets in a single transaction, under the same rules as a change to one ticket.
func (a *Tickets) ChangeTickets(ctx context.Context, caller domain.Caller, project string, in domain.Input[Bulk]) (Changed, error) {
	return Write(ctx, a.Instance, OfProject(caller, project), domain.WriteWork, in, func(c *Change, b Bulk) (Changed, error) {
		tickets, err := c.checkBulk(ctx, b)
		if err != nil {
			return Changed{}, err
		}
		moves, err := c.moveAll(ctx, b, tickets)
		if err != nil {
			return Changed{}, err
		}
		b.Set.After, b.Set.Before = domain.Opt[string]{}, domain.Opt[string]{}
		n, err := c.changeAll(ctx, tickets, func(domain.Ticket) Bulk { return b })
		return Changed{n, moves}, err
	})
}

// checkBulk reads the tickets, of which there must be at least one, and rejects any ticket or tag that is not in the project, before any change is made.
func (c *Change) checkBulk(ctx context.Context, b Bulk) ([]domain.Ticket, error) {
	switch {
	case len(b.Tickets) == 0:
		return nil, domain.Invalidf("tickets must name at least one ticket").At("tickets")
	case b.Place != "" && (b.Set.After.Set || b.Set.Before.Set):
		return nil, domain.Invalidf("place must not be given together with after_uuid or before_uuid").At("place")
	}
	tickets, err := c.wholeTickets(ctx, "tickets", b.Tickets)
	if err != nil {
		return nil, err
	}
	if err := c.checkTags(ctx, "add_tags", b.AddTags); err != nil {
		return nil, err
	}
	return tickets, c.checkTags(ctx, "remove_tags", b.RemoveTags)
}

// wholeTickets returns the tickets with these uuids, and rejects any that is not in the project.
func (c *Change) wholeTickets(ctx context.Context, field string, uuids []string) ([]domain.Ticket, error) {
	found, err := store.WholeTickets(ctx, c.Tx, c.Project.ProjectID, uuids)
	if err != nil {
		return nil, err
	}
	tickets := make([]domain.Ticket, 0, len(uuids))
	for _, uuid := range uuids {
		t, ok := found[uuid]
		if !ok {
			return nil, domain.Invalidf("%s must name tickets of this project; it has none with the uuid %q", field, uuid).At(field)
		}
		tickets = append(tickets, t)
	}
	return tickets, nil
}

// checkTags rejects tags that are not in the project.
func (c *Change) checkTags(ctx context.Context, field string, uuids []string) error {
	tags, err := store.TagsByUUID(ctx, c.Tx, c.Project.ProjectID, uuids)
	if err != nil {
		return err
	}
	if missing := missingFrom(uuids, tags, func(t domain.Tag) string { return t.UUID }); missing != "" {
		return domain.Invalidf("%s must name tags of this project; it has none with the uuid %q", field, missing).At(field)
	}
	return nil
}

// changeAll changes the tickets one by one, but moves the logged minutes of all of them together.
func (c *Change) changeAll(ctx context.Context, tickets []domain.Ticket, of func(domain.Ticket) Bulk) (changed int, err error) {
	c.bulk = true
	var moving []int64
	for _, t := range tickets {
		if of(t).movesEffort(t) {
			moving = append(moving, t.ID)
		}
	}
	if err := store.TakeEffort(ctx, c.Tx, moving); err != nil {
		return 0, err
	}
	for _, old := range tickets {
		differs, err := c.changeOne(ctx, of(old), old)
		if err != nil {
			return 0, err
		}
		if differs {
			changed++
		}
	}
	return changed, store.GiveEffort(ctx, c.Tx, c.Project.ProjectID, moving)
}

// movesEffort reports whether a ticket's minutes must be moved because it changes sprint or epic, or is deleted.
func (b Bulk) movesEffort(t domain.Ticket) bool {
	return b.Delete || differs(b.Set.Sprint, t.SprintUUID) || differs(b.Set.Epic, t.EpicUUID)
}

func differs(to domain.Opt[*string], now *string) bool {
	return to.Set && (to.Value == nil) != (now == nil) || to.Set && now != nil && *to.Value != *now
}

func (c *Change) changeOne(ctx context.Context, b Bulk, old domain.Ticket) (differs bool, err error) {
	if b.Delete {
		return true, c.deleteTicket(ctx, old.UUID) // reads the ticket again, since deleting an earlier ticket may have changed it
	}
	edit, err := b.of(old)
	if err != nil {
		return false, err
	}
	named, err := store.Resolve(ctx, c.Tx, c.Project.ProjectID, namesIn(edit, old.UUID))
	if err != nil {
		return false, err
	}
	_, differs, err = c.changeTicket(ctx, old, edit, named)
	return differs, err
}

// moveEffort moves one ticket's minutes from one scope to another. In a bulk change it does nothing, since changeAll moves the minutes of
// all tickets together.
func (c *Change) moveEffort(ctx context.Context, t domain.Ticket, from, to store.Scope) error {
	if c.bulk {
		return nil
	}
	return store.MoveEffort(ctx, c.Tx, t.ProjectID, t.ID, from, to)
}

// of returns the patch to apply to one ticket.
func (b Bulk) of(t domain.Ticket) (domain.TicketPatch, error) {
	edit := b.Set
	if len(b.AddTags) == 0 && len(b.RemoveTags) == 0 {
		return edit, nil
	}
	tags := slices.DeleteFunc(TagUUIDs(t.Tags), func(uuid string) bool { return slices.Contains(b.RemoveTags, uuid) })
	for _, uuid := range b.AddTags {
		if !slices.Contains(tags, uuid) {
			tags = append(tags, uuid)
		}
	}
	if most := domain.Rules("tags").Items; len(tags) > most {
		return edit, domain.Invalidf("a ticket has at most %d tags, and %q would have %d", most, t.Title, len(tags)).At("add_tags")
	}
	edit.Tags = domain.Some(tags)
	return edit, nil
}
