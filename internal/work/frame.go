package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Frame returns the data that every page of a project needs.
func (a *Projects) Frame(ctx context.Context, caller domain.Caller, project string) (domain.Frame, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) (domain.Frame, error) {
		f, err := store.Frame(ctx, tx, project, caller.UserID)
		f.Access = access
		return f, err
	})
}
