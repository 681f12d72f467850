package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostTicketTime is the maximum number of a ticket's time entries that are shown, latest first.
const mostTicketTime = 1000

// TicketTime is the time logged on a ticket.
type TicketTime struct {
	Entries []domain.TimeEntry // the latest entries, latest day first
	Minutes int64              // of all entries, including those not shown
}

// TicketTime returns the time logged on a ticket.
func (a *Time) TicketTime(ctx context.Context, caller domain.Caller, ticket string) (TicketTime, error) {
	return ofTicket(ctx, a.DB, caller, ticket, func(tx *db.Tx, _ domain.Access, id int64) (TicketTime, error) {
		entries, minutes, err := store.TicketTime(ctx, tx, id, mostTicketTime)
		return TicketTime{entries, minutes}, err
	})
}
