package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// List receives a list within the transaction that reads it: the total number of items, and the items as they are read. It must not use the
// sequence after it returns.
type List[T any] func(total int, items iter.Seq2[T, error]) error

// Items returns a sequence with each of its items converted.
func Items[From, To any](from iter.Seq2[From, error], convert func(From) To) iter.Seq2[To, error] {
	return func(yield func(To, error) bool) {
		for item, err := range from {
			if !yield(convert(item), err) {
				return
			}
		}
	}
}

// list runs a use case that lists items. The input says which of them: a page, or a query with a page.
func list[In, T any](ctx context.Context, d *db.DB, t Target, in domain.Input[In], out List[T],
	read func(tx *db.Tx, access domain.Access, want In) (total int, items iter.Seq2[T, error], err error),
) error {
	return d.Read(ctx, func(tx *db.Tx) error {
		access, err := t.Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		want, err := in.Get()
		if err != nil {
			return err
		}
		total, items, err := read(tx, access, want)
		if err != nil {
			return err
		}
		return out(total, items)
	})
}

// ListOfTicket is like list, for items that belong to a ticket.
func ListOfTicket[In, T any](ctx context.Context, d *db.DB, caller domain.Caller, ticket string, in domain.Input[In], out List[T],
	read func(tx *db.Tx, access domain.Access, ticketID int64, want In) (total int, items iter.Seq2[T, error], err error),
) error {
	return list(ctx, d, Target{caller, store.TicketAccess, ticket}, in, out,
		func(tx *db.Tx, access domain.Access, want In) (int, iter.Seq2[T, error], error) {
			id, _, err := store.TicketID(ctx, tx, access.ProjectID, ticket) // the ticket exists, since TicketAccess found it in the same snapshot
			if err != nil {
				return 0, nil, err
			}
			return read(tx, access, id, want)
		})
}

// ofTicket runs a use case that reads data belonging to a ticket.
func ofTicket[T any](ctx context.Context, d *db.DB, caller domain.Caller, ticket string,
	get func(tx *db.Tx, access domain.Access, ticketID int64) (T, error),
) (T, error) {
	return Read(ctx, d, Target{caller, store.TicketAccess, ticket}, func(tx *db.Tx, access domain.Access) (T, error) {
		id, _, err := store.TicketID(ctx, tx, access.ProjectID, ticket) // the ticket exists, since TicketAccess found it in the same snapshot
		if err != nil {
			var none T
			return none, err
		}
		return get(tx, access, id)
	})
}
