package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// DeleteTicket deletes a ticket. Its time entries and their cost are kept, and the entries still show its title.
func (a *Tickets) DeleteTicket(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.TicketAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		return c.deleteTicket(ctx, uuid)
	})
}

func (c *Change) deleteTicket(ctx context.Context, uuid string) error {
	t, err := store.Ticket(ctx, c.Tx, uuid)
	if err == nil {
		err = c.matchTicket(ctx, &t)
	}
	if err != nil {
		return err
	}
	if err := c.deleted(ctx, TicketNoun, uuid, TicketFacts(t)); err != nil {
		return err
	}
	if err := c.moveEffort(ctx, t, store.ScopeOf(t), store.Scope{}); err != nil {
		return err
	}
	if err := c.leaveDependents(ctx, t.ID); err != nil {
		return err
	}
	return store.DeleteTicket(ctx, c.Tx, t.ID, c.Now)
}

// leaveDependents logs, for every ticket that depends on a deleted ticket, that it loses this dependency, and marks it as modified. The
// number of statements does not depend on the number of tickets.
func (c *Change) leaveDependents(ctx context.Context, ticketID int64) error {
	row, err := c.sign(ctx, domain.Change{})
	if err != nil {
		return err
	}
	if err := store.LogDependents(ctx, c.Tx, ticketID, row); err != nil {
		return err
	}
	return store.MarkDependentsModified(ctx, c.Tx, ticketID, c.Now)
}
