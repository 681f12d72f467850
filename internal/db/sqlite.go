package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// busyTimeout is how long a statement waits for another process, such as a command run alongside the server.
const busyTimeout = 15 * time.Second

// sqliteEngine has a pool of readers and one writer.
type sqliteEngine struct {
	owner   *DB
	readers *sqliteReaders
	writer  *sqliteWriter
	closing sync.Once
}

func openSQLite(path string, opt Options, owner *DB) (*sqliteEngine, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, explainOpen(path, err)
	}
	if err := prepareWriter(conn, opt); err != nil {
		return nil, errors.Join(explainOpen(path, err), conn.Close())
	}
	owner.file = path
	e := &sqliteEngine{owner: owner, readers: newReaders(path, opt.Readers)}
	q := newQuerier(conn)
	if err := q.watchWrites(); err != nil {
		return nil, errors.Join(explainOpen(path, err), conn.Close())
	}
	e.writer = startWriter(q, owner)
	return e, nil
}

// prepareWriter prepares the write connection. The writer runs its own checkpoints; see checkpoint.
func prepareWriter(conn *sqlite.Conn, opt Options) error {
	if err := prepareSQLite(conn, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", readSchema); err != nil {
		return err
	}
	if opt.NoSync {
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA synchronous=OFF", nil); err != nil {
			return fmt.Errorf("leave syncing to the system: %w", err)
		}
	}
	if opt.Alone {
		return recoverLog(conn)
	}
	return nil
}

// prepareSQLite sets the per-connection pragmas; synchronous=FULL makes every commit durable.
func prepareSQLite(conn *sqlite.Conn, more ...string) error {
	conn.SetBusyTimeout(busyTimeout)
	pragmas := []string{"PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON", "PRAGMA temp_store=MEMORY", "PRAGMA cache_size=-16000"}
	for _, p := range append(pragmas, more...) {
		if err := sqlitex.ExecuteTransient(conn, p, nil); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	return addSearchFunctions(conn)
}

func (e *sqliteEngine) read(ctx context.Context, f func(*Tx) error) (err error) {
	q, err := e.readers.takeUntil(ctx)
	if err != nil {
		return classify(err)
	}
	defer e.readers.put(q)
	if _, err := q.exec(ctx, "BEGIN", nil); err != nil {
		return classify(interrupted(ctx, err))
	}
	defer func() {
		err = interrupted(ctx, err)
		q.conn.SetInterrupt(nil) // an interrupted connection could not even roll back
		if _, end := q.exec(context.WithoutCancel(ctx), "ROLLBACK", nil); err == nil {
			err = end
		}
	}()
	return f(&Tx{db: e.owner, q: q})
}

// interrupted adds the context's error to err if a statement was interrupted because the context was done.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}

func (e *sqliteEngine) once(ctx context.Context, f func(*Tx) error) error {
	q, err := e.readers.take(ctx)
	if err != nil {
		return classify(err)
	}
	defer e.readers.release(q)
	return f(&Tx{db: e.owner, q: q})
}

func (e *sqliteEngine) write(ctx context.Context, f func(*Tx) error) error {
	return e.writer.do(ctx, f)
}

// writeInLine runs everything in the writer, where all writes wait in one line.
func (e *sqliteEngine) writeInLine(ctx context.Context, w InLine) error {
	return e.writer.do(ctx, func(tx *Tx) error { return w.findAndRun(ctx, tx) })
}

func (e *sqliteEngine) ping(ctx context.Context) error {
	return e.read(ctx, func(tx *Tx) error {
		var one int
		return tx.One(ctx, "SELECT 1", nil, &one)
	})
}

// close closes the writer last, because the last connection to close checkpoints the log, and a connection whose read was
// interrupted would not do so.
func (e *sqliteEngine) close() {
	e.closing.Do(e.readers.close)
	e.writer.stop()
}
