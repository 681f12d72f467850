package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// TicketTime is the time that was logged on a ticket.
type TicketTime struct {
	Entries []domain.TimeEntry // the last ones, the latest day first
	Minutes int64              // of all
}

// TicketTime gives the time logged on a ticket to the members of its project.
func (a *App) TicketTime(ctx context.Context, caller domain.Caller, ticket string) (TicketTime, error) {
	return ofTicket(ctx, a, caller, ticket, func(tx *store.Tx, _ domain.Access, id int64) (TicketTime, error) {
		entries, minutes, err := tx.TicketTime(ctx, id, mostTalk)
		return TicketTime{entries, minutes}, err
	})
}
