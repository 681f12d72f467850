package db

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"earnest/internal/domain"
)

// Query is a statement under construction: constant text and its arguments.
type Query struct {
	Text Text
	Args []any
}

// NewQuery returns a statement with its arguments.
func NewQuery(text Text, args ...any) Query { return Query{Text: text, Args: args} }

// And adds a condition whose text ends where its argument goes: q.And(" AND t.epic_id = ", id).
func (q *Query) And(text Text, arg any) {
	q.Args = append(q.Args, arg)
	q.Text += text + Text("$"+strconv.Itoa(len(q.Args)))
}

// AndContains adds a condition on a folded column: it must contain the text, folded too. An empty text is contained in everything.
func (q *Query) AndContains(column Text, text string) {
	folded := domain.Fold(text)
	if folded == "" {
		return
	}
	folded = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(folded)
	q.And(" AND "+column+" LIKE ", "%"+folded+"%")
	q.Text += ` ESCAPE '\'`
}

// Page sorts the result by the columns in by and limits it to one page. For a later page, rows selects the same columns of the same rows from the
// table alone, and finds where the page begins. With OFFSET in the statement itself, the engines would join and compute everything that the rows
// before the page show.
func (q *Query) Page(p domain.Page, by, rows Text) {
	if p.Offset() > 0 {
		q.And(" AND ("+by+") >= ("+rows+" ORDER BY "+by+" LIMIT 1 OFFSET ", p.Offset())
		q.Text += ")"
	}
	q.Sort(p, by)
}

// Sort sorts the result by the columns in by and limits it to a page, without skipping the pages before a numbered one; see Page. The last
// column must be the id, and another one must come before it if and only if positions in the list have a key.
func (q *Query) Sort(p domain.Page, by Text) {
	if p.After != nil && p.After.ID > 0 {
		q.after(*p.After, by)
	}
	q.Text += " ORDER BY " + by
	if p.Active() {
		q.And(" LIMIT ", p.Limit())
	}
}

// after adds the condition that a row comes after a position.
func (q *Query) after(p domain.Position, by Text) {
	if p.Key == nil {
		q.And(" AND "+by+" > ", p.ID)
		return
	}
	q.And(" AND ("+by+") > (", p.Key)
	q.And(", ", p.ID)
	q.Text += ")"
}

// Count runs a statement that returns one number.
func (tx *Tx) Count(ctx context.Context, q Query) (int, error) {
	var n int
	err := tx.One(ctx, string(q.Text), q.Args, &n)
	return n, err
}

// Each runs a statement and yields its rows one by one, converted by scan. The rows are read while the caller ranges over them,
// inside the transaction.
func Each[T any](ctx context.Context, tx *Tx, q Query, scan func(Rows) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := tx.Query(ctx, string(q.Text), q.Args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if err := ctx.Err(); err != nil { // PostgreSQL's driver would go on with the rows that it has received
				yield(none, err)
				return
			}
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

// One returns the first row of a statement. It returns NotFound if there is no row.
func One[T any](ctx context.Context, tx *Tx, noun string, q Query, scan func(Rows) (T, error)) (T, error) {
	var none T
	for item, err := range Each(ctx, tx, q, scan) {
		return item, err
	}
	return none, domain.NoSuch(noun)
}

// Collect returns the items as a list. It is for lists that are known to be short.
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

// Run runs a statement and ignores the number of affected rows. On PostgreSQL, the statement is sent together with the next one whose result is
// needed, or with the commit, which then returns its error. The caller must not modify the arguments afterwards.
func (tx *Tx) Run(ctx context.Context, text Text, args ...any) error {
	if q, ok := tx.q.(*postgresTx); ok {
		tx.db.statements.Add(1)
		return classify(q.later(ctx, string(text), args))
	}
	_, err := tx.Exec(ctx, string(text), args...)
	return err
}

// ForEach calls f for each row of a statement with one argument.
func (tx *Tx) ForEach(ctx context.Context, text string, arg any, f func(Rows) error) error {
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

func Grouped[T any](ctx context.Context, tx *Tx, q Query, scan func(Rows) (T, error), by func(T) int64) (map[int64][]T, error) {
	lists := map[int64][]T{}
	for item, err := range Each(ctx, tx, q, scan) {
		if err != nil {
			return nil, err
		}
		lists[by(item)] = append(lists[by(item)], item)
	}
	return lists, nil
}

// Texts runs a statement that returns one string per row.
func (tx *Tx) Texts(ctx context.Context, q Query) ([]string, error) {
	return Collect(Each(ctx, tx, q, func(rows Rows) (string, error) {
		var s string
		err := rows.Scan(&s)
		return s, err
	}))
}

// Columns describes how rows of one type are stored: the table, its columns, and the values of a row.
type Columns[T any] struct {
	Name    string
	Columns string // separated by spaces
	Values  func(T) []any
}

func CopyInto[T any](ctx context.Context, tx *Tx, t Columns[T], rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.Copy(ctx, t.Name, strings.Fields(t.Columns), func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(t.Values(row), nil) {
				return
			}
		}
	})
	return err
}

// In adds a condition that ends where its list goes: q.In(tx, " AND t.id", list).
func (q *Query) In(tx *Tx, text Text, list any) {
	q.Args = append(q.Args, list)
	q.Text += text + Text(tx.In(len(q.Args)))
}

func (tx *Tx) IDs(ctx context.Context, q Query) ([]int64, error) {
	return Collect(Each(ctx, tx, q, func(rows Rows) (int64, error) {
		var id int64
		err := rows.Scan(&id)
		return id, err
	}))
}

// Among adds the condition that an expression equals one of the values; end is the text after the list. If there are no values,
// it adds nothing.
func (q *Query) Among(tx *Tx, text Text, values []string, end Text) {
	if len(values) > 0 {
		q.In(tx, text, List(tx, values))
		q.Text += end
	}
}

// Found turns ErrNoRows into a NotFound error for the noun.
func Found(err error, noun string) error {
	if errors.Is(err, ErrNoRows) {
		return domain.NoSuch(noun)
	}
	return err
}

// NewUUID returns a new uuid. Later ones sort after earlier ones.
func NewUUID() string { return uuid.Must(uuid.NewV7()).String() }
