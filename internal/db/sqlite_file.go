package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
)

// readSchema is the first thing a file is asked: SQLite looks at it no sooner.
const readSchema = "SELECT COUNT(*) FROM sqlite_master"

// openError is a sentence about why a file could not be opened; the cause is kept for programs.
type openError struct {
	sentence string
	cause    error
}

func (e *openError) Error() string { return e.sentence }
func (e *openError) Unwrap() error { return e.cause }

// prepareFile makes the file of a database if it is missing, so that only its owner may read it (what SQLite
// keeps beside it gets the same mode), and refuses one that SQLite could not write. A file that exists is
// not opened here: closing it would drop the locks that this process may hold on it.
func prepareFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return createFile(path)
	case err != nil:
		return &openError{fmt.Sprintf("cannot open the database %s: %s", path, reason(err)), err}
	case info.IsDir():
		return fmt.Errorf("cannot open the database %s: it is a directory, not a file", path)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := accessible(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return &openError{fmt.Sprintf("cannot read and write the database file %s: %s", name, reason(err)), err}
		}
	}
	return nil
}

func createFile(path string) error {
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return &openError{fmt.Sprintf("cannot create the database %s: the directory %s does not exist", path, folder), err}
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return &openError{fmt.Sprintf("cannot create the database %s: %s", path, reason(err)), err}
	}
	return file.Close()
}

// reason is what the system said, without the name of the call and the path.
func reason(err error) string {
	if inner, ok := errors.AsType[*os.PathError](err); ok {
		err = inner.Err
	}
	return err.Error()
}

// explainOpen puts into a sentence why SQLite did not take a file that exists and may be written.
func explainOpen(path string, err error) error {
	if IsDamaged(err) {
		return &openError{path + " is not a SQLite database, or is damaged: restore a backup", err}
	}
	if folder := filepath.Dir(path); unavailableSQLite(err) {
		if denied := tryFolder(folder); denied != nil {
			return &openError{fmt.Sprintf("cannot write in the directory %s, where SQLite keeps files beside the database %s: %s",
				folder, path, reason(denied)), err}
		}
	}
	return fmt.Errorf("open the SQLite database %s: %w", path, err)
}

// Explain puts an error into a sentence about the SQLite file if that is damaged; every other error stays.
func (d *DB) Explain(err error) error {
	if d.file == "" || !IsDamaged(err) {
		return err
	}
	return explainOpen(d.file, err)
}

// IsDamaged tells whether SQLite could not make sense of a file.
func IsDamaged(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	return code == sqlite.ResultNotADB || code == sqlite.ResultCorrupt
}

// tryFolder tells why no file can be made in a folder; nil when one can.
func tryFolder(folder string) error {
	file, err := os.CreateTemp(folder, ".earnest-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// checkPath refuses what is no path of a file.
func checkPath(path string) error {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return errors.New("a SQLite database needs a file path")
	}
	return nil
}
