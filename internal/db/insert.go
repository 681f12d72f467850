package db

import (
	"context"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// Insert describes statements that add a row to a table.
type Insert struct {
	Table   Text
	Columns Text // separated by commas
	Row     Text // the row, if it is not just the parameters
	Types   Text // PostgreSQL's types of the parameters, separated by commas

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

// columns returns the arguments of a statement that adds several rows.
func columns(rows [][]any) []any {
	all := make([]any, len(rows[0]))
	for c := range all {
		column := make(pgtype.FlatArray[any], len(rows))
		for r, row := range rows {
			column[r] = row[c]
		}
		all[c] = column
	}
	return all
}
