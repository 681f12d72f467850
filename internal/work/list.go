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

// list runs a use case that lists items of a project.
func list[T any](ctx context.Context, d *db.DB, caller domain.Caller, project string, out List[T],
	count func(*db.Tx, domain.Access) (int, error),
	items func(*db.Tx, domain.Access) iter.Seq2[T, error],
) error {
	return d.Read(ctx, func(tx *db.Tx) error {
		access, err := OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		total, err := count(tx, access)
		if err != nil {
			return err
		}
		return out(total, items(tx, access))
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
