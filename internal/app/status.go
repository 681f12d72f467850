package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// Statuses lists the statuses of a project, built-in and custom, in their order.
func (a *App) Statuses(ctx context.Context, caller domain.Caller, project string, out List[domain.Status]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) { return tx.CountStatuses(ctx, access.ProjectID) },
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Status, error] {
			return tx.Statuses(ctx, access.ProjectID)
		})
}
