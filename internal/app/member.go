package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// Team lists the members of a project with the daily rates in force today, where the caller may see them.
func (a *App) Team(ctx context.Context, caller domain.Caller, project string, out List[domain.Member]) error {
	today := a.Today()
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) { return tx.CountMembers(ctx, access.ProjectID) },
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Member, error] {
			members := tx.Members(ctx, access.ProjectID, today)
			if access.Role.SeesRates(access.RatesFor) {
				return members
			}
			return withoutRates(members)
		})
}

// withoutRates hides every daily rate.
func withoutRates(members iter.Seq2[domain.Member, error]) iter.Seq2[domain.Member, error] {
	return func(yield func(domain.Member, error) bool) {
		for m, err := range members {
			m.TJM = nil
			if !yield(m, err) {
				return
			}
		}
	}
}
