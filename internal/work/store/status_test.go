package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
)

// Only the index is read, because the rows of tickets are long.
func TestTheTicketsOfStatusesAndTypesAreCountedFromAnIndex(t *testing.T) {
	t.Parallel()
	for want, text := range map[db.Text]db.Text{
		"SEARCH tickets USING COVERING INDEX tickets_cards (project_id=?)":        usedStatuses,
		"SEARCH t USING COVERING INDEX tickets_type (type_id=? AND deleted_at=?)": usedTypes,
	} {
		if plan := mustPlanOf(t, db.NewQuery(text, 1)); !strings.Contains(plan, string(want)) {
			t.Errorf("the plan has no %q:\n%s", want, plan)
		}
	}
}
