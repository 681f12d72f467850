package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// TestEditsAreFoundByAnIndex looks at a short time and at the whole log, which counts if nothing was reported before.
func TestEditsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		whats := []string{"title", "status", "created", "type", "rank", "epic", "sprint", "story_points"}
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any {
				return []any{n % 3, n, n, "ticket", fmt.Sprintf("%036d", n), whats[n%len(whats)], `""`, `""`}
			},
		}}})
		for _, after := range []time.Time{time.UnixMicro(19_900), {}} {
			if plan := dbtest.MustPlan(t, s, edits(1, after, time.UnixMicro(30_000), 100)); !strings.Contains(plan, "changes_edits") {
				t.Errorf("the plan since %v is\n%s", after, plan)
			}
		}
	})
}
