package store

import (
	"context"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
	"earnest/internal/store/migrations"
)

// Lease is a task that one node at a time does.
type Lease struct {
	Name      string
	Holder    string
	HeldUntil time.Time
}

// Leases gives every task that a node holds or held.
func (tx *Tx) Leases(ctx context.Context) ([]Lease, error) {
	return Collect(each(ctx, tx, query{text: `SELECT name, holder, held_until FROM leases ORDER BY name`}, func(rows db.Rows) (Lease, error) {
		var l Lease
		err := rows.Scan(&l.Name, &l.Holder, moment{&l.HeldUntil})
		return l, err
	}))
}

// CountSessions counts the sessions that are not over, and the people who have them.
func (tx *Tx) CountSessions(ctx context.Context, now time.Time) (sessions, people int, err error) {
	err = tx.One(ctx, `SELECT COUNT(*), COUNT(DISTINCT user_id) FROM sessions WHERE expires_at > $1`, []any{micros(now)}, &sessions, &people)
	return sessions, people, err
}

// CountBehind counts the projects that existed before a moment and have no row of a day.
func (tx *Tx) CountBehind(ctx context.Context, day domain.Date, before time.Time) (int, error) {
	const text = `
SELECT COUNT(*)
FROM projects p
WHERE p.created_at < $1 AND p.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM indicator_days d WHERE d.project_id = p.id AND d.day = $2)`
	return tx.count(ctx, query{text, []any{micros(before), day}})
}

// Disk is the room on a disk.
type Disk = db.Disk

// DiskOf tells the room on the disk of a folder; false where the system does not tell.
func DiskOf(folder string) (Disk, bool) { return db.DiskOf(folder) }

// State is what a database says of itself.
type State struct {
	Engine  string
	Version string // of the engine
	Schema  int
	Latency time.Duration // of a question without work
	Size    int64
	Disk    *Disk // of the SQLite file; nil: not known here
}

// State asks the database how it is.
func (s *Store) State(ctx context.Context) (State, error) {
	out := State{Engine: string(s.db.Engine())}
	began := time.Now()
	err := s.db.Ping(ctx)
	out.Latency = time.Since(began)
	if err != nil {
		return out, outward(err)
	}
	if out.Version, err = s.db.EngineVersion(ctx); err != nil {
		return out, outward(err)
	}
	if out.Schema, err = migrations.Version(ctx, s.db); err != nil {
		return out, outward(err)
	}
	if folder := s.db.Folder(); folder != "" {
		if disk, ok := DiskOf(folder); ok {
			out.Disk = &disk
		}
	}
	out.Size, err = s.db.Size(ctx)
	return out, outward(err)
}

// Folder is where the file of a SQLite database lies; empty for PostgreSQL.
func (s *Store) Folder() string { return s.db.Folder() }
