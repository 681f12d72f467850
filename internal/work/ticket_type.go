package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func typeFact(uuid *string) Fact { return Fact{"type", uuid} }

// settleType checks that the type that a request names exists.
func settleType(to domain.Opt[*string], named store.Resolved) error {
	return settle("type_uuid", to, named.TypeID, new(*int64), new(*string))
}

// retype changes the type of a ticket and logs it; changed is false if the ticket already has that type.
func (c *Change) retype(ctx context.Context, t domain.Ticket, to domain.Opt[*string], named store.Resolved) (changed bool, err error) {
	if !to.Set {
		return false, nil
	}
	if err := settleType(to, named); err != nil {
		return false, err
	}
	changed, err = c.Updated(ctx, TicketNoun, t.UUID, []Fact{typeFact(named.OldType)}, []Fact{typeFact(to.Value)})
	if err != nil || !changed {
		return false, err
	}
	return true, store.SetTicketType(ctx, c.Tx, t.ID, named.TypeID, c.Now)
}
