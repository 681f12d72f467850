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
