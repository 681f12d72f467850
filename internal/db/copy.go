package db

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Copy stores many rows in a table, each with a value for every column, and returns how many there were. PostgreSQL receives
// them as one stream; SQLite runs one prepared statement repeatedly.
func (tx *Tx) Copy(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) (int64, error) {
	if q, ok := tx.q.(*postgresTx); ok {
		tx.db.statements.Add(1)
		q.wrote = true
		if err := q.flush(ctx); err != nil {
			return 0, classify(err)
		}
		source := newCopySource(rows)
		defer source.stop()
		return q.conn.CopyFrom(ctx, pgx.Identifier{table}, columns, source)
	}
	text := insertText(table, columns)
	n := int64(0)
	for row, err := range rows {
		if err != nil {
			return n, err
		}
		if err := ctx.Err(); err != nil {
			return n, err
		}
		if _, err := tx.Exec(ctx, text, row...); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// NewIDs reserves n ids for a table, in ascending order. Their rows must be stored before the transaction reserves more for the
// same table, because SQLite counts an id as used only once its row is stored. PostgreSQL uses the table's sequence.
func (tx *Tx) NewIDs(ctx context.Context, table string, n int) ([]int64, error) {
	ids := make([]int64, 0, n)
	if tx.Engine() == SQLite {
		var last int64
		err := tx.One(ctx, `SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = $1), 0)`, []any{table}, &last)
		for i := range n {
			ids = append(ids, last+int64(i)+1)
		}
		return ids, err
	}
	rows, err := tx.Query(ctx, `SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2::bigint)`, Quote(table), n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Quote quotes the name of one of our tables or columns, so that it cannot clash with an engine's keywords.
func Quote(name string) string { return `"` + name + `"` }

func insertText(table string, columns []string) string {
	names := make([]string, 0, len(columns))
	places := make([]string, 0, len(columns))
	for i, c := range columns {
		names = append(names, Quote(c))
		places = append(places, "$"+strconv.Itoa(i+1))
	}
	return "INSERT INTO " + Quote(table) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
}

// copySource adapts a sequence to pgx's pull interface.
type copySource struct {
	next func() ([]any, error, bool)
	stop func()
	row  []any
	err  error
}

func newCopySource(rows iter.Seq2[[]any, error]) *copySource {
	next, stop := iter.Pull2(rows)
	return &copySource{next: next, stop: stop}
}

func (s *copySource) Next() bool {
	row, err, ok := s.next()
	s.row, s.err = row, err
	return ok && err == nil
}

func (s *copySource) Values() ([]any, error) { return s.row, nil }

func (s *copySource) Err() error { return s.err }
