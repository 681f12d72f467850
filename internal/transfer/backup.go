package transfer

import (
	"context"

	"earnest/internal/transfer/store"
)

// Backup writes one consistent state of the whole database into a new SQLite file while the service keeps running. The file can
// be restored, or served as it is.
func (a *Service) Backup(ctx context.Context, path string) error {
	return store.Backup(ctx, a.DB, path, a.Now())
}

// Restore loads a backup into the empty database of this instance, either completely or not at all.
func (a *Service) Restore(ctx context.Context, path string) error {
	return store.Restore(ctx, a.DB, path)
}
