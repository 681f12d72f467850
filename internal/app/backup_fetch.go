package app

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"earnest/internal/domain"
)

// CancelBackup ends a backup under way, or removes a ready one.
func (a *App) CancelBackup(id string) (BackupJob, error) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID != id || id == "" {
		return BackupJob{}, errNoBackup()
	}
	if b.job.State == BackupRunning {
		b.cancel()
		b.folder, b.job.State = "", BackupCancelled // who writes it takes it away
	}
	if b.job.State == BackupReady {
		b.drop(BackupCancelled)
	}
	return b.job, nil
}

// OpenBackup gives the file of a ready backup to an administrator. Fetched tells when all of it was sent.
func (a *App) OpenBackup(ctx context.Context, caller domain.Caller, id string) (*os.File, BackupJob, error) {
	job, err := a.BackupJob(id)
	if err != nil {
		return nil, job, err
	}
	if job.State != BackupReady {
		return nil, job, domain.Errorf(domain.Conflict, "this backup is %s; only a ready one can be downloaded", job.State)
	}
	if err := a.noteBackup(ctx, caller, sentWord); err != nil {
		return nil, job, err
	}
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID != id || b.job.State != BackupReady {
		return nil, job, errNoBackup()
	}
	f, err := os.Open(b.file())
	return f, job, err
}

// Fetched removes a backup that was sent whole.
func (a *App) Fetched(id string) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID == id && b.job.State == BackupReady {
		b.drop(BackupSent)
	}
}

// sweepBackups removes what nobody fetched in time, and what a process left that is gone.
func (a *App) sweepBackups(now time.Time) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(now)
	found, _ := filepath.Glob(filepath.Join(cmp.Or(a.store.Folder(), os.TempDir()), backupFolders)) // the pattern is well formed
	for _, folder := range found {
		if info, err := os.Stat(folder); err == nil && info.IsDir() && folder != b.folder && time.Since(info.ModTime()) > backupStale {
			_ = os.RemoveAll(folder) // tried again with the next sweep
		}
	}
}

// stop ends a backup under way and leaves no file behind.
func (b *backups) stop(ctx context.Context) error {
	b.mu.Lock()
	b.ended = true
	b.cancel()
	if b.job.State == BackupReady {
		b.drop(BackupExpired)
	}
	b.mu.Unlock()
	idle := make(chan struct{})
	go func() {
		b.wait.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
