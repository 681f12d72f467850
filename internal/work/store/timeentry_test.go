package store

import (
	"strings"
	"testing"
	"time"

	"earnest/internal/domain"
)

// TestTimeEntryListsFollowAnIndex checks the plan for each kind of list on SQLite, whose planner has no statistics.
func TestTimeEntryListsFollowAnIndex(t *testing.T) {
	t.Parallel()
	ticket, since, page := int64(3), time.Unix(0, 0), domain.Page{Number: 2, PerPage: 100}
	for name, c := range map[string]struct {
		filter domain.TimeFilter
		want   string
		sorts  bool // changed entries are collected, then sorted
	}{
		"project":               {domain.TimeFilter{Page: page}, "SEARCH e USING INDEX time_entries_project (project_id=? AND logged_at>?)", false},
		"before the page":       {domain.TimeFilter{Page: page}, "SEARCH e USING COVERING INDEX time_entries_project (project_id=?)", false},
		"whole project":         {domain.TimeFilter{}, "SEARCH e USING INDEX time_entries_project (project_id=?)", false},
		"ticket":                {domain.TimeFilter{TicketID: &ticket, Page: page}, "SEARCH e USING INDEX time_entries_ticket (ticket_id=? AND logged_at>?)", false},
		"changed":               {domain.TimeFilter{UpdatedSince: &since, Page: page}, "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)", true},
		"changed: own changes":  {domain.TimeFilter{UpdatedSince: &since}, "time_entries_updated (project_id=? AND updated_at>?)", true},
		"changed: renamed":      {domain.TimeFilter{UpdatedSince: &since}, "tickets_any_project (project_id=? AND renamed_at>?)", true},
		"changed: their time":   {domain.TimeFilter{UpdatedSince: &since}, "time_entries_ticket (ticket_id=?)", true},
		"changed of one ticket": {domain.TimeFilter{UpdatedSince: &since, TicketID: &ticket}, "e USING", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := mustPlanOf(t, timeEntryList(c.filter))
			if !strings.Contains(plan, c.want) {
				t.Errorf("the plan has no %q:\n%s", c.want, plan)
			}
			if strings.Contains(plan, "SCAN") || !c.sorts && strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("the list is read or sorted whole:\n%s", plan)
			}
		})
	}
}
