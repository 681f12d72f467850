package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"earnest/internal/config"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// errHeld means that another process holds a lock.
var errHeld = errors.New("another process holds the lock")

// lockDatabase makes this process the only server of a SQLite file until it exits for any reason. A server counts quotas in
// memory, so two servers would grant every quota twice. Other commands take no lock, and servers on PostgreSQL need none. If
// files cannot be locked, a warning is printed.
func (t *terminal) lockDatabase(at config.Database) (unlock func(), err error) {
	if db.IsPostgres(at.Database) {
		return func() {}, nil
	}
	path := migrations.FilePath(at.Database)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	unlock, err = lockFile(path + ".lock")
	switch {
	case errors.Is(err, errHeld):
		return nil, fmt.Errorf("another earnest serve is running on %s: a SQLite database can have only one server", path)
	case errors.Is(err, errors.ErrUnsupported):
		t.sayf("%s cannot be locked here: make sure that no other server uses it", path)
		return func() {}, nil
	case err != nil:
		return nil, t.lockError(at, err)
	}
	return unlock, nil
}

// lockError returns the reason why the lock cannot be taken. Usually the database itself cannot be used either, and its error is
// more helpful.
func (t *terminal) lockError(at config.Database, err error) error {
	d, cause := db.Open(t.ctx, at.Database, db.Options{Readers: 1})
	if cause != nil {
		return cause
	}
	d.Close()
	return fmt.Errorf("cannot lock the database: %w", err)
}
