package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
)

// A board reads no tickets of other projects, and a column's first cards are found without reading or sorting the others.
func TestThePagesAndCountsOfCardsUseAnIndex(t *testing.T) {
	t.Parallel()
	s, err := migrations.Open(t.Context(), filepath.Join(t.TempDir(), "plan.db"), db.Options{Readers: 1}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole, nobody := domain.CardFilter{ProjectID: 1}, domain.CardFilter{ProjectID: 1, Assignee: domain.Choice[int64]{None: true}}
	urgent := domain.CardFilter{ProjectID: 1, Order: domain.CardsByPriority}
	sprint := domain.CardFilter{ProjectID: 1, Sprint: domain.Choice[int64]{Of: []int64{3}}}
	allBlocked := func(tx *db.Tx, f domain.CardFilter, _ *[]int64) db.Query { return blockedCards(tx, f) }
	for name, c := range map[string]struct {
		filter domain.CardFilter
		by     domain.CardGrouping
		build  func(*db.Tx, domain.CardFilter, *[]int64) db.Query
		want   string
		sorts  bool
	}{
		"the counts of a board":                {whole, domain.ByStatus, cardCounts, "COVERING INDEX tickets_cards (project_id=?)", false},
		"the counts of a filtered board":       {nobody, domain.ByStatus, cardCounts, "(project_id=?)", false},
		"a page of a column":                   {whole, domain.ByStatus, firstOfGroup, "tickets_cards (project_id=? AND status=?)", false},
		"a page of a column by priority":       {urgent, domain.ByStatus, firstOfGroup, "tickets_urgency (project_id=? AND status=?)", false},
		"a page of a filtered column":          {nobody, domain.ByStatus, firstOfGroup, "tickets_cards (project_id=? AND status=?)", false},
		"the counts of a sprint's board":       {sprint, domain.ByStatus, cardCounts, "tickets_sprint (sprint_id=?)", true},
		"a page of a column of a sprint":       {sprint, domain.ByStatus, firstOfGroup, "tickets_sprint (sprint_id=?)", true},
		"the counts of sprints":                {sprint, domain.BySprint, cardCounts, "tickets_sprint (sprint_id=?)", true},
		"a page of a sprint":                   {sprint, domain.BySprint, firstOfGroup, "tickets_sprint (sprint_id=?)", true},
		"the blocked tickets of a board":       {whole, domain.ByStatus, allBlocked, "ticket_dependencies_project (project_id=?)", true},
		"the blocked tickets of a sprint":      {sprint, domain.ByStatus, allBlocked, "ticket_dependencies_project (project_id=?)", true},
		"a page of the tickets without sprint": {whole, domain.BySprint, firstOfGroup, "tickets_rank (project_id=?)", false},
	} {
		c.filter.By = c.by
		var q db.Query
		if err := s.Read(t.Context(), func(tx *db.Tx) error { q = c.build(tx, c.filter, nil); return nil }); err != nil {
			t.Fatal(err)
		}
		plan := mustPlanOf(t, q)
		if !strings.Contains(plan, c.want) || strings.Contains(plan, "SCAN t\n") {
			t.Errorf("%s: the plan has no %q, or reads the whole table:\n%s", name, c.want, plan)
		}
		if !c.sorts && strings.Contains(plan, "USE TEMP B-TREE") {
			t.Errorf("%s are sorted:\n%s", name, plan)
		}
	}
}

// firstOfGroup selects the first cards of a column or of a sprint.
func firstOfGroup(tx *db.Tx, f domain.CardFilter, found *[]int64) db.Query {
	p, g := cardPage{CardFilter: f, found: found}, cardGroup{CardGroup: domain.CardGroup{Key: "todo"}}
	if f.By == domain.BySprint && !f.Sprint.Any() {
		g.sprintID = &f.Sprint.Of[0]
	}
	return p.unblocked(tx, g, 30)
}
