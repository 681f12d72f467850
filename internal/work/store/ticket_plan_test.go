package store

import (
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// The cost of a list depends on its length, not on how many tickets the project has.
func TestEveryFilterOfTicketsHasAnIndex(t *testing.T) {
	t.Parallel()
	sprint, epic, since, page := int64(3), int64(4), time.Unix(0, 0), domain.Page{Number: 2, PerPage: 100}
	for name, c := range map[string]struct {
		filter domain.TicketFilter
		list   string
		count  string
		sorts  bool // changed tickets are collected, then sorted
	}{
		"project": {domain.TicketFilter{}, "INDEX tickets_project (project_id=? AND id>?)", "SEARCH c USING PRIMARY KEY (project_id=?)", false},
		"sprint":  {domain.TicketFilter{SprintID: &sprint}, "INDEX tickets_sprint (sprint_id=?)", "COVERING INDEX tickets_sprint (sprint_id=?)", false},
		"epic":    {domain.TicketFilter{EpicID: &epic}, "INDEX tickets_epic (epic_id=?)", "INDEX tickets_epic (epic_id=?)", false},
		"both":    {domain.TicketFilter{SprintID: &sprint, EpicID: &epic}, "INDEX tickets_sprint (sprint_id=?)", "INDEX tickets_sprint (sprint_id=?)", false},
		"changed": {
			domain.TicketFilter{UpdatedSince: &since}, "INDEX tickets_updated (project_id=? AND updated_at>?)",
			"INDEX tickets_updated (project_id=? AND updated_at>?)", true,
		},
		"changed of a sprint": {
			domain.TicketFilter{SprintID: &sprint, UpdatedSince: &since}, "INDEX tickets_sprint (sprint_id=?)", "INDEX tickets_sprint (sprint_id=?)", false,
		},
		"changed of an epic": {
			domain.TicketFilter{EpicID: &epic, UpdatedSince: &since}, "INDEX tickets_epic (epic_id=?)", "INDEX tickets_epic (epic_id=?)", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := c.filter
			f.Page = page
			for _, of := range []struct {
				query db.Query
				want  string
			}{{ticketList(nil, f), c.list}, {ticketCount(nil, f), c.count}} {
				plan := mustPlanOf(t, of.query)
				if !strings.Contains(plan, of.want) {
					t.Errorf("the plan of %s has no %q:\n%s", of.query.Text, of.want, plan)
				}
				if strings.Contains(plan, "SCAN t") || !c.sorts && strings.Contains(plan, "USE TEMP B-TREE FOR ORDER BY") {
					t.Errorf("the list is read or sorted whole:\n%s", plan)
				}
			}
		})
	}
}
