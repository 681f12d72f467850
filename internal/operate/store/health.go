// Package store holds the SQL for health and for the quotas that administrators see. It deals with rows, not with permissions.
package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
)

// CountSessions counts the active sessions and their users.
func CountSessions(ctx context.Context, tx *db.Tx, now time.Time) (sessions, people int, err error) {
	err = tx.One(ctx, `SELECT COUNT(*), COUNT(DISTINCT user_id) FROM sessions WHERE expires_at > $1`, []any{db.Micros(now)}, &sessions, &people)
	return sessions, people, err
}

// CountBehind counts the projects that were created before a given time and have no row for the given day.
func CountBehind(ctx context.Context, tx *db.Tx, day domain.Date, before time.Time) (int, error) {
	const text = `
SELECT COUNT(*)
FROM projects p
WHERE p.created_at < $1 AND p.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM indicator_days d WHERE d.project_id = p.id AND d.day = $2)`
	return tx.Count(ctx, db.NewQuery(text, db.Micros(before), day))
}

// Disk is the space on a disk.
type Disk = db.Disk

// DiskOf returns the space on the disk that holds a folder, and false if the system does not report it.
func DiskOf(folder string) (Disk, bool) { return db.DiskOf(folder) }

// State is what a database reports about itself.
type State struct {
	Engine  string
	Version string // of the engine
	Schema  int
	Latency time.Duration // of a trivial query
	Size    int64
	Disk    *Disk // the one with the SQLite file; nil: unknown
}

// ReadState queries the state of the database.
func ReadState(ctx context.Context, s *db.DB) (State, error) {
	out := State{Engine: string(s.Engine())}
	began := time.Now()
	err := s.Ping(ctx)
	out.Latency = time.Since(began)
	if err != nil {
		return out, err
	}
	if out.Version, err = s.EngineVersion(ctx); err != nil {
		return out, err
	}
	if out.Schema, err = migrations.Version(ctx, s); err != nil {
		return out, err
	}
	if folder := s.Folder(); folder != "" {
		if disk, ok := DiskOf(folder); ok {
			out.Disk = &disk
		}
	}
	out.Size, err = s.Size(ctx)
	return out, err
}
