package app

import "context"

// Backup writes one consistent state of everything into a new SQLite file while the service goes on. The
// file can be restored, or served as it is.
func (a *App) Backup(ctx context.Context, path string) error {
	return a.store.Backup(ctx, path, a.clock())
}

// Restore brings a backup into the empty database of this instance: all of it or nothing.
func (a *App) Restore(ctx context.Context, path string) error { return a.store.Restore(ctx, path) }
