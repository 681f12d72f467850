package dbtest

import (
	"strings"
	"testing"

	"earnest/internal/db"
)

// MustPlan returns the engine's plan for a statement, one step per line. SQLite's planner has no statistics; PostgreSQL's decides by the
// size of the tables, so a test has to fill and analyze them first.
func MustPlan(t testing.TB, s *db.DB, q db.Query) string {
	t.Helper()
	explain, before := db.Text("EXPLAIN QUERY PLAN "), 3 // columns before the step
	if s.Engine() == db.Postgres {
		explain, before = "EXPLAIN ", 0
	}
	q.Text = explain + q.Text
	plan, err := db.Read(t.Context(), s, func(tx *db.Tx) ([]string, error) {
		return db.Collect(db.Each(t.Context(), tx, q, func(rows db.Rows) (step string, err error) {
			var number int
			err = rows.Scan(append([]any{&number, &number, &number}[:before], &step)...)
			return step, err
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}

// Table is a table to fill with rows that are made from the numbers 1, 2, … up to Rows.
type Table struct {
	db.Columns[int]

	Rows int
}

// MustFill fills tables, and lets PostgreSQL count their rows, as it does by itself after a while.
func MustFill(t testing.TB, s *db.DB, tables []Table) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		for _, table := range tables {
			numbers := make([]int, table.Rows)
			for i := range numbers {
				numbers[i] = i + 1
			}
			if err := db.CopyInto(t.Context(), tx, table.Columns, numbers); err != nil {
				return err
			}
		}
		if tx.Engine() == db.SQLite { // it has no statistics in production either
			return nil
		}
		return tx.Run(t.Context(), `ANALYZE`)
	})
	if err != nil {
		t.Fatal(err)
	}
}
