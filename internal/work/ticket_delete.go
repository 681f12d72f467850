package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// DeleteTicket removes a ticket. Its time entries stay, with its title, and so does their cost.
func (a *Tickets) DeleteTicket(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.TicketAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		return c.deleteTicket(ctx, uuid)
	})
}

func (c *Change) deleteTicket(ctx context.Context, uuid string) error {
	t, err := store.Ticket(ctx, c.Tx, uuid)
	if err != nil {
		return err
	}
	if err := c.deleted(ctx, TicketNoun, uuid, TicketFacts(t)); err != nil {
		return err
	}
	if err := c.moveEffort(ctx, t, store.PlaceOf(t), store.Place{}); err != nil {
		return err
	}
	if err := c.leaveDependents(ctx, t.ID); err != nil {
		return err
	}
	return store.DeleteTicket(ctx, c.Tx, t.ID, c.Now)
}

// leaveDependents tells what the end of a ticket changes in those that depend on it. It costs the same
// number of statements whatever their number.
func (c *Change) leaveDependents(ctx context.Context, ticketID int64) error {
	row, err := c.sign(ctx, domain.Change{})
	if err != nil {
		return err
	}
	if err := store.LogDependents(ctx, c.Tx, ticketID, row); err != nil {
		return err
	}
	return store.TouchDependents(ctx, c.Tx, ticketID, c.Now)
}
