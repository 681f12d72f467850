package faults_test

import (
	"context"
	"iter"
	"slices"
	"strings"

	"earnest/internal/db"
)

// copyBack copies all rows into a database with an earlier schema, as far as that has tables and columns for them.
func copyBack(ctx context.Context, from, into *db.Tx) error {
	source, err := from.Tables(ctx) // on SQLite, each table comes after those it refers to
	if err != nil {
		return err
	}
	target, err := into.Tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range source {
		i := slices.IndexFunc(target, func(t db.Table) bool { return t.Name == table.Name })
		// Triggers fill the latter two.
		if i < 0 || table.Name == "schema_versions" || table.Name == "ticket_counts" || table.Name == "sprint_points" {
			continue
		}
		if err := copyTable(ctx, from, into, target[i]); err != nil {
			return err
		}
	}
	return nil
}

func copyTable(ctx context.Context, from, into *db.Tx, t db.Table) error {
	if _, err := into.Copy(ctx, t.Name, t.Columns, rowsOf(ctx, from, t)); err != nil || !t.HasID() {
		return err
	}
	last, err := from.LastID(ctx, t.Name)
	if err != nil {
		return err
	}
	return into.SetLastID(ctx, t.Name, last)
}

// rowsOf returns the rows of a table with the columns of the target table t. Numbers become booleans where t has booleans.
func rowsOf(ctx context.Context, from *db.Tx, t db.Table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := from.Query(ctx, `SELECT "`+strings.Join(t.Columns, `", "`)+`" FROM "`+t.Name+`"`)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := rowOf(rows, t)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func rowOf(rows db.Rows, t db.Table) ([]any, error) {
	cells, targets := make([]db.Cell, len(t.Columns)), make([]any, len(t.Columns))
	for i := range cells {
		targets[i] = &cells[i]
	}
	err := rows.Scan(targets...)
	row := make([]any, len(cells))
	for i, c := range cells {
		row[i] = c.Value
		if n, ok := c.Value.(int64); ok && t.Bools[t.Columns[i]] {
			row[i] = n != 0
		}
	}
	return row, err
}

// effortRates fills the roll-up of versions before 14 from the minutes by day.
const effortRates = `
INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)
SELECT e.project_id, e.sprint_id, e.epic_id, e.user_id,
       COALESCE(
         (SELECT MAX(r.from_day) FROM rates r WHERE r.project_id = e.project_id AND r.user_id = e.user_id AND r.from_day <= e.day),
         (SELECT MIN(r.from_day) FROM rates r WHERE r.project_id = e.project_id AND r.user_id = e.user_id),
         ''),
       CAST(SUM(e.minutes) AS BIGINT)
FROM effort_days e
GROUP BY 1, 2, 3, 4, 5`

// makeOld changes current rows to those that an earlier version would have stored, and adds the given number of rows to the log.
func makeOld(ctx context.Context, tx *db.Tx, version, more int) error {
	if version < 3 { // every built-in ticket type was marked as a default
		if _, err := tx.Exec(ctx, `UPDATE ticket_types SET is_default = TRUE`); err != nil {
			return err
		}
	}
	if version < 14 { // time was rolled up by sprint and epic
		if _, err := tx.Exec(ctx, effortRates); err != nil {
			return err
		}
	}
	if more == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO changes (project_id, revision, at, user_id, noun, noun_uuid, what, to_value)
SELECT 0, 0, i, 1, 'session', 'old', 'created', '{}' FROM n`, more)
	return err
}
