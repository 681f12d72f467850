package db

import (
	"context"
	"os"
	"path/filepath"
)

// Size returns the size of the database in bytes: the total size of SQLite's files, or the size that PostgreSQL reports for the
// whole database.
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

// EngineVersion returns the engine's version.
func (d *DB) EngineVersion(ctx context.Context) (string, error) {
	text := `SELECT sqlite_version()`
	if d.kind == Postgres {
		text = `SELECT current_setting('server_version')`
	}
	var version string
	err := d.Read(ctx, func(tx *Tx) error { return tx.One(ctx, text, nil, &version) })
	return version, err
}

// Folder returns the directory of the SQLite file, or "" for PostgreSQL.
func (d *DB) Folder() string {
	if d.kind == Postgres {
		return ""
	}
	return filepath.Dir(d.file)
}

// Disk is the space on the disk that holds a folder, as available to an ordinary user.
type Disk struct{ Free, Total int64 }
