package money

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money/store"
)

// scopeGrowth returns by how many points the scope of a project grew on each day, the newest first: those of new and restored tickets
// and of higher estimates, minus those of deleted tickets and of lower estimates. It goes back through the log from the present
// state of the tickets. The first day of the log is left out, because its tickets are what the project began with. The result is
// not nil.
func (a *Service) scopeGrowth(ctx context.Context, tx *db.Tx, projectID int64) ([]evm.ScopeChange, error) {
	tickets, err := boardTickets(ctx, tx, projectID)
	if err != nil {
		return nil, err
	}
	values, changes := newLogValues(), []evm.ScopeChange{}
	for c, err := range store.BoardChanges(ctx, tx, projectID, time.Unix(0, 0)) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		after := tickets[c.TicketUUID] // without a status if it is deleted
		before, err := after.before(c, values)
		if err != nil {
			return nil, fmt.Errorf("the log of ticket %s: %w", c.TicketUUID, err)
		}
		tickets[c.TicketUUID] = before
		if day := a.dayAt(c.At); len(changes) == 0 || changes[len(changes)-1].Day != day {
			changes = append(changes, evm.ScopeChange{Day: day})
		}
		changes[len(changes)-1].Points += after.inScope() - before.inScope()
	}
	return changes[:max(0, len(changes)-1)], nil
}

// inScope returns the points of a ticket, or 0 if it does not exist.
func (t boardTicket) inScope() float64 {
	if t.status == "" {
		return 0
	}
	return t.points
}
