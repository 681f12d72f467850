package store

import (
	"context"
	"errors"
	"os"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
)

// Restore copies a backup, either completely or not at all, into this database, which must have no users and no projects. Ids are
// kept, and new rows get ids that have never been used. Nobody is signed in afterwards, because a session that ended after the
// backup was made must not become valid again.
func Restore(ctx context.Context, s *db.DB, path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return domain.Invalidf("there is no file %s", path)
	}
	source, err := db.OpenCopy(path)
	if db.IsDamaged(err) {
		return domain.Wrap(domain.Invalid, err, "%s is not a backup of earnest: it is not a SQLite database, or it is damaged", path)
	}
	if err != nil {
		return err
	}
	defer source.Close()
	if err := checkVersion(ctx, s, source, path); err != nil {
		return err
	}
	return source.Read(ctx, func(from *db.Tx) error {
		return s.Write(ctx, func(into *db.Tx) error {
			if err := lockEmpty(ctx, into); err != nil {
				return err
			}
			if err := checkEmpty(ctx, into); err != nil {
				return err
			}
			if err := copyTables(ctx, from, into); err != nil {
				return err
			}
			_, err := into.Exec(ctx, `DELETE FROM sessions`)
			return err
		})
	})
}

// checkVersion rejects a file whose schema version differs from this database's.
func checkVersion(ctx context.Context, s, source *db.DB, path string) error {
	have, err := migrations.Version(ctx, source)
	if err != nil {
		return domain.Wrap(domain.Invalid, err, "%s is not a backup of earnest: %v", path, err)
	}
	if have == 0 {
		return domain.Invalidf("%s is not a backup of earnest: it has no schema version", path)
	}
	need, err := migrations.Version(ctx, s)
	if err != nil {
		return err
	}
	if have < need {
		return domain.Invalidf("the backup has schema version %d and this database %d: bring a copy of it up to date first: "+
			"earnest serve --database COPY migrates it", have, need)
	}
	if have > need {
		return domain.Invalidf("the backup has schema version %d and this database %d: restore it with the newer earnest", have, need)
	}
	return nil
}

// lockEmpty keeps everyone else from adding users and projects until the transaction ends, so that empty tables stay empty.
// SQLite has a single writer; PostgreSQL needs explicit locks.
func lockEmpty(ctx context.Context, tx *db.Tx) error {
	if tx.Engine() == db.SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `LOCK TABLE accounts, users, projects IN SHARE ROW EXCLUSIVE MODE`)
	return err
}

func checkEmpty(ctx context.Context, tx *db.Tx) error {
	n, err := tx.Count(ctx, db.Query{Text: `SELECT (SELECT COUNT(*) FROM users) + (SELECT COUNT(*) FROM projects)`})
	if err == nil && n > 0 {
		return domain.Invalidf("the database is not empty; a backup is restored into an empty one only")
	}
	return err
}
