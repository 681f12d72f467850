package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/files"
)

const (
	// startTimeout is how long the server waits for a PostgreSQL server that is still starting.
	startTimeout = 30 * time.Second
	// startPause is the time between two attempts.
	startPause = 500 * time.Millisecond
)

// withApp opens and migrates the database, creating it if necessary, runs f on it and closes it. A command that may run
// alongside a server needs no background work, so none is started.
func (t *terminal) withApp(at config.Database, f func(*app.App) error) error {
	return t.with(at, app.Config{}, migrateStore, f)
}

// withData is like withApp, but for a command that makes no sense without data. If there is no database, the path must be a
// mistake, so none is created. An older schema is not migrated, because a server may still be running on it.
func (t *terminal) withData(at config.Database, f func(*app.App) error) error {
	return t.withOpened(at, migrations.OpenAsIs, f)
}

// withOpened is like withData, but with another way to open the database.
func (t *terminal) withOpened(at config.Database, open opener, f func(*app.App) error) error {
	if err := hasData(at); err != nil {
		return err
	}
	return t.with(at, app.Config{}, open, f)
}

// withFiles is like withOpened, but for a command that reads or writes files, which may be in an S3-compatible store.
func (t *terminal) withFiles(at config.Database, store config.FilesS3, open opener, f func(*app.App) error) error {
	if err := hasData(at); err != nil {
		return err
	}
	b, err := bucket(store)
	if err != nil {
		return err
	}
	return t.with(at, app.Config{Files: files.Config{Bucket: b}}, open, f)
}

// opener opens a database, with or without migrating it.
type opener func(ctx context.Context, url string, opt db.Options) (*db.DB, error)

func (t *terminal) with(at config.Database, settings app.Config, open opener, f func(*app.App) error) error {
	s, err := open(t.ctx, at.Database, db.Options{Readers: 2})
	if err != nil {
		return err
	}
	defer s.Close()
	return f(app.New(s, settings))
}

// hasData refuses a path without a database.
func hasData(at config.Database) error {
	path := migrations.FilePath(at.Database)
	if _, err := os.Stat(path); !db.IsPostgres(at.Database) && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no database at %s; serve, user add, import and restore create one", path)
	}
	return nil
}

// openStore opens a database without migrating it.
func openStore(ctx context.Context, at config.Database, opt db.Options) (*db.DB, error) {
	return migrations.OpenAsIs(ctx, at.Database, opt)
}

// migrateStore opens a database and migrates it to the schema of this binary.
func migrateStore(ctx context.Context, url string, opt db.Options) (*db.DB, error) {
	return migrations.Open(ctx, url, opt, time.Now())
}

// awaitStore opens and migrates the database, and waits for a PostgreSQL server that does not respond yet.
func (t *terminal) awaitStore(at config.Database, opt db.Options) (*db.DB, error) {
	deadline := time.Now().Add(startTimeout)
	for try := 1; ; try++ {
		s, err := migrateStore(t.ctx, at.Database, opt)
		if err == nil || !db.IsPostgres(at.Database) || !db.IsUnavailable(err) || time.Now().After(deadline) {
			return s, err
		}
		if try == 1 {
			t.sayf("waiting up to %s for PostgreSQL: %s", startTimeout, oneLine(err.Error()))
		}
		select {
		case <-t.ctx.Done():
			return nil, t.ctx.Err()
		case <-time.After(startPause):
		}
	}
}
