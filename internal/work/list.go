package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// List receives a list inside the transaction that reads it: its true total, then its items as they are
// read. It must not keep the sequence.
type List[T any] func(total int, items iter.Seq2[T, error]) error

// list runs a use case that gives a list of a project to one of its members.
func list[T any](ctx context.Context, d *db.DB, caller domain.Caller, project string, out List[T],
	count func(*db.Tx, domain.Access) (int, error),
	items func(*db.Tx, domain.Access) iter.Seq2[T, error],
) error {
	return d.Read(ctx, func(tx *db.Tx) error {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return err
		}
		total, err := count(tx, access)
		if err != nil {
			return err
		}
		return out(total, items(tx, access))
	})
}
