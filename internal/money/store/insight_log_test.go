package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// On PostgreSQL, the planner decides by the size of the tables: here there are many changes, few of which moved a ticket.
func TestWhatLeftASprintOrAnEpicIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		whats := []string{"title", "status", "title", "status", "sprint", "title", "status", "title", "status", "epic"}
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any {
				uuid := fmt.Sprintf("%036d", n/100)
				return []any{n % 3, n, n, "ticket", fmt.Sprintf("%036d", n), whats[n%len(whats)], `"` + uuid + `"`, `""`}
			},
		}}})
		err := s.Read(t.Context(), func(tx *db.Tx) error {
			for name, q := range map[string]db.Query{"sprint": sprintTickets(1, strings.Repeat("0", 36)), "epics": epicTickets(tx, 1, []int64{1, 2})} {
				if plan := dbtest.MustPlan(t, s, q); !strings.Contains(plan, "changes_left") {
					t.Errorf("%s: the plan is\n%s", name, plan)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestTheLogOfSomeTicketsIsFoundByTheirUuids(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t)) // PostgreSQL chooses its plans by the size of the tables
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		q := ticketChanges(tx, 1, []string{"a", "b"})
		var plan []string
		err := tx.ForEach(t.Context(), "EXPLAIN QUERY PLAN "+strings.Replace(string(q.Text), "$2", "'[\"a\"]'", 1), q.Args[0], func(rows db.Rows) error {
			var number int
			var step string
			err := rows.Scan(&number, &number, &number, &step)
			plan = append(plan, step)
			return err
		})
		if all := strings.Join(plan, "\n"); !strings.Contains(all, "changes_noun (noun_uuid=?)") || strings.Contains(all, "changes_noun_at") {
			t.Errorf("the plan is:\n%s", all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecentChangesToTheBoardAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any { return []any{n % 3, n, n, "ticket", fmt.Sprintf("%036d", n), "status", `""`, `""`} },
		}}})
		plan := dbtest.MustPlan(t, s, boardChanges(1, time.UnixMicro(19_900)))
		if !strings.Contains(plan, "changes_project_at") || strings.Contains(plan, "changes_noun_at") {
			t.Errorf("the plan is\n%s", plan)
		}
	})
}

func TestTheStartAndEndOfASprintAreFoundByItsUuid(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any { return []any{n % 3, n, n, "sprint", fmt.Sprintf("%036d", n), "status", `""`, `""`} },
		}}})
		plan := dbtest.MustPlan(t, s, sprintSteps(1, strings.Repeat("0", 36)))
		if !strings.Contains(plan, "changes_noun") || strings.Contains(plan, "changes_noun_at") {
			t.Errorf("the plan is\n%s", plan)
		}
	})
}

func TestTheMovesOfMilestonesAreFoundByTheirUuids(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t)) // PostgreSQL chooses its plans by the size of the tables
	plan := dbtest.MustPlan(t, s, milestoneMoves(1))
	if !strings.Contains(plan, "changes_noun (noun_uuid=?)") {
		t.Errorf("the plan is\n%s", plan)
	}
}
