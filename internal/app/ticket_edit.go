package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// TicketEdit is what the dashboard may set of a ticket: what the API may, and its type.
type TicketEdit struct {
	domain.TicketPatch

	Type domain.Opt[*string] // uuid
}

// TicketView is all that the page of a ticket shows of it.
type TicketView struct {
	domain.Ticket

	Card     domain.Card
	Before   []domain.TicketLink // what it depends on
	After    []domain.TicketLink // what depends on it
	Subtasks []domain.Subtask
}

func typeFact(uuid *string) fact { return fact{"type", uuid} }

// TicketView gives a ticket as its page shows it to the members of its project.
func (a *App) TicketView(ctx context.Context, caller domain.Caller, uuid string) (TicketView, error) {
	return read(ctx, a, func(tx *store.Tx) (TicketView, error) {
		access, err := tx.TicketAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return TicketView{}, err
		}
		return ticketView(ctx, tx, uuid)
	})
}

func ticketView(ctx context.Context, tx *store.Tx, uuid string) (v TicketView, err error) {
	if v.Ticket, err = tx.Ticket(ctx, uuid); err != nil {
		return v, err
	}
	cards, err := tx.CardsByID(ctx, []int64{v.ID})
	if err != nil {
		return v, err
	}
	v.Card = cards[0] // the ticket is there
	if v.Before, err = tx.TicketsBefore(ctx, v.ID); err != nil {
		return v, err
	}
	if v.After, err = tx.TicketsAfter(ctx, v.ID); err != nil {
		return v, err
	}
	v.Subtasks, err = store.Collect(tx.Subtasks(ctx, v.ID))
	return v, err
}

// AddTicket adds a ticket to a project; it is CreateTicket with all that the dashboard may set.
func (a *App) AddTicket(ctx context.Context, caller domain.Caller, project string, in domain.Input[TicketEdit]) (TicketView, error) {
	return write(ctx, a, func(tx *store.Tx) (TicketView, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		c, edit, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return TicketView{}, err
		}
		t, err := c.createTicket(ctx, edit)
		if err != nil {
			return TicketView{}, err
		}
		return ticketView(ctx, tx, t.UUID)
	})
}

// EditTicket changes what the input holds; it is UpdateTicket with all that the dashboard may set.
func (a *App) EditTicket(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[TicketEdit]) (TicketView, error) {
	return write(ctx, a, func(tx *store.Tx) (TicketView, error) {
		access, err := tx.TicketAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		c, edit, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return TicketView{}, err
		}
		if err := c.editTicket(ctx, uuid, edit); err != nil {
			return TicketView{}, err
		}
		return ticketView(ctx, tx, uuid)
	})
}

// retype gives a ticket another type and logs it; changed is false when it has that type already.
func (c *change) retype(ctx context.Context, t domain.Ticket, to domain.Opt[*string]) (changed bool, err error) {
	if !to.Set {
		return false, nil
	}
	old, err := c.tx.TypeOfTicket(ctx, t.ID)
	if err != nil {
		return false, err
	}
	changed, err = c.updated(ctx, ticketNoun, t.UUID, []fact{typeFact(old)}, []fact{typeFact(to.Value)})
	if err != nil || !changed {
		return false, err
	}
	return true, c.setType(ctx, t.ID, to.Value)
}

func (c *change) setType(ctx context.Context, ticketID int64, uuid *string) error {
	var id *int64
	if err := c.refer(ctx, "type_uuid", domain.Some(uuid), c.tx.TicketTypeID, &id, new(*string)); err != nil {
		return err
	}
	return c.tx.SetTicketType(ctx, ticketID, id, c.now)
}
