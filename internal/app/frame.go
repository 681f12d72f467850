package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// Frame gives what every page of a project needs to its members.
func (a *App) Frame(ctx context.Context, caller domain.Caller, project string) (domain.Frame, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.Frame, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.Frame{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Frame{}, err
		}
		f, err := tx.Frame(ctx, project, caller.UserID)
		f.Access = access
		return f, err
	})
}
