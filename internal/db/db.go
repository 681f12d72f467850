// Package db offers one interface to SQLite and PostgreSQL: the same SQL text with $1…$n placeholders, reads in a snapshot, and
// writes in a transaction that is durable when Write returns.
package db

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
)

// Engine identifies the kind of database behind a DB.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Rows is the part of pgx.Rows that both engines offer. Close may be called twice; Err must be checked after the last Next.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// engine is implemented by sqliteEngine, sqliteCopy and postgresEngine.
type engine interface {
	read(ctx context.Context, f func(*Tx) error) error
	write(ctx context.Context, f func(*Tx) error) error
	writeInLine(ctx context.Context, w InLine) error
	once(ctx context.Context, f func(*Tx) error) error
	ping(ctx context.Context) error
	connections() Pool
	close()
}

// querier runs statements inside one transaction.
type querier interface {
	exec(ctx context.Context, sql string, args []any) (int64, error)
	query(ctx context.Context, sql string, args []any) (Rows, error)
}

// DB is one database. It is safe for concurrent use.
type DB struct {
	kind       Engine
	file       string // SQLite only
	engine     engine
	statements atomic.Int64
	onWrite    atomic.Pointer[func()]
}

// Options tune a database; the zero value suits a single server.
type Options struct {
	// Readers is the number of concurrent reads (default 16).
	Readers int
	// Alone means that no other server writes to the SQLite file. If so, Open begins by checkpointing any write-ahead log left by a
	// crash.
	Alone bool
	// NoSync disables fsync on SQLite. It is for tests, whose files need not survive a power cut.
	NoSync bool
}

// Open opens the database at url: a postgres:// URL, or the path of a SQLite file, which is created if it does not exist. It does
// not migrate the database.
func Open(ctx context.Context, url string, opt Options) (*DB, error) {
	if opt.Readers <= 0 {
		opt.Readers = 16
	}
	d := &DB{}
	var err error
	if IsPostgres(url) {
		d.kind = Postgres
		d.engine, err = openPostgres(ctx, url, opt, d)
	} else {
		d.kind = SQLite
		d.engine, err = openSQLite(strings.TrimPrefix(url, "sqlite://"), opt, d)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// IsPostgres reports whether a --database value names a PostgreSQL server.
func IsPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// Engine returns the kind of database.
func (d *DB) Engine() Engine { return d.kind }

// Statements returns the number of statements sent since Open. Tests use it to prove that a list does not cost one statement per
// row.
func (d *DB) Statements() int64 { return d.statements.Load() }

// Read runs f in a read-only snapshot: every statement in it sees the same committed state.
func (d *DB) Read(ctx context.Context, f func(*Tx) error) error {
	return domainError(d.engine.read(ctx, f))
}

// Once runs f, which sends one statement, or several with Together, outside a transaction. On PostgreSQL that costs one round
// trip instead of three. On SQLite f may only read, and only through an index, because cancelling ctx does not interrupt it.
func (d *DB) Once(ctx context.Context, f func(*Tx) error) error {
	return domainError(d.engine.once(ctx, f))
}

// Write runs f in one transaction. When Write returns nil, the change is durable. When it returns an error, nothing has changed,
// except that after an UncertainError the outcome is unknown. f may run more than once (after a conflict with another node, or
// when a write that shares its commit fails), so it must not modify anything but tx and its own results.
func (d *DB) Write(ctx context.Context, f func(*Tx) error) error {
	if tx := joined(ctx); tx != nil {
		return f(tx)
	}
	return d.wrote(d.engine.write(ctx, f))
}

// InLine is a write that locks something.
type InLine struct {
	// Find returns the id of what the write locks. It may only read. On PostgreSQL, it runs before the transaction, and each of its statements sees what is
	// stored at its own moment, so Lock, Look and Do must read again what the change depends on. The rights of the caller need not be read again, because
	// withdrawing them takes effect at the next request.
	Find func(tx *Tx) (id int64, err error)

	// Lock returns the statement that locks it and reads its state into tx.Held, and Look those that read what else the write needs to know.
	// Both may be nil.
	Lock, Look func(tx *Tx) []Statement

	// Do makes the write.
	Do func(tx *Tx) error

	// Adds means that Do only adds rows, apart from changing tx.Held, and that other writes that only add rows do not affect what Look reads. Such
	// writes can look before those in front of them in a shared transaction are done.
	Adds bool
}

// WriteInLine is like Write, for a write that locks something. On PostgreSQL, writes that wait for the same lock in this process share a transaction.
func (d *DB) WriteInLine(ctx context.Context, w InLine) error {
	if tx := joined(ctx); tx != nil {
		return w.findAndRun(ctx, tx)
	}
	return d.wrote(d.engine.writeInLine(ctx, w))
}

// findAndRun runs all parts of the write in one transaction.
func (w InLine) findAndRun(ctx context.Context, tx *Tx) error {
	if _, err := w.Find(tx); err != nil {
		return err
	}
	return w.run(ctx, tx)
}

// run locks, looks and makes the write.
func (w InLine) run(ctx context.Context, tx *Tx) error {
	if looks := slices.Concat(w.lock(tx), w.look(tx)); len(looks) > 0 {
		if err := tx.Together(ctx, looks...); err != nil {
			return err
		}
	}
	return w.Do(tx)
}

func (w InLine) lock(tx *Tx) []Statement {
	if w.Lock == nil {
		return nil
	}
	return w.Lock(tx)
}

func (w InLine) look(tx *Tx) []Statement {
	if w.Look == nil {
		return nil
	}
	return w.Look(tx)
}

func (d *DB) wrote(err error) error {
	if tell := d.onWrite.Load(); tell != nil && err == nil {
		(*tell)()
	}
	return domainError(err)
}

// OnWrite sets a function that is called after every committed write. The function must return immediately.
func (d *DB) OnWrite(f func()) { d.onWrite.Store(&f) }

// Read returns the result of f; see DB.Read.
func Read[T any](ctx context.Context, d *DB, f func(*Tx) (T, error)) (T, error) {
	return result(ctx, d.Read, f)
}

// Write returns the result of f once its changes are stored; see DB.Write.
func Write[T any](ctx context.Context, d *DB, f func(*Tx) (T, error)) (T, error) {
	return result(ctx, d.Write, f)
}

func result[T any](ctx context.Context, run func(context.Context, func(*Tx) error) error, f func(*Tx) (T, error)) (T, error) {
	var value T
	err := run(ctx, func(tx *Tx) (err error) {
		value, err = f(tx)
		return err
	})
	return value, err
}

// Ping returns an error if the database does not respond.
func (d *DB) Ping(ctx context.Context) error { return domainError(classify(d.engine.ping(ctx))) }

// Broken returns a channel that is closed when the disk fails to store one of SQLite's writes. From then on every write is
// refused, and the process should exit; BrokenBy returns the reason.
func (d *DB) Broken() <-chan struct{} { return d.breakdown().done }

// BrokenBy returns the reason why Broken's channel was closed, or nil.
func (d *DB) BrokenBy() error { return d.breakdown().cause() }

// breakdown returns the engine's breakdown. On PostgreSQL there is never a breakdown, since the server handles disk failures
// itself.
func (d *DB) breakdown() *breakdown {
	if e, ok := d.engine.(*sqliteEngine); ok {
		return e.writer.broken
	}
	return &breakdown{}
}

// Close waits for running work and closes the database. It may be called twice.
func (d *DB) Close() { d.engine.close() }

// Tx is a running transaction. It must not outlive the function it was passed to.
type Tx struct {
	// Held is for the writes of a shared transaction: it is what they know about what they have locked; see InLine.
	Held any

	db *DB
	q  querier

	waitsForNobody bool // what another transaction has locked is not found by ForNoKeyUpdate
}

// Engine returns the kind of database that runs the transaction. It is used only by dialect.go and by the few statements that
// must differ between the engines.
func (tx *Tx) Engine() Engine { return tx.db.kind }

// Exec runs a statement and returns how many rows it changed.
func (tx *Tx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tx.db.statements.Add(1)
	n, err := tx.q.exec(ctx, sql, args)
	return n, classify(err)
}

// Insert runs an INSERT without RETURNING that stores one row, and returns the row's id. SQLite reports the id anyway; RETURNING
// would make it build a temporary table for the result, which costs about as much as storing the row.
func (tx *Tx) Insert(ctx context.Context, text Text, args ...any) (id int64, err error) {
	q, knows := tx.q.(interface{ lastID() int64 })
	if !knows {
		err = tx.One(ctx, string(text)+` RETURNING id`, args, &id)
		return id, err
	}
	n, err := tx.Exec(ctx, string(text), args...)
	if err == nil && n != 1 {
		err = ErrNoRows
	}
	return q.lastID(), err
}

// Query runs a statement that returns rows. The caller must close them before running the next statement.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	tx.db.statements.Add(1)
	rows, err := tx.q.query(ctx, sql, args)
	if err != nil {
		return nil, classify(err)
	}
	return classifiedRows{rows}, nil
}

// classifiedRows classifies the errors that its rows return.
type classifiedRows struct{ Rows }

func (r classifiedRows) Err() error { return classify(r.Rows.Err()) }

// One runs a statement and scans its first row into dest. It returns ErrNoRows if there is none.
func (tx *Tx) One(ctx context.Context, sql string, args []any, dest ...any) error {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return ErrNoRows
	}
	if err := rows.Scan(dest...); err != nil {
		return err
	}
	rows.Close()
	return rows.Err()
}
