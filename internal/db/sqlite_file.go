package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
)

// readSchema is the first statement run on a file, since SQLite does not read the file until then.
const readSchema = "SELECT COUNT(*) FROM sqlite_master"

// openError explains in a sentence why a file could not be opened, and wraps the cause.
type openError struct {
	sentence string
	cause    error
}

func (e *openError) Error() string { return e.sentence }
func (e *openError) Unwrap() error { return e.cause }

// prepareFile creates a missing database file with access for its owner only (SQLite's companion files get the same mode), and
// rejects a file that SQLite could not write. It does not open an existing file, because closing it would drop the locks this
// process may hold on it.
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

// reason returns the system's message without the name of the call and the path.
func reason(err error) string {
	if inner, ok := errors.AsType[*os.PathError](err); ok {
		err = inner.Err
	}
	return err.Error()
}

// explainOpen explains in a sentence why SQLite rejected a file that exists and is writable.
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

// Explain turns an error caused by a damaged SQLite file into a sentence and returns every other error unchanged.
func (d *DB) Explain(err error) error {
	if d.file == "" || !IsDamaged(err) {
		return err
	}
	return explainOpen(d.file, err)
}

// IsDamaged reports whether err means that a file is corrupt or is not a SQLite database.
func IsDamaged(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	return code == sqlite.ResultNotADB || code == sqlite.ResultCorrupt
}

// tryFolder returns the reason why no file can be created in a folder, or nil.
func tryFolder(folder string) error {
	file, err := os.CreateTemp(folder, ".earnest-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// checkPath rejects values that are not file paths.
func checkPath(path string) error {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return errors.New("a SQLite database needs a file path")
	}
	return nil
}
