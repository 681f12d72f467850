package db

import (
	"context"
	"errors"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// SaveCopy writes the current state of a SQLite database into an empty file, while others can keep reading and writing. It uses
// its own connection and reads one snapshot.
func (d *DB) SaveCopy(ctx context.Context, path string) error {
	var file string
	err := d.Read(ctx, func(tx *Tx) (err error) {
		file, err = tx.File(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return withConn(ctx, file, func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, "VACUUM INTO ?1", &sqlitex.ExecOptions{Args: []any{path}})
	})
}

const databaseFile = `SELECT file FROM pragma_database_list WHERE name = 'main'`

// File returns the path of a SQLite database.
func (tx *Tx) File(ctx context.Context) (string, error) {
	var file string
	err := tx.One(ctx, databaseFile, nil, &file)
	return file, err
}

// Checkpoint moves the write-ahead log of a SQLite file into the file itself and takes the file out of WAL mode. Nobody else
// may have the file open.
func Checkpoint(ctx context.Context, path string) error {
	return withConn(ctx, path, func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, "PRAGMA journal_mode=DELETE", nil)
	})
}

func withConn(ctx context.Context, path string, f func(*sqlite.Conn) error) error {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	conn.SetBusyTimeout(busyTimeout)
	conn.SetInterrupt(ctx.Done())
	return errors.Join(f(conn), conn.Close())
}

// OpenCopy opens a SQLite file read-only and does not modify it.
func OpenCopy(path string) (*DB, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return nil, explainOpen(path, err)
	}
	conn.SetBusyTimeout(busyTimeout)
	if err := sqlitex.ExecuteTransient(conn, readSchema, nil); err != nil {
		return nil, errors.Join(explainOpen(path, err), conn.Close())
	}
	if err := addSearchFunctions(conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	d := &DB{kind: SQLite, file: path}
	d.engine = &sqliteCopy{owner: d, q: newQuerier(conn)}
	return d, nil
}

// sqliteCopy is a file with one read-only connection.
type sqliteCopy struct {
	owner *DB
	q     *sqliteQuerier
}

func (e *sqliteCopy) read(ctx context.Context, f func(*Tx) error) (err error) {
	if _, err := e.q.exec(ctx, "BEGIN", nil); err != nil {
		return err
	}
	defer func() {
		if _, end := e.q.exec(context.WithoutCancel(ctx), "ROLLBACK", nil); err == nil {
			err = end
		}
	}()
	return f(&Tx{db: e.owner, q: e.q})
}

func (e *sqliteCopy) write(context.Context, func(*Tx) error) error {
	return errors.New("this copy is only read")
}

func (e *sqliteCopy) writeInLine(ctx context.Context, w InLine) error { return e.write(ctx, w.Do) }

func (e *sqliteCopy) ping(ctx context.Context) error {
	return e.read(ctx, func(*Tx) error { return nil })
}

func (e *sqliteCopy) once(ctx context.Context, f func(*Tx) error) error { return e.read(ctx, f) }

func (e *sqliteCopy) close() { _ = e.q.conn.Close() } // nothing was written
