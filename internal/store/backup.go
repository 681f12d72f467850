package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// Backup writes one consistent state of the whole database into a new SQLite file, while others read and
// write. The file is a database by itself. When Backup returns nil the file is durable; on an error none
// is left.
func (s *Store) Backup(ctx context.Context, path string, now time.Time) (err error) {
	if err := reserveFile(path); err != nil {
		return err
	}
	partial := path + ".partial"
	if err := reserveFile(partial); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	defer func() {
		if err != nil {
			removeCopy(path, partial)
		}
	}()
	if s.db.Engine() == db.SQLite {
		err = s.db.SaveCopy(ctx, partial)
	} else {
		err = s.copyOut(ctx, partial, now)
	}
	if err != nil {
		return outward(err)
	}
	return publish(partial, path)
}

// reserveFile makes an empty file that only its owner may read, and refuses one that exists.
func reserveFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return domain.Invalidf("%s exists already; a backup never overwrites a file", path)
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// removeCopy takes away what a failed backup began.
func removeCopy(path, partial string) {
	for _, name := range []string{path, partial, partial + "-wal", partial + "-shm", partial + "-journal"} {
		_ = os.Remove(name) // most of them do not exist
	}
}

// publish makes a finished file durable and gives it its name.
func publish(partial, path string) error {
	if err := syncFile(partial); err != nil {
		return err
	}
	if err := os.Rename(partial, path); err != nil {
		return err
	}
	return syncFile(filepath.Dir(path))
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// copyOut copies every table of one snapshot into a fresh SQLite database.
func (s *Store) copyOut(ctx context.Context, path string, now time.Time) error {
	to, err := Open(ctx, path, db.Options{Readers: 1}, now)
	if err != nil {
		return err
	}
	err = s.db.Read(ctx, func(from *db.Tx) error {
		return to.db.Write(ctx, func(into *db.Tx) error { return copyTables(ctx, from, into) })
	})
	to.Close()
	if err != nil {
		return err
	}
	return db.Settle(ctx, path)
}

// copyTables replaces the content of every table by that of another database of the same schema, and
// keeps ids. What the migrations know of themselves stays.
func copyTables(ctx context.Context, from, into *db.Tx) error {
	plan, err := planCopy(ctx, from, into)
	if err != nil {
		return err
	}
	for _, t := range slices.Backward(plan) {
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
