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

// recordTimeout limits how long recording a download may take.
const recordTimeout = 10 * time.Second

// CancelBackup cancels a running backup, or removes a finished one.
func (a *Service) CancelBackup(id string) (BackupJob, error) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID != id || id == "" {
		return BackupJob{}, errNoBackup()
	}
	if b.job.State == BackupRunning {
		b.cancel()
		b.folder, b.job.State = "", BackupCancelled // its writer removes the file
	}
	if b.job.State == BackupReady {
		b.drop(BackupCancelled)
	}
	return b.job, nil
}

// OpenBackup returns the file of a finished backup, for an administrator. Call RecordDownload afterwards to record what was sent.
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

// RecordDownload records in the log that an administrator downloaded a backup, completely or in part, and removes it after a complete
// download. It does so even if the client has disconnected.
func (a *Service) RecordDownload(ctx context.Context, caller domain.Caller, id string, whole bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
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

// SweepBackups removes backups that nobody downloaded in time, and files left by a process that has ended.
func (a *Service) SweepBackups() {
	now := a.Now()
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(now)
	found, _ := filepath.Glob(filepath.Join(cmp.Or(a.DB.Folder(), os.TempDir()), backupFolders)) // the pattern is well formed
	for _, folder := range found {
		if info, err := os.Stat(folder); err == nil && info.IsDir() && folder != b.folder && time.Since(info.ModTime()) > backupStale {
			_ = os.RemoveAll(folder) // retried by the next sweep
		}
	}
}

// stop ends a running backup and leaves no file behind.
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
