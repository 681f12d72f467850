package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// SetFavourite keeps a project on top of the caller's list, or no longer. It is the caller's own affair: the project
// does not change by it.
func (a *App) SetFavourite(ctx context.Context, caller domain.Caller, project string, favourite bool) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return err
		}
		if favourite {
			return tx.InsertFavourite(ctx, caller.UserID, access.ProjectID)
		}
		return tx.DeleteFavourite(ctx, caller.UserID, access.ProjectID)
	})
}
