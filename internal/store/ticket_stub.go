package store

import (
	"context"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// TicketStub names a ticket as it is: another write to it, or to what it shows, gives it another moment. Only the assignee's name
// changes before the moment does.
type TicketStub struct {
	ID           int64
	UpdatedAt    time.Time
	AssigneeName *string
}

const ticketStubs = `
SELECT t.id, t.updated_at, u.firstname, u.lastname
FROM tickets t
LEFT JOIN users u ON u.id = t.assignee_id
WHERE t.deleted_at IS NULL`

// TicketStubs names a page of the tickets that pass the filter, in the order of Tickets.
func (tx *Tx) TicketStubs(ctx context.Context, f domain.TicketFilter) ([]TicketStub, error) {
	q := ticketList(ticketStubs, f)
	return Collect(each(ctx, tx, q, func(rows db.Rows) (s TicketStub, err error) {
		var assignee fullName
		err = rows.Scan(&s.ID, moment{&s.UpdatedAt}, &assignee.first, &assignee.last)
		s.AssigneeName = assignee.value()
		return s, err
	}))
}

// TicketsByID gives the tickets of these ids.
func (tx *Tx) TicketsByID(ctx context.Context, ids []int64) ([]domain.Ticket, error) {
	return Collect(each(ctx, tx, query{ticketColumns + ` AND t.id` + sqlText(tx.In(1)), []any{db.List(tx.Tx, ids)}}, scanTicket))
}
