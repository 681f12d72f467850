package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// DeleteTicket removes a ticket. Its time entries stay, with its title, and so does their cost.
func (a *App) DeleteTicket(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.TicketAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		return c.deleteTicket(ctx, uuid)
	})
}

func (c *change) deleteTicket(ctx context.Context, uuid string) error {
	t, err := c.tx.Ticket(ctx, uuid)
	if err != nil {
		return err
	}
	if err := c.deleted(ctx, ticketNoun, uuid, ticketFacts(t)); err != nil {
		return err
	}
	if err := c.moveEffort(ctx, t, store.PlaceOf(t), store.Place{}); err != nil {
		return err
	}
	if err := c.leaveDependents(ctx, t.ID); err != nil {
		return err
	}
	return c.tx.DeleteTicket(ctx, t.ID, c.now)
}

// leaveDependents tells what the end of a ticket changes in those that depend on it. It costs the same
// number of statements whatever their number.
func (c *change) leaveDependents(ctx context.Context, ticketID int64) error {
	row, err := c.sign(ctx, domain.Change{})
	if err != nil {
		return err
	}
	if err := c.tx.LogDependents(ctx, ticketID, row); err != nil {
		return err
	}
	return c.tx.TouchDependents(ctx, ticketID, c.now)
}
