package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// TestAWeekIsReadByAnIndex checks the plan for a person's time on SQLite, whose planner has no statistics.
func TestAWeekIsReadByAnIndex(t *testing.T) {
	t.Parallel()
	own := TimeSpan{UserID: 1, Reader: 1, From: "2026-03-09", To: "2026-03-15"}
	other, project := own, int64(3)
	other.Reader = 2
	const week = "SEARCH e USING INDEX time_entries_user (user_id=? AND logged_at>? AND logged_at<?)"
	const totals = "SEARCH d USING COVERING INDEX effort_days_user (project_id=? AND user_id=? AND day>? AND day<?)"
	for name, c := range map[string]struct {
		q    db.Query
		want string
	}{
		"own week":            {userTime(own, 10), week},
		"another's week":      {userTime(other, 10), week},
		"own days":            {userDays(own), week},
		"another's days":      {userDays(other), week},
		"a day's others":      {otherMinutes(domain.TimeEntry{UserID: 1, LoggedAt: "2026-03-09"}), "time_entries_user (user_id=? AND logged_at=?)"},
		"latest entries":      {lastEntries(1), "SEARCH time_entries USING INDEX time_entries_user (user_id=?)"},
		"totals":              {TimeRange{Reader: 1, From: "2026-01-01", To: "2026-12-31"}.totals(), totals},
		"totals of a project": {TimeRange{Reader: 1, ProjectID: &project}.totals(), totals},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := strings.ReplaceAll(mustPlanOf(t, c.q), "SCAN w\n", "") // this step reads the people already found through the index
			if !strings.Contains(plan, c.want) || strings.Contains(plan, "SCAN") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("the plan has no %q:\n%s", c.want, plan)
			}
		})
	}
}

// mustPlanOf returns SQLite's plan for a statement, one step per line.
func mustPlanOf(t *testing.T, q db.Query) string {
	t.Helper()
	return dbtest.MustPlan(t, dbtest.MustOpen(t, dbtest.SQLite(t)), q) + "\n"
}

// A person may be in very many projects, with very many tickets.
func TestRecentTicketsAreReadByTheirIDs(t *testing.T) {
	t.Parallel()
	q, err := db.Read(t.Context(), dbtest.MustOpen(t, dbtest.SQLite(t)), func(tx *db.Tx) (db.Query, error) {
		return loggedTickets(tx, 1, []int64{5}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if plan := mustPlanOf(t, q); !strings.Contains(plan, "SEARCH t USING INTEGER PRIMARY KEY") {
		t.Errorf("the plan reads other tickets:\n%s", plan)
	}
	if plan := mustPlanOf(t, assignedTo(1, 10)); !strings.Contains(plan, "SEARCH t USING INDEX tickets_assignee (assignee_id=?)\n") {
		t.Errorf("the plan reads other tickets:\n%s", plan)
	}
}

// The members of a thousand projects are a lot to count.
func TestAWeekReadsNoMembersOfItsProjects(t *testing.T) {
	t.Parallel()
	if plan := mustPlanOf(t, weekProjects(1)); strings.Contains(plan, "SUBQUERY") || !strings.Contains(plan, "SEARCH m USING INDEX members_user (user_id=?)") {
		t.Errorf("the plan reads more than the memberships of the reader:\n%s", plan)
	}
}
