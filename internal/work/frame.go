package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Frame gives what every page of a project needs to its members.
func (a *Projects) Frame(ctx context.Context, caller domain.Caller, project string) (domain.Frame, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (domain.Frame, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return domain.Frame{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Frame{}, err
		}
		f, err := store.Frame(ctx, tx, project, caller.UserID)
		f.Access = access
		return f, err
	})
}
