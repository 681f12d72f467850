package transfer

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	operatestore "earnest/internal/operate/store"
)

const (
	// backupKept is how long a finished backup is available.
	backupKept = time.Hour
	// backupStale is the age at which a backup's folder is assumed to have been left behind by a process that has ended.
	backupStale = 24 * time.Hour
	// backupFolders is the name pattern of backup folders, next to the database or in the system's temporary directory.
	backupFolders = ".earnest-backup-*"
	// backupPrefix is the prefix of a backup's id.
	backupPrefix = "bak_"
)

// BackupState is the state of a backup.
type BackupState string

// The states. Only a ready backup has a file.
const (
	BackupRunning   BackupState = "running"
	BackupReady     BackupState = "ready"
	BackupFailed    BackupState = "failed"
	BackupCancelled BackupState = "cancelled"
	BackupSent      BackupState = "downloaded"
	BackupExpired   BackupState = "expired"
)

// BackupJob is a backup that administrators download with a browser. It exists only on the node that makes it.
type BackupJob struct {
	ID        string
	State     BackupState
	Bytes     int64 // written so far
	Expected  int64 // the expected total, roughly
	StartedAt time.Time
	ReadyAt   *time.Time
	ExpiresAt *time.Time // when a ready backup is removed
}

// backups holds the last backup requested on a node.
type backups struct {
	mu     sync.Mutex
	job    BackupJob
	folder string // holds the file, while there is one
	cancel context.CancelFunc
	ended  bool
	wait   sync.WaitGroup
}

func newBackups() *backups { return &backups{cancel: func() {}} }

// file returns the path of the finished backup.
func (b *backups) file() string { return filepath.Join(b.folder, "earnest.db") }

// StartBackup starts a backup for an administrator; only one can run at a time. It replaces a finished backup that nobody
// downloaded. A backup that cannot be logged is cancelled immediately.
func (a *Service) StartBackup(ctx context.Context, caller domain.Caller) (BackupJob, error) {
	state, err := operatestore.ReadState(ctx, a.DB)
	if err != nil {
		return BackupJob{}, err
	}
	job, err := a.beginBackup(ctx, state.Size)
	if err != nil {
		return job, err
	}
	if err := a.noteBackup(ctx, caller, domain.Created); err != nil {
		_, _ = a.CancelBackup(job.ID) // a backup that has already ended need not be cancelled
		return BackupJob{}, err
	}
	return job, nil
}

// beginBackup starts a backup of about the given size.
func (a *Service) beginBackup(ctx context.Context, size int64) (BackupJob, error) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return BackupJob{}, domain.Errorf(domain.Unavailable, "the server is stopping")
	}
	if b.job.State == BackupRunning {
		return BackupJob{}, domain.Errorf(domain.Conflict, "a backup is being made already; wait for it or cancel it").At("backup")
	}
	folder, err := newBackupFolder(cmp.Or(a.DB.Folder(), os.TempDir()), size)
	if err != nil {
		return BackupJob{}, err
	}
	b.drop(BackupExpired)
	b.folder = folder
	b.job = BackupJob{ID: auth.NewToken(backupPrefix).Reveal(), State: BackupRunning, Expected: size, StartedAt: a.Now()}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b.cancel = cancel
	id, file := b.job.ID, b.file()
	b.wait.Go(func() {
		defer cancel()
		a.runBackup(running, id, file)
	})
	return b.job, nil
}

// newBackupFolder creates a folder that only we can read, if there is enough space.
func newBackupFolder(below string, size int64) (string, error) {
	if disk, ok := operatestore.DiskOf(below); ok && disk.Free < size+size/10 {
		return "", domain.Errorf(domain.Conflict, "there is not enough room on the disk for a backup: it needs about %d MB and %d MB are free",
			size>>20+1, disk.Free>>20).At("disk")
	}
	folder, err := os.MkdirTemp(below, backupFolders)
	if err != nil {
		return "", domain.Wrap(domain.Conflict, err, "the server may not write where the backup would go, beside the database").At("folder")
	}
	return folder, nil
}

// noteBackup records who made or downloaded a backup, since a backup contains all the data.
func (a *Service) noteBackup(ctx context.Context, caller domain.Caller, what string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		return a.accounts.Note(ctx, tx, caller, domain.Change{Noun: identity.BackupNoun, What: what})
	})
}

// runBackup writes the file and records the outcome.
func (a *Service) runBackup(ctx context.Context, id, file string) {
	err := a.Backup(ctx, file)
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.job.ID != id || b.job.State != BackupRunning { // cancelled
		_ = os.RemoveAll(filepath.Dir(file)) // files that cannot be removed are swept later
		return
	}
	switch {
	case err == nil:
		b.ready(a.Now())
	case ctx.Err() != nil: // the server is stopping
		b.drop(BackupCancelled)
	default:
		a.Log.ErrorContext(ctx, "the backup failed", "error", err)
		b.drop(BackupFailed)
	}
}

// ready records that the file is complete.
func (b *backups) ready(now time.Time) {
	until := now.Add(backupKept)
	b.job.State, b.job.ReadyAt, b.job.ExpiresAt, b.job.Bytes = BackupReady, &now, &until, folderSize(b.folder)
}

// drop removes the file, if there is one, and sets the state.
func (b *backups) drop(state BackupState) {
	if b.folder != "" {
		_ = os.RemoveAll(b.folder) // files that cannot be removed are swept later
	}
	b.folder, b.job.State, b.job.ExpiresAt = "", state, nil
}

// expire removes a finished backup that has expired.
func (b *backups) expire(now time.Time) {
	if b.job.State == BackupReady && !now.Before(*b.job.ExpiresAt) {
		b.drop(BackupExpired)
	}
}

// LastBackup returns the last backup requested on this node, or false if there was none.
func (a *Service) LastBackup() (BackupJob, bool) {
	b := a.backups
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expire(a.Now())
	return b.look(), b.job.ID != ""
}

func (b *backups) look() BackupJob {
	job := b.job
	if job.State == BackupRunning {
		job.Bytes = folderSize(b.folder)
		job.Expected = max(job.Expected, job.Bytes)
	}
	return job
}

// BackupJob returns the state of a backup on this node.
func (a *Service) BackupJob(id string) (BackupJob, error) {
	job, some := a.LastBackup()
	if !some || job.ID != id {
		return BackupJob{}, errNoBackup()
	}
	return job, nil
}

func errNoBackup() error {
	return domain.Errorf(domain.NotFound, "this server has no such backup: it is over, was replaced, or was made on another node")
}

// folderSize returns the size of the files in a folder in bytes.
func folderSize(folder string) int64 {
	var size int64
	entries, _ := os.ReadDir(folder) // a missing folder counts as empty
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return size
}
