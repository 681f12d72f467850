package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// PostgreSQL chooses its plans by the size of the tables.
func TestSQLiteReadsNoRowsOfTicketsForFigures(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	for name, text := range map[string]db.Text{"merged": planTickets, "single": singleTickets} {
		plan := dbtest.MustPlan(t, s, db.NewQuery(text, 1))
		if !strings.Contains(plan, "USING COVERING INDEX tickets_project (project_id=?)") {
			t.Errorf("%s: the plan is\n%s", name, plan)
		}
		if strings.Contains(plan, "SCAN t") || strings.Count(plan, " USING ") != strings.Count(plan, "tickets_project")+strings.Count(plan, "tickets_deleted") {
			t.Errorf("%s: other rows are read, too:\n%s", name, plan)
		}
	}
}

func TestSQLiteFindsTheTicketsDoneLastInAnIndex(t *testing.T) {
	t.Parallel()
	plan := dbtest.MustPlan(t, dbtest.MustOpen(t, dbtest.SQLite(t)), db.NewQuery(lastDone, 1, 2))
	if !strings.Contains(plan, "SEARCH x USING COVERING INDEX tickets_project") || !strings.Contains(plan, "SEARCH t USING INTEGER PRIMARY KEY") {
		t.Errorf("the plan is\n%s", plan)
	}
}

func TestTheTicketsThatWereEditedAreFoundByTheirUuids(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		plan := dbtest.MustPlan(t, s, insightTickets(tx, 1, domain.Some([]string{"a"})))
		if !strings.Contains(plan, "(uuid=?)") || strings.Contains(plan, "tickets_project") {
			t.Errorf("the plan is\n%s", plan)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
