package store

import (
	"context"
	"iter"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// sqlText is constant SQL: only literals of this package become one.
type sqlText string

// query is a statement under construction: constant text and its arguments.
type query struct {
	text sqlText
	args []any
}

// and adds a condition whose text ends where its argument goes: q.and(" AND t.epic_id = ", id).
func (q *query) and(text sqlText, arg any) {
	q.args = append(q.args, arg)
	q.text += text + sqlText("$"+strconv.Itoa(len(q.args)))
}

// page adds the part of the list to read.
func (q *query) page(p domain.Page) {
	if p.Active() {
		q.and(" LIMIT ", p.Limit())
		q.and(" OFFSET ", p.Offset())
	}
}

// count runs a statement that gives one number.
func (tx *Tx) count(ctx context.Context, q query) (int, error) {
	var n int
	err := tx.One(ctx, string(q.text), q.args, &n)
	return n, err
}

// each runs a statement and gives its rows one by one, scanned by scan. The rows are read while the
// caller ranges over them, inside the transaction.
func each[T any](ctx context.Context, tx *Tx, q query, scan func(db.Rows) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := tx.Query(ctx, string(q.text), q.args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			item, err := scan(rows)
			if !yield(item, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// one runs a statement for a single thing; NotFound when there is none.
func one[T any](ctx context.Context, tx *Tx, noun string, q query, scan func(db.Rows) (T, error)) (T, error) {
	var none T
	for item, err := range each(ctx, tx, q, scan) {
		return item, err
	}
	return none, domain.NoSuch(noun)
}

// together runs statements in one round trip; take is given every row.
func (tx *Tx) together(ctx context.Context, all []query, take func(db.Rows) error) error {
	statements := make([]db.Statement, len(all))
	for i, q := range all {
		statements[i] = db.Statement{SQL: db.Text(q.text), Args: q.args, Row: take}
	}
	return tx.Together(ctx, statements...)
}

// Collect gathers a list that is known to be short.
func Collect[T any](items iter.Seq2[T, error]) ([]T, error) {
	list := []T{}
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, nil
}

// insert stores a new row and gives its id.
func (tx *Tx) insert(ctx context.Context, text sqlText, args ...any) (int64, error) {
	return tx.Insert(ctx, string(text), args...)
}

// run runs a statement whose count of rows does not matter.
func (tx *Tx) run(ctx context.Context, text sqlText, args ...any) error {
	_, err := tx.Exec(ctx, string(text), args...)
	return err
}
