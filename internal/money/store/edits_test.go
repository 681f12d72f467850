package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

func TestEditsSinceTheLastReportAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		whats := []string{"title", "status", "sprint", "story_points"}
		dbtest.MustFill(t, s, []dbtest.Table{{Rows: 20_000, Columns: db.Columns[int]{
			Name: "changes", Columns: "project_id revision at noun noun_uuid what from_value to_value",
			Values: func(n int) []any {
				return []any{n % 3, n, n, "ticket", fmt.Sprintf("%036d", n), whats[n%len(whats)], `""`, `""`}
			},
		}}})
		if plan := dbtest.MustPlan(t, s, edits(1, time.UnixMicro(19_900), time.UnixMicro(30_000), 100)); !strings.Contains(plan, "changes_project_at") {
			t.Errorf("the plan is\n%s", plan)
		}
	})
}
