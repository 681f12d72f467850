package store

import (
	"fmt"
	"math"
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

// The cost of a page depends on how often the ticket or comment was changed, not on the length of the log.
func TestTheHistoryOfATicketAndOfACommentIsFoundByTheirUuids(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any {
				return []any{n % 3, n, n, "ticket", fmt.Sprintf("%036d", n%2_000), "status", `"todo"`, `"done"`}
			},
		}}})
		uuid := strings.Repeat("0", 36)
		for name, q := range map[string]db.Query{
			"ticket":  ticketChanges(1, 1, uuid, math.MaxInt64, 51),
			"comment": commentChanges(1, uuid, math.MaxInt64, 51),
		} {
			plan := dbtest.MustPlan(t, s, q)
			if !strings.Contains(plan, "changes_noun ") || strings.Contains(plan, "Seq Scan on changes") || strings.Contains(plan, "SCAN c") {
				t.Errorf("the plan for a %s is\n%s", name, plan)
			}
		}
	})
}
