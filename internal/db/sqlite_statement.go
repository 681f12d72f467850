package db

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"zombiezen.com/go/sqlite"
)

// sqliteQuerier runs statements on one connection. Each statement is prepared once and kept; as all SQL is constant, their number
// is limited.
type sqliteQuerier struct {
	conn   *sqlite.Conn
	known  map[string]*statement
	writes bool // the statement being prepared is not read-only; see watchWrites
}

// statement is a prepared statement.
type statement struct {
	*sqlite.Stmt

	params int
	writes bool // it is not read-only; known only on the write connection
	open   bool // its rows are being read
}

func newQuerier(conn *sqlite.Conn) *sqliteQuerier {
	return &sqliteQuerier{conn: conn, known: map[string]*statement{}}
}

// watchWrites makes SQLite report, for each statement prepared from now on, whether it is read-only.
func (q *sqliteQuerier) watchWrites() error {
	return q.conn.SetAuthorizer(sqlite.AuthorizeFunc(func(action sqlite.Action) sqlite.AuthResult {
		switch action.Type() {
		case sqlite.OpSelect, sqlite.OpRead, sqlite.OpFunction, sqlite.OpRecursive:
		default:
			q.writes = true
		}
		return sqlite.AuthResultOK
	}))
}

// sqliteConn is a querier with a SQLite connection, for the few operations that need one.
type sqliteConn interface{ connection() *sqlite.Conn }

func (q *sqliteQuerier) connection() *sqlite.Conn { return q.conn }

// limited matches a LIMIT that is a parameter. SQLite considers such a parameter when planning, and so replans the statement each
// time it is bound, which costs more than running most statements. It does not do so for an expression such as ?1 + 0.
var limited = regexp.MustCompile(`\bLIMIT (\?[0-9]+)`)

// numbered returns a statement in SQLite's placeholder style, with every LIMIT parameter in an expression.
func (q *sqliteQuerier) numbered(sql string) string {
	return limited.ReplaceAllString(numberPlaceholders(sql), "LIMIT $1 + 0")
}

// numberPlaceholders turns $1 into ?1, because SQLite numbers $1…$n by first appearance, but ?n by n.
func numberPlaceholders(sql string) string {
	var b strings.Builder
	quoted := false
	for i := range len(sql) {
		c := sql[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c == '$' && !quoted && i+1 < len(sql) && sql[i+1] >= '1' && sql[i+1] <= '9' {
			c = '?'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// prepare prepares a statement and binds its arguments. Each statement was reset after its last use, and every parameter is
// bound again.
func (q *sqliteQuerier) prepare(sql string, args []any) (*statement, error) {
	s, ok := q.known[sql]
	if !ok {
		q.writes = false
		stmt, err := q.conn.Prepare(q.numbered(sql))
		if err != nil {
			return nil, err
		}
		s = &statement{Stmt: stmt, params: stmt.BindParamCount(), writes: q.writes}
		q.known[sql] = s
	}
	if s.open {
		return nil, fmt.Errorf("the rows of this statement were left open: %s", sql)
	}
	if s.params != len(args) {
		return nil, fmt.Errorf("statement has %d parameters, not %d: %s", s.params, len(args), sql)
	}
	for i, a := range args {
		if err := bindSQLite(s.Stmt, i+1, a); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (q *sqliteQuerier) exec(ctx context.Context, sql string, args []any) (int64, error) {
	s, err := q.prepare(sql, args)
	if err != nil {
		return 0, unprepared(ctx, err)
	}
	return q.run(s)
}

// run runs a statement to completion and returns how many rows it changed.
func (q *sqliteQuerier) run(s *statement) (int64, error) {
	for {
		more, err := s.Step()
		if err != nil {
			_ = s.Reset() // repeats the error just returned
			return 0, err
		}
		if !more {
			break
		}
	}
	return int64(q.conn.Changes()), s.Reset()
}

// closeAll closes rows that were left open, and returns the text of one of their statements.
func (q *sqliteQuerier) closeAll() (text string) {
	for sql, s := range q.known {
		if s.open {
			text, s.open = sql, false
			_ = s.Reset() // repeats the error of the last step, if any
		}
	}
	return text
}

// lastID returns the id of the last inserted row.
func (q *sqliteQuerier) lastID() int64 { return q.conn.LastInsertRowID() }

func (q *sqliteQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	s, err := q.prepare(sql, args)
	if err != nil {
		return nil, unprepared(ctx, err)
	}
	return s.rows(nil), nil
}

// unprepared adds the context's error, if any, to the reason why a statement could not be prepared, since an interrupt during
// preparation is reported in several ways, for example as a broken table-valued function.
func unprepared(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}

// rows returns the rows of a statement.
func (s *statement) rows(job *jobQuerier) *sqliteRows {
	s.open = true
	if job != nil {
		job.open++
	}
	return &sqliteRows{stmt: s, job: job}
}

// sqliteRows iterates over a prepared statement.
type sqliteRows struct {
	stmt   *statement
	job    *jobQuerier // nil in a read
	err    error
	closed bool
}

func (r *sqliteRows) Next() bool {
	if r.closed || r.err != nil {
		return false
	}
	more, err := r.stmt.Step()
	if err != nil {
		r.err = err
		if r.job != nil {
			r.job.check(err)
		}
	}
	if !more {
		r.Close()
	}
	return more && err == nil
}

func (r *sqliteRows) Err() error { return r.err }

func (r *sqliteRows) Close() {
	if r.closed {
		return
	}
	r.closed, r.stmt.open = true, false
	if r.job != nil {
		r.job.open--
	}
	if err := r.stmt.Reset(); err != nil && r.err == nil {
		r.err = err
	}
}
