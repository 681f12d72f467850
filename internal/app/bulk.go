package app

import (
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// Bulk is one change to many tickets of a project.
type Bulk struct {
	Tickets    []string   // uuids
	Set        TicketEdit // what all of them get
	AddTags    []string
	RemoveTags []string
	Delete     bool // instead of all the others
}

// ChangeTickets makes one change to many tickets, all or none, by the rules of a single change. It gives the number of
// those that it changed: what is so already leaves no trace.
func (a *App) ChangeTickets(ctx context.Context, caller domain.Caller, project string, in domain.Input[Bulk]) (int, error) {
	return write(ctx, a, func(tx *store.Tx) (int, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return 0, err
		}
		c, b, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return 0, err
		}
		if err := c.checkBulk(ctx, b); err != nil {
			return 0, err
		}
		return c.bulk(ctx, b)
	})
}

// checkBulk refuses what names nothing of the project, before anything is changed.
func (c *change) checkBulk(ctx context.Context, b Bulk) error {
	tickets, err := c.tx.TicketsByUUID(ctx, c.project.ProjectID, b.Tickets)
	if err != nil {
		return err
	}
	if missing := missingFrom(b.Tickets, tickets, func(r domain.TicketRef) string { return r.UUID }); missing != "" {
		return domain.Invalidf("tickets must name tickets of this project; it has none with the uuid %q", missing).At("tickets")
	}
	if err := c.checkTags(ctx, "add_tags", b.AddTags); err != nil {
		return err
	}
	return c.checkTags(ctx, "remove_tags", b.RemoveTags)
}

// checkTags refuses tags that are none of the project's.
func (c *change) checkTags(ctx context.Context, field string, uuids []string) error {
	tags, err := c.tx.TagsByUUID(ctx, c.project.ProjectID, uuids)
	if err != nil {
		return err
	}
	if missing := missingFrom(uuids, tags, func(t domain.Tag) string { return t.UUID }); missing != "" {
		return domain.Invalidf("%s must name tags of this project; it has none with the uuid %q", field, missing).At(field)
	}
	return nil
}

func (c *change) bulk(ctx context.Context, b Bulk) (changed int, err error) {
	for _, uuid := range b.Tickets {
		if b.Delete {
			if err := c.deleteTicket(ctx, uuid); err != nil {
				return 0, err
			}
			changed++
			continue
		}
		old, err := c.tx.Ticket(ctx, uuid)
		if err != nil {
			return 0, err
		}
		edit, err := b.of(old)
		if err != nil {
			return 0, err
		}
		_, differs, err := c.changeTicket(ctx, old, edit)
		if err != nil {
			return 0, err
		}
		if differs {
			changed++
		}
	}
	return changed, nil
}

// of is what the change means for one ticket.
func (b Bulk) of(t domain.Ticket) (TicketEdit, error) {
	edit := b.Set
	if len(b.AddTags) == 0 && len(b.RemoveTags) == 0 {
		return edit, nil
	}
	tags := slices.DeleteFunc(tagUUIDs(t.Tags), func(uuid string) bool { return slices.Contains(b.RemoveTags, uuid) })
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
