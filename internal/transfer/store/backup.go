// Package store holds the SQL for import, export, backup and the doctor's checks. It deals with rows and does not check
// permissions.
package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
)

// Backup writes one consistent state of the whole database into a new SQLite file, while others read and write. The file is a
// database of its own. When Backup returns nil, the file is durable; when it returns an error, no file is left. Until the file
// is complete, it has another name, so that a crash leaves nothing that looks like a backup.
func Backup(ctx context.Context, s *db.DB, path string, now time.Time) (err error) {
	if err := refuseExisting(path); err != nil {
		return err
	}
	partial, err := reservePartial(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			removeCopy(partial)
		}
	}()
	if s.Engine() == db.SQLite {
		err = s.SaveCopy(ctx, partial)
	} else {
		err = copyOut(ctx, s, partial, now)
	}
	if err != nil {
		return err
	}
	return publish(partial, path)
}

func refuseExisting(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return domain.Invalidf("%s exists already; a backup never overwrites a file", path)
	}
	return nil
}

// reservePartial creates an empty file next to path that only its owner can read.
func reservePartial(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// removeCopy removes the files that a failed backup left behind.
func removeCopy(partial string) {
	for _, name := range []string{partial, partial + "-wal", partial + "-shm", partial + "-journal"} {
		_ = os.Remove(name) // most of them do not exist
	}
}

// publish makes a finished file durable and renames it.
func publish(partial, path string) error {
	if err := db.SyncFile(partial); err != nil {
		return err
	}
	if err := rename(partial, path); err != nil {
		return err
	}
	if err := db.SyncFolder(filepath.Dir(path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// rename renames a file unless the name is taken. On file systems without hard links, a file created under that name at the same
// instant is lost.
func rename(partial, path string) error {
	if err := os.Link(partial, path); err == nil {
		return os.Remove(partial)
	}
	if err := refuseExisting(path); err != nil {
		return err
	}
	return os.Rename(partial, path)
}

// copyOut copies every table of one snapshot into a new SQLite database.
func copyOut(ctx context.Context, s *db.DB, path string, now time.Time) error {
	to, err := openTwin(ctx, s, path, now)
	if err != nil {
		return err
	}
	err = s.Read(ctx, func(from *db.Tx) error {
		return to.Write(ctx, func(into *db.Tx) error { return copyTables(ctx, from, into) })
	})
	to.Close()
	if err != nil {
		return err
	}
	return db.Checkpoint(ctx, path)
}

// openTwin creates a SQLite database with the same schema version as this one.
func openTwin(ctx context.Context, s *db.DB, path string, now time.Time) (*db.DB, error) {
	version, err := migrations.Version(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, path, db.Options{Readers: 1})
	if err != nil {
		return nil, err
	}
	if err := migrations.UpTo(ctx, d, version, now.UnixMicro()); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// copyTables replaces the content of every table with that of another database of the same schema, and keeps ids. The
// migrations' own table is left alone. Users and projects are never deleted, so the copy fails unless their tables are empty.
func copyTables(ctx context.Context, from, into *db.Tx) error {
	plan, err := planCopy(ctx, from, into)
	if err != nil {
		return err
	}
	for _, t := range slices.Backward(plan) {
		if t.Name == "users" || t.Name == "projects" {
			continue
		}
		if _, err := into.Exec(ctx, "DELETE FROM "+db.Quote(t.Name)); err != nil {
			return err
		}
	}
	for _, t := range plan {
		if err := copyTable(ctx, from, into, t); err != nil {
			return fmt.Errorf("copy the table %s: %w", t.Name, err)
		}
	}
	return nil
}
