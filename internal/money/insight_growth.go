package money

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money/store"
)

// scopeGrowth returns by how many points the scope of a project grew on each day, in order: those of new and restored tickets and of
// higher estimates, minus those of deleted tickets and of lower estimates. It goes back through the log from the present state of the
// tickets; an imported log need not be in the order of time. The first day of the log is left out, because its tickets are what the
// project began with. The result is not nil.
func (a *Service) scopeGrowth(ctx context.Context, tx *db.Tx, projectID int64) ([]evm.ScopeChange, error) {
	tickets, err := boardTickets(ctx, tx, projectID)
	if err != nil {
		return nil, err
	}
	values, points := newLogValues(), map[evm.Day]float64{}
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
		points[a.dayAt(c.At)] += after.inScope() - before.inScope()
	}
	changes := []evm.ScopeChange{}
	for i, day := range slices.Sorted(maps.Keys(points)) {
		if i > 0 {
			changes = append(changes, evm.ScopeChange{Day: day, Points: points[day]})
		}
	}
	return changes, nil
}

// inScope returns the points of a ticket, or 0 if it does not exist.
func (t boardTicket) inScope() float64 {
	if t.status == "" {
		return 0
	}
	return t.points
}
