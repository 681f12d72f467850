package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// SQLite has no statistics, and would rather read everything in the project.
func TestTitlesAreFoundByUuid(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	q, err := db.Read(t.Context(), s, func(tx *db.Tx) (db.Query, error) { return titlesOf(tx, 1, []string{"a", "b"}), nil })
	if err != nil {
		t.Fatal(err)
	}
	plan := dbtest.MustPlan(t, s, q)
	if strings.Count(plan, "(uuid=?)") != 6 || strings.Contains(plan, "project_id") {
		t.Errorf("the plan is:\n%s", plan)
	}
}
