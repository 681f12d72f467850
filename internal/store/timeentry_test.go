package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// TestTimeEntryListsFollowAnIndex asks SQLite, which plans without statistics, how it would read each
// shape of the list.
func TestTimeEntryListsFollowAnIndex(t *testing.T) {
	t.Parallel()
	ticket, since, page := int64(3), time.Unix(0, 0), domain.Page{Number: 2, PerPage: 100}
	for name, c := range map[string]struct {
		filter domain.TimeFilter
		want   string
		sorts  bool // what changed is gathered, then put in order
	}{
		"project":               {domain.TimeFilter{Page: page}, "SEARCH e USING INDEX time_entries_project (project_id=?)", false},
		"whole project":         {domain.TimeFilter{}, "SEARCH e USING INDEX time_entries_project (project_id=?)", false},
		"ticket":                {domain.TimeFilter{TicketID: &ticket, Page: page}, "SEARCH e USING INDEX time_entries_ticket (ticket_id=?)", false},
		"changed":               {domain.TimeFilter{UpdatedSince: &since, Page: page}, "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)", true},
		"changed: own changes":  {domain.TimeFilter{UpdatedSince: &since}, "time_entries_updated (project_id=? AND updated_at>?)", true},
		"changed: renamed":      {domain.TimeFilter{UpdatedSince: &since}, "tickets_any_project (project_id=? AND renamed_at>?)", true},
		"changed: their time":   {domain.TimeFilter{UpdatedSince: &since}, "time_entries_ticket (ticket_id=?)", true},
		"changed of one ticket": {domain.TimeFilter{UpdatedSince: &since, TicketID: &ticket}, "e USING", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := mustPlan(t, c.filter)
			if !strings.Contains(plan, c.want) {
				t.Errorf("the plan has no %q:\n%s", c.want, plan)
			}
			if strings.Contains(plan, "SCAN") || !c.sorts && strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("the list is read or sorted whole:\n%s", plan)
			}
		})
	}
}

// mustPlan gives SQLite's plan of a list, a line a step.
func mustPlan(t *testing.T, f domain.TimeFilter) string {
	t.Helper()
	ctx := t.Context()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "plan.db"), db.Options{Readers: 1}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q := timeEntryList(f)
	var plan strings.Builder
	err = s.Read(ctx, func(tx *Tx) error {
		rows, err := tx.Query(ctx, "EXPLAIN QUERY PLAN "+string(q.text), q.args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				return err
			}
			plan.WriteString(detail + "\n")
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
