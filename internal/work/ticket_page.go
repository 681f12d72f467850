package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// TicketPage is the data shown on a ticket's page.
type TicketPage struct {
	TicketDetail

	Card   domain.Card
	Before []domain.TicketLink // the tickets that it depends on
	After  []domain.TicketLink // the tickets that depend on it
}

// TicketPage returns the data shown on a ticket's page.
func (a *Tickets) TicketPage(ctx context.Context, caller domain.Caller, uuid string) (TicketPage, error) {
	return Read(ctx, a.DB, Target{caller, store.TicketAccess, uuid}, func(tx *db.Tx, _ domain.Access) (p TicketPage, err error) {
		if p.TicketDetail, err = ticketDetail(ctx, tx, uuid); err != nil {
			return p, err
		}
		cards, err := store.CardsByID(ctx, tx, []int64{p.ID})
		if err != nil {
			return p, err
		}
		p.Card = cards[0] // the ticket exists
		if p.Before, err = store.TicketsBefore(ctx, tx, p.ID); err != nil {
			return p, err
		}
		p.After, err = store.TicketsAfter(ctx, tx, p.ID)
		return p, err
	})
}
