package transfer

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"earnest/internal/domain"
	"earnest/internal/identity"
)

// fetchedTime is how long it may take to tell the log of a download.
const fetchedTime = 10 * time.Second

// CancelBackup ends a backup under way, or removes a ready one.
func (a *Service) CancelBackup(id string) (BackupJob, error) {
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

// OpenBackup returns the file of a ready backup, for an administrator. Fetched tells what was sent of it.
func (a *Service) OpenBackup(id string) (*os.File, BackupJob, error) {
	job, err := a.BackupJob(id)
	if err != nil {
		return nil, job, err
	}
	if job.State != BackupReady {
		return nil, job, domain.Errorf(domain.Conflict, "this backup is %s; only a ready one can be downloaded", job.State)
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

// Fetched returns the log that an administrator has a backup, whole or a part of it, and removes one that was sent whole.
// It is told also when the one who asked is gone by now.
func (a *Service) Fetched(ctx context.Context, caller domain.Caller, id string, whole bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchedTime)
	defer cancel()
	what := identity.PartWord
	if whole {
		what = identity.SentWord
	}
	if err := a.noteBackup(ctx, caller, what); err != nil {
		a.Log.ErrorContext(ctx, "the log does not tell of a backup that was downloaded", "user", caller.UserID, "whole", whole, "error", err)
	}
	if whole {
		a.dropSent(id)
	}
}

func (a *Service) dropSent(id string) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID == id && b.job.State == BackupReady {
		b.drop(BackupSent)
	}
}

// SweepBackups removes what nobody fetched in time, and what a process left that is gone.
func (a *Service) SweepBackups() {
	now := a.Now()
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(now)
	found, _ := filepath.Glob(filepath.Join(cmp.Or(a.DB.Folder(), os.TempDir()), backupFolders)) // the pattern is well formed
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
	return identity.AwaitAll(ctx, &b.wait)
}
