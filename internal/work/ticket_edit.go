package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
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

func typeFact(uuid *string) Fact { return Fact{"type", uuid} }

// TicketView gives a ticket as its page shows it to the members of its project.
func (a *Tickets) TicketView(ctx context.Context, caller domain.Caller, uuid string) (TicketView, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (TicketView, error) {
		access, err := store.TicketAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return TicketView{}, err
		}
		return ticketView(ctx, tx, uuid)
	})
}

func ticketView(ctx context.Context, tx *db.Tx, uuid string) (v TicketView, err error) {
	if v.Ticket, err = store.Ticket(ctx, tx, uuid); err != nil {
		return v, err
	}
	cards, err := store.CardsByID(ctx, tx, []int64{v.ID})
	if err != nil {
		return v, err
	}
	v.Card = cards[0] // the ticket is there
	if v.Before, err = store.TicketsBefore(ctx, tx, v.ID); err != nil {
		return v, err
	}
	if v.After, err = store.TicketsAfter(ctx, tx, v.ID); err != nil {
		return v, err
	}
	v.Subtasks, err = db.Collect(store.Subtasks(ctx, tx, v.ID))
	return v, err
}

// AddTicket adds a ticket to a project; it is CreateTicket with all that the dashboard may set.
func (a *Tickets) AddTicket(ctx context.Context, caller domain.Caller, project string, in domain.Input[TicketEdit]) (TicketView, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (TicketView, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		c, edit, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
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
func (a *Tickets) EditTicket(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[TicketEdit]) (TicketView, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (TicketView, error) {
		access, err := store.TicketAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		c, edit, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
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
func (c *Change) retype(ctx context.Context, t domain.Ticket, to domain.Opt[*string]) (changed bool, err error) {
	if !to.Set {
		return false, nil
	}
	old, err := store.TypeOfTicket(ctx, c.Tx, t.ID)
	if err != nil {
		return false, err
	}
	changed, err = c.Updated(ctx, TicketNoun, t.UUID, []Fact{typeFact(old)}, []Fact{typeFact(to.Value)})
	if err != nil || !changed {
		return false, err
	}
	return true, c.setType(ctx, t.ID, to.Value)
}

func (c *Change) setType(ctx context.Context, ticketID int64, uuid *string) error {
	var id *int64
	if err := c.refer(ctx, "type_uuid", domain.Some(uuid), store.TicketTypeID, &id, new(*string)); err != nil {
		return err
	}
	return store.SetTicketType(ctx, c.Tx, ticketID, id, c.Now)
}
