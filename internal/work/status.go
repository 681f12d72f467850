package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Statuses lists the statuses of a project, built-in and custom, in order. It does not count them: out always gets the total 0, because the answer is a
// bare array.
func (a *Categories) Statuses(ctx context.Context, caller domain.Caller, project string, out List[domain.Status]) error {
	return list(ctx, a.DB, OfProject(caller, project), noInput(), out,
		func(tx *db.Tx, access domain.Access, _ struct{}) (int, iter.Seq2[domain.Status, error], error) {
			return 0, store.Statuses(ctx, tx, access.ProjectID), nil
		})
}
