// Package db gives SQLite and PostgreSQL one face: one SQL text with $1…$n placeholders, reads in a
// snapshot, writes in a transaction that is durable when Write returns.
package db

import (
	"context"
	"strings"
	"sync/atomic"
)

// Engine names the database behind a DB.
type Engine string

// The two engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Rows is the part of pgx.Rows that both engines offer. Close is safe to call twice; Err must be
// asked after the last Next.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// engine is what a database must do; sqliteEngine and postgresEngine do it.
type engine interface {
	read(ctx context.Context, f func(*Tx) error) error
	write(ctx context.Context, f func(*Tx) error) error
	once(ctx context.Context, f func(*Tx) error) error
	ping(ctx context.Context) error
	version() (Version, bool)
	since(then, now Version, ids []int64) (map[int64]Touch, bool)
	partsSince(then, now Version, thing int64, ids []int64, changed func(i int, at int64)) (grown, ok bool)
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
	file       string // of SQLite
	engine     engine
	statements atomic.Int64
}

// Options tune a database; the zero value is right for one server.
type Options struct {
	// Readers is how many reads run at once (default 16).
	Readers int
	// Quiet names the tables whose changes are always told of by a Touch in the same transaction.
	Quiet []string
	// Parts names those of them that hold, or show in, the parts of things.
	Parts []string
	// Alone says that no other server writes to the SQLite file: what a crash left beside it is moved into it first.
	Alone bool
	// NoSync leaves it to the system when a SQLite file reaches the disk: for tests, whose files need not survive a power cut.
	NoSync bool
}

// Open opens the database at url: a postgres:// address, or the path of a SQLite file, which is
// created when it is missing. It does not migrate.
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

// IsPostgres tells whether a --database value names a PostgreSQL server.
func IsPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// Engine tells which database this is.
func (d *DB) Engine() Engine { return d.kind }

// Statements counts the statements sent since Open; tests use it to prove that a list does not cost
// a statement a row.
func (d *DB) Statements() int64 { return d.statements.Load() }

// Read runs f in a read-only snapshot: every statement in it sees the same committed state.
func (d *DB) Read(ctx context.Context, f func(*Tx) error) error {
	return d.engine.read(ctx, f)
}

// Once runs f, which sends a single statement, or some Together: on PostgreSQL that is its own transaction and costs one round
// trip instead of three. On SQLite it reads.
func (d *DB) Once(ctx context.Context, f func(*Tx) error) error {
	return d.engine.once(ctx, f)
}

// Write runs f in one transaction. When Write returns nil the change is durable; on any error nothing of
// it remains, but for an UncertainError: then nobody can tell. f may run more than once (after a conflict with another node), so it must
// not touch anything but tx and its own results.
func (d *DB) Write(ctx context.Context, f func(*Tx) error) error {
	return d.engine.write(ctx, f)
}

// Version gives the present state's, where that costs next to nothing; else ok is false. What was read after a
// Version was taken still holds as long as nothing is known to have changed Since.
func (d *DB) Version() (v Version, ok bool) { return d.engine.version() }

// Since tells which of some things were touched after a Version, and how they are now; ok is false where anything may have
// changed between it and a later one.
func (d *DB) Since(then, now Version, ids []int64) (touches map[int64]Touch, ok bool) {
	return d.engine.since(then, now, ids)
}

// PartsSince tells which of some parts of a thing changed after a Version: each with its place among ids and its moment now. grown
// is whether the thing got new parts; ok is false where any part may have changed.
func (d *DB) PartsSince(then, now Version, thing int64, ids []int64, changed func(i int, at int64)) (grown, ok bool) {
	return d.engine.partsSince(then, now, thing, ids, changed)
}

// Ping tells whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return classify(d.engine.ping(ctx)) }

// Broken is closed when the disk under SQLite failed to keep what was written to it. From then on every write is refused, and
// the process should end: BrokenBy tells why.
func (d *DB) Broken() <-chan struct{} { return d.breakdown().done }

// BrokenBy is nil until Broken is closed.
func (d *DB) BrokenBy() error { return d.breakdown().cause() }

// breakdown is that of the engine that has one; PostgreSQL looks after its own disk.
func (d *DB) breakdown() *breakdown {
	if e, ok := d.engine.(*sqliteEngine); ok {
		return e.writer.broken
	}
	return &breakdown{}
}

// Close waits for running work and closes the database. It may be called twice.
func (d *DB) Close() { d.engine.close() }

// Tx is a running transaction. It must not leave the function it was given to.
type Tx struct {
	db *DB
	q  querier
}

// Engine tells which database runs the transaction; only dialect.go and the store's two or three
// forced differences ask.
func (tx *Tx) Engine() Engine { return tx.db.kind }

// Exec runs a statement and tells how many rows it changed.
func (tx *Tx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tx.db.statements.Add(1)
	n, err := tx.q.exec(ctx, sql, args)
	return n, classify(err)
}

// Insert stores one new row, by an INSERT without RETURNING, and gives its id. SQLite knows it; RETURNING would make it build a table
// for the answer first, which costs about as much as the row.
func (tx *Tx) Insert(ctx context.Context, sql string, args ...any) (id int64, err error) {
	q, knows := tx.q.(interface{ lastID() int64 })
	if !knows {
		err = tx.One(ctx, sql+` RETURNING id`, args, &id)
		return id, err
	}
	n, err := tx.Exec(ctx, sql, args...)
	if err == nil && n != 1 {
		err = ErrNoRows
	}
	return q.lastID(), err
}

// toucher is a querier that accounts for what it changes.
type toucher interface {
	touch(ctx context.Context, t Touch, sql string, args []any) error
	part(f func() (Part, error)) error
}

// Touch runs a statement whose whole effect is that a thing is now as t says.
func (tx *Tx) Touch(ctx context.Context, t Touch, sql string, args ...any) error {
	q, ok := tx.q.(toucher)
	if !ok {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}
	tx.db.statements.Add(1)
	return classify(q.touch(ctx, t, sql, args))
}

// Part runs f, whose statements change one part of a thing, and no other: it tells which.
func (tx *Tx) Part(f func() (Part, error)) error {
	if q, ok := tx.q.(toucher); ok {
		return q.part(f)
	}
	_, err := f()
	return err
}

// Query runs a statement that gives rows. The caller closes them before the next statement.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	tx.db.statements.Add(1)
	rows, err := tx.q.query(ctx, sql, args)
	if err != nil {
		return nil, classify(err)
	}
	return classifiedRows{rows}, nil
}

// classifiedRows gives the errors of rows their kind.
type classifiedRows struct{ Rows }

func (r classifiedRows) Err() error { return classify(r.Rows.Err()) }

// One runs a statement and scans its first row into dest; ErrNoRows when there is none.
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
