package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"earnest/internal/db"
)

// filled returns the tables that each database fills itself, which are not copied: that of the migrations, and two that triggers maintain.
func filled() []string { return []string{"schema_versions", "ticket_counts", "sprint_points"} }

// planCopy returns the tables to copy, each after those it refers to, as described by the target database. Both databases must
// have the same tables with the same columns.
func planCopy(ctx context.Context, from, into *db.Tx) ([]db.Table, error) {
	source, err := from.Tables(ctx)
	if err != nil {
		return nil, err
	}
	target, err := into.Tables(ctx)
	if err != nil {
		return nil, err
	}
	order := source // SQLite lists them in the right order, and one of the two databases is SQLite
	if into.Engine() == db.SQLite {
		order = target
	}
	plan := make([]db.Table, 0, len(order))
	for _, t := range order {
		a, b := tableNamed(source, t.Name), tableNamed(target, t.Name)
		if a == nil || b == nil || !sameColumns(a.Columns, b.Columns) {
			return nil, fmt.Errorf("the table %s is not the same in both databases", t.Name)
		}
		if !slices.Contains(filled(), t.Name) {
			plan = append(plan, *b)
		}
	}
	if from.Engine() == into.Engine() && len(source) != len(target) { // a PostgreSQL schema may contain other tables
		return nil, errors.New("the two databases do not have the same tables")
	}
	return plan, nil
}

func tableNamed(tables []db.Table, name string) *db.Table {
	i := slices.IndexFunc(tables, func(t db.Table) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &tables[i]
}

// sameColumns compares names; their order may differ after a migration.
func sameColumns(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func copyTable(ctx context.Context, from, into *db.Tx, t db.Table) error {
	if _, err := into.Copy(ctx, t.Name, t.Columns, tableRows(ctx, from, t)); err != nil {
		return err
	}
	if !t.HasID() {
		return nil
	}
	last, err := from.LastID(ctx, t.Name)
	if err != nil {
		return err
	}
	var highest int64
	if err := into.One(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+db.Quote(t.Name), nil, &highest); err != nil {
		return err
	}
	return into.SetLastID(ctx, t.Name, max(last, highest))
}

// tableRows returns the rows of a table in the form that the target table t requires.
func tableRows(ctx context.Context, from *db.Tx, t db.Table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := from.Query(ctx, selectText(t))
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanRow(rows, t)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// selectText returns a query that reads a table in the order of its first column, because the copy is built fastest that way.
func selectText(t db.Table) string {
	names := make([]string, 0, len(t.Columns))
	for _, c := range t.Columns {
		names = append(names, db.Quote(c))
	}
	return "SELECT " + strings.Join(names, ", ") + " FROM " + db.Quote(t.Name) + " ORDER BY " + names[0]
}

func scanRow(rows db.Rows, t db.Table) ([]any, error) {
	cells := make([]db.Cell, len(t.Columns))
	targets := make([]any, len(t.Columns))
	for i := range cells {
		targets[i] = &cells[i]
	}
	if err := rows.Scan(targets...); err != nil {
		return nil, err
	}
	row := make([]any, len(cells))
	for i, c := range cells {
		row[i] = c.Value
		if n, isInt := c.Value.(int64); isInt && t.Bools[t.Columns[i]] {
			row[i] = n != 0
		}
	}
	return row, nil
}
