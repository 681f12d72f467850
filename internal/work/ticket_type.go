package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func typeFact(uuid *string) Fact { return Fact{"type", uuid} }

// retype changes the type of a ticket and logs it; changed is false if the ticket already has that type.
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
