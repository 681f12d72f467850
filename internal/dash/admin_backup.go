package dash

import (
	"net/http"
	"strconv"

	"earnest/internal/dash/download"
	"earnest/internal/dash/figures"
	"earnest/internal/transfer"
)

// backup is a backup and its progress.
type backup struct {
	ID        string               `json:"id"`
	State     transfer.BackupState `json:"state"`
	Bytes     int64                `json:"bytes"`
	Expected  int64                `json:"expected"` // estimated size in bytes
	StartedAt string               `json:"started_at"`
	ReadyAt   *string              `json:"ready_at"`
	ExpiresAt *string              `json:"expires_at"`
}

func backupOf(b transfer.BackupJob) backup {
	return backup{
		ID:        b.ID,
		State:     b.State,
		Bytes:     b.Bytes,
		Expected:  b.Expected,
		StartedAt: figures.Stamp(b.StartedAt),
		ReadyAt:   stampOrNil(b.ReadyAt),
		ExpiresAt: stampOrNil(b.ExpiresAt),
	}
}

// lastBackup holds the latest backup of this node; null if there is none yet.
type lastBackup struct {
	Backup     *backup `json:"backup"`
	LacksFiles bool    `json:"lacks_files"` // backups do not have the files in the S3-compatible store
}

func (d *Dash) getLastBackup(r *request) (any, error) {
	lacks, err := d.app.Transfer.LacksFiles(r.ctx)
	job, some := d.app.Transfer.LastBackup()
	if err != nil || !some {
		return lastBackup{nil, lacks}, err
	}
	return lastBackup{new(backupOf(job)), lacks}, nil
}

func (d *Dash) startBackup(r *request) (any, error) {
	job, err := d.app.Transfer.StartBackup(r.ctx, r.caller())
	if err != nil {
		return nil, err
	}
	return made{backupOf(job)}, nil
}

func (d *Dash) getBackup(r *request) (any, error) {
	job, err := d.app.Transfer.BackupJob(r.PathValue("id"))
	return backupOf(job), err
}

func (d *Dash) cancelBackup(r *request) (any, error) {
	job, err := d.app.Transfer.CancelBackup(r.PathValue("id"))
	return backupOf(job), err
}

// sendBackup sends the file of a finished backup and removes it once it has been sent in full, so that an interrupted download can be
// retried.
func (d *Dash) sendBackup(r *request) (any, error) {
	id := r.PathValue("id")
	file, job, err := d.app.Transfer.OpenBackup(id)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // opened for reading only
	h := r.w.Header()
	h.Set("Content-Type", "application/vnd.sqlite3")
	h.Set("Content-Disposition", `attachment; filename="earnest-`+job.ReadyAt.UTC().Format("2006-01-02-1504")+`.db"`)
	h.Set("Content-Length", strconv.FormatInt(job.Bytes, 10))
	r.w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return written{}, nil
	}
	r.Pass.Leave() // the download may take as long as the client needs
	d.app.Transfer.RecordDownload(r.ctx, r.caller(), id, download.Whole(r.w, file) == nil)
	return written{}, nil
}
