package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// SQLite's planner has no statistics; PostgreSQL's chooses by the size of the tables.
func TestTheTicketsOfTheLastSprintsAreFoundByTheirSprint(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	q, err := db.Read(t.Context(), s, func(tx *db.Tx) (db.Query, error) { return sprintCounts(tx, 1, []int64{2, 3}), nil })
	if err != nil {
		t.Fatal(err)
	}
	if plan := dbtest.MustPlan(t, s, q); !strings.Contains(plan, "(project_id=? AND sprint_id=?)") {
		t.Errorf("the plan is:\n%s", plan)
	}
}
