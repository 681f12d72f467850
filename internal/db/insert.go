package db

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Insert describes statements that add a row to a table.
type Insert struct {
	Table   Text
	Columns Text // separated by commas
	Row     Text // the row, if it is not just the parameters
	Types   Text // the types of the parameters, separated by commas: text, bigint, float8 or boolean

	// Sums means that all columns but the last are the primary key. If the table has a row with that key, the last column, whose value is the last
	// parameter, is added to its own.
	Sums bool
}

// Add is like Run, for a statement that adds a row. On PostgreSQL, rows of the same table are sent in one statement, provided that nothing but Add and
// Replace is called in between: starting a statement, and its triggers, costs about as much there as storing a row. Rows are stored in the order in which they
// are added, but those of another table may be stored before or after them, in the order of the first row of each table in the transaction. So a table whose
// rows refer to those of another must get its first row after it.
func (tx *Tx) Add(ctx context.Context, i Insert, row ...any) error {
	q, ok := tx.q.(*postgresTx)
	if !ok {
		_, err := tx.Exec(ctx, string(i.one()), row...)
		return err
	}
	tx.db.statements.Add(1)
	return classify(q.add(ctx, i, row))
}

// Replace is like Run, for a statement that a later one with the same text and the same first argument makes unnecessary. On PostgreSQL, the earlier one is
// then not sent, provided that nothing but Add and Replace is called in between.
func (tx *Tx) Replace(ctx context.Context, text Text, args ...any) error {
	q, ok := tx.q.(*postgresTx)
	if !ok {
		return tx.Run(ctx, text, args...)
	}
	tx.db.statements.Add(1)
	return classify(q.replace(ctx, text, args))
}

// one returns the statement that adds one row.
func (i Insert) one() Text {
	return "INSERT INTO " + i.Table + " (" + i.Columns + ") VALUES (" + i.row() + ")" + i.onConflict()
}

// several returns the statement that adds rows. Its parameters are arrays.
func (i Insert) several() Text {
	row, arrays, names := string(i.row()), []string{}, []string{}
	types := i.types()
	for n := len(types); n > 0; n-- { // downwards, since $1 begins like $12
		param, name := "$"+strconv.Itoa(n), "c"+strconv.Itoa(n)
		value := "r." + name
		if i.Sums && n == len(types) {
			value = "CAST(SUM(" + value + ") AS " + types[n-1] + ")"
		}
		row = strings.ReplaceAll(row, param, value)
		arrays, names = append(arrays, param+"::"+types[n-1]+"[]"), append(names, name)
	}
	text := "INSERT INTO " + string(i.Table+" ("+i.Columns+")") + " SELECT " + row +
		" FROM unnest(" + strings.Join(arrays, ", ") + ") r (" + strings.Join(names, ", ") + ")"
	if i.Sums {
		text += " GROUP BY " + strings.Join(numbers(strings.Count(string(i.Columns), ",")), ", ")
	}
	return Text(text) + i.onConflict()
}

func (i Insert) types() []string { return strings.Split(string(i.Types), ",") }

// row returns the values of a row.
func (i Insert) row() Text {
	if i.Row != "" {
		return i.Row
	}
	return Text("$" + strings.Join(numbers(len(i.types())), ", $"))
}

func (i Insert) onConflict() Text {
	if !i.Sums {
		return ""
	}
	at := strings.LastIndex(string(i.Columns), ", ")
	key, sum := i.Columns[:at], i.Columns[at+2:]
	return " ON CONFLICT (" + key + ") DO UPDATE SET " + sum + " = " + i.Table + "." + sum + " + excluded." + sum
}

// numbers returns the numbers from 1 to n.
func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return list
}

// columns returns the arguments of a statement that adds several rows: a list for each column. The lists have types that the driver can send without
// having asked the server for those of the parameters, as it does behind a pooler.
func (i Insert) columns(rows [][]any) []any {
	lists := []any{}
	for c, name := range i.types() {
		switch name {
		case "text":
			lists = append(lists, column[string](rows, c))
		case "bigint":
			lists = append(lists, column[int64](rows, c))
		case "float8":
			lists = append(lists, column[float64](rows, c))
		case "boolean":
			lists = append(lists, column[bool](rows, c))
		default:
			panic("no list of " + name)
		}
	}
	return lists
}

// column returns the values of a column, which are of type T, of another type made of it, or pointers to such values.
func column[T any](rows [][]any, c int) []*T {
	list := make([]*T, len(rows))
	for r, row := range rows {
		switch value := row[c].(type) {
		case *T:
			list[r] = value
		case T:
			list[r] = &value
		default:
			list[r] = converted[T](reflect.ValueOf(value))
		}
	}
	return list
}

// converted returns a value of a type made of T, or of a pointer to it, as a T; nil stays nil.
func converted[T any](v reflect.Value) *T {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	to := new(T)
	target := reflect.ValueOf(to).Elem()
	if v.Kind() != target.Kind() && (!v.CanInt() || !target.CanInt()) { // a conversion of a number to text would store a letter
		panic(fmt.Sprintf("a %s in a list of %s", v.Type(), target.Type()))
	}
	target.Set(v.Convert(target.Type()))
	return to
}
