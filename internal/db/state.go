package db

import (
	"context"
	"os"
	"path/filepath"
)

// Size is how many bytes the database takes: SQLite's files, or what PostgreSQL counts for the whole database.
func (d *DB) Size(ctx context.Context) (int64, error) {
	var size int64
	if d.kind == Postgres {
		err := d.Read(ctx, func(tx *Tx) error {
			return tx.One(ctx, `SELECT pg_database_size(current_database())`, nil, &size)
		})
		return size, err
	}
	for _, name := range []string{d.file, d.file + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size, nil
}

// EngineVersion is what the engine says it is.
func (d *DB) EngineVersion(ctx context.Context) (string, error) {
	text := `SELECT sqlite_version()`
	if d.kind == Postgres {
		text = `SELECT current_setting('server_version')`
	}
	var version string
	err := d.Read(ctx, func(tx *Tx) error { return tx.One(ctx, text, nil, &version) })
	return version, err
}

// Folder is where the file of a SQLite database lies; empty for PostgreSQL.
func (d *DB) Folder() string {
	if d.kind == Postgres {
		return ""
	}
	return filepath.Dir(d.file)
}

// Disk is the room on the disk that holds a folder, for who is not the system's administrator.
type Disk struct{ Free, Total int64 }
