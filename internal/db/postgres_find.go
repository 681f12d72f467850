package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// mostFound limits the number of statements in one round trip.
	mostFound = 16
	// findTimeout is how long a shared round trip may take. Callers wait no longer than their own contexts allow.
	findTimeout = 10 * time.Second
)

// postgresFinds lets the statements with which writes find what they lock share round trips: those that arrive while one is in flight are sent
// together with the next. Otherwise, each would wake a session of its own.
type postgresFinds struct {
	pool *pgxpool.Pool

	mu      sync.Mutex
	busy    bool // a round trip is in flight
	waiting []*find
}

// find is a statement and, once it has ended, its result.
type find struct {
	sql   string
	args  []any
	rows  *foundRows
	err   error
	ended chan struct{}
}

// query runs a statement, which may only read, and returns all of its rows.
func (s *postgresFinds) query(ctx context.Context, sql string, args []any) (Rows, error) {
	f := &find{sql: sql, args: args, ended: make(chan struct{})}
	if s.join(f) {
		select {
		case <-f.ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	} else {
		defer s.move()
		s.run(ctx, []*find{f})
	}
	return f.rows, f.err
}

// join adds a statement to those that wait, or returns false if no round trip is in flight, so that the statement can be sent at once.
func (s *postgresFinds) join(f *find) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.busy {
		s.busy = true
		return false
	}
	s.waiting = append(s.waiting, f)
	return true
}

// move sends the next statements after a round trip.
func (s *postgresFinds) move() {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(s.waiting), mostFound)
	if n == 0 {
		s.busy = false
		return
	}
	next := slices.Clone(s.waiting[:n])
	s.waiting = slices.Delete(s.waiting, 0, n)
	go func() {
		defer s.move()
		ctx, cancel := context.WithTimeout(context.Background(), findTimeout)
		defer cancel()
		s.run(ctx, next)
		for _, f := range next {
			close(f.ended)
		}
	}()
}

// run sends the statements together. If the server refuses one of them, the others run alone.
func (s *postgresFinds) run(ctx context.Context, all []*find) {
	batch := &pgx.Batch{}
	for _, f := range all {
		batch.Queue(f.sql, f.args...)
	}
	results := s.pool.SendBatch(ctx, batch)
	for _, f := range all {
		f.rows, f.err = readAll(results)
	}
	err := results.Close()
	if _, refused := errors.AsType[*pgconn.PgError](err); refused && len(all) > 1 {
		for _, f := range all {
			s.run(ctx, []*find{f})
		}
	}
}

// readAll reads the rows of the next statement of a batch.
func readAll(results pgx.BatchResults) (*foundRows, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := &foundRows{fields: slices.Clone(rows.FieldDescriptions())}
	for rows.Next() {
		var values [][]byte
		for _, v := range rows.RawValues() {
			values = append(values, slices.Clone(v)) // nil, which stands for NULL, stays nil
		}
		found.rest = append(found.rest, values)
	}
	return found, rows.Err()
}

// foundRows are rows that have been read already.
type foundRows struct {
	fields []pgconn.FieldDescription
	row    [][]byte
	rest   [][][]byte
}

func (r *foundRows) Next() bool {
	if len(r.rest) == 0 {
		return false
	}
	r.row, r.rest = r.rest[0], r.rest[1:]
	return true
}

// typeMaps holds maps for scanning. A map must not be used by two goroutines at the same time, and is expensive to make.
var typeMaps = sync.Pool{New: func() any { return pgtype.NewMap() }} //nolint:gochecknoglobals // a pool of memory

func (r *foundRows) Scan(dest ...any) error {
	types := typeMaps.Get().(*pgtype.Map) //nolint:errcheck,forcetypeassert // New makes them
	defer typeMaps.Put(types)
	return pgx.ScanRow(types, r.fields, r.row, dest...)
}

func (r *foundRows) Err() error { return nil }

func (r *foundRows) Close() { r.rest = nil }

// findQuerier is like poolQuerier, but queries share round trips.
type findQuerier struct {
	poolQuerier

	finds *postgresFinds
}

func (q findQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	rows, err := q.finds.query(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	return rows, nil
}
