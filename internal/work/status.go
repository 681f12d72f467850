package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Statuses lists the statuses of a project, built-in and custom, in order.
func (a *Categories) Statuses(ctx context.Context, caller domain.Caller, project string, out List[domain.Status]) error {
	return list(ctx, a.DB, caller, project, out,
		func(tx *db.Tx, access domain.Access) (int, error) {
			return store.CountStatuses(ctx, tx, access.ProjectID)
		},
		func(tx *db.Tx, access domain.Access) iter.Seq2[domain.Status, error] {
			return store.Statuses(ctx, tx, access.ProjectID)
		})
}
