package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// SetFavourite pins a project to the top of the caller's list, or unpins it. This is personal and does not change the project itself.
func (a *Projects) SetFavourite(ctx context.Context, caller domain.Caller, project string, favourite bool) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		if favourite {
			return store.InsertFavourite(ctx, tx, caller.UserID, access.ProjectID)
		}
		return store.DeleteFavourite(ctx, tx, caller.UserID, access.ProjectID)
	})
}
