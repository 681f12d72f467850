package store

import (
	"context"
	"iter"
	"strconv"
	"strings"

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

// forEach gives each row of a statement with one argument to f.
func (tx *Tx) forEach(ctx context.Context, text string, arg any, f func(db.Rows) error) error {
	rows, err := tx.Query(ctx, text, arg)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func grouped[T any](ctx context.Context, tx *Tx, q query, scan func(db.Rows) (T, error), by func(T) int64) (map[int64][]T, error) {
	lists := map[int64][]T{}
	for item, err := range each(ctx, tx, q, scan) {
		if err != nil {
			return nil, err
		}
		lists[by(item)] = append(lists[by(item)], item)
	}
	return lists, nil
}

// sentences runs a statement that gives one text a row.
func (tx *Tx) sentences(ctx context.Context, q query) ([]string, error) {
	return Collect(each(ctx, tx, q, func(rows db.Rows) (string, error) {
		var s string
		err := rows.Scan(&s)
		return s, err
	}))
}

// table is where rows of a kind go: its name, its columns, and how a row gives their values.
type table[T any] struct {
	name    string
	columns string // separated by spaces
	values  func(T) []any
}

func copyInto[T any](ctx context.Context, tx *Tx, t table[T], rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.Copy(ctx, t.name, strings.Fields(t.columns), func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(t.values(row), nil) {
				return
			}
		}
	})
	return err
}

// in adds a condition that ends where its list goes: q.in(tx, " AND t.id", list).
func (q *query) in(tx *Tx, text sqlText, list any) {
	q.args = append(q.args, list)
	q.text += text + sqlText(tx.In(len(q.args)))
}

func (tx *Tx) ids(ctx context.Context, q query) ([]int64, error) {
	return Collect(each(ctx, tx, q, func(rows db.Rows) (int64, error) {
		var id int64
		err := rows.Scan(&id)
		return id, err
	}))
}

// among adds a condition that one of the texts satisfies; no texts are no condition.
func (q *query) among(tx *Tx, text sqlText, values []string, end sqlText) {
	if len(values) > 0 {
		q.in(tx, text, db.List(tx.Tx, values))
		q.text += end
	}
}
