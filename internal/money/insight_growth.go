package money

import (
	"context"
	"maps"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
)

// scopeGrowth reads from the log by how many points the scope of a project grew on each day: those of new and restored tickets and
// of higher estimates, minus those of deleted tickets and of lower estimates. The first day of the log is left out, because its
// tickets are what the project began with. The result is not nil.
func (a *Service) scopeGrowth(ctx context.Context, tx *db.Tx, projectID int64) ([]evm.ScopeChange, error) {
	rows, err := store.InsightTickets(ctx, tx, projectID, domain.Some([]string{}))
	if err != nil {
		return nil, err
	}
	grown := map[evm.Day]float64{}
	err = a.replay(ctx, tx, projectID, rows, store.PointsFacts, func(before, after ticketState) {
		grown[after.day] += after.inScope() - before.inScope()
	})
	changes := []evm.ScopeChange{}
	days := slices.Sorted(maps.Keys(grown))
	for _, day := range days[min(1, len(days)):] {
		changes = append(changes, evm.ScopeChange{Day: day, Points: grown[day]})
	}
	return changes, err
}

// inScope returns the points of a ticket, or 0 if it does not exist.
func (s ticketState) inScope() float64 {
	if s.status == "" {
		return 0
	}
	return s.points
}
