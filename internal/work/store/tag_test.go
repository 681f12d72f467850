package store

import (
	"strconv"
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// fillTagged stores projects with tickets that each have a tag.
func fillTagged(t *testing.T, s *db.DB) {
	t.Helper()
	const projects, tickets = 50, 6000
	project := func(n int) int { return 1 + n%projects }
	dbtest.MustFill(t, s, []dbtest.Table{
		{Columns: db.Columns[int]{Name: "projects", Columns: "id uuid name color contingency_pct rates_for revision changed_at created_at updated_at", Values: func(n int) []any {
			return []any{project(n), strconv.Itoa(n), "P", "#000000", 10.0, "everyone", 1, 0, 0, 0}
		}}, Rows: projects},
		{Columns: db.Columns[int]{Name: "tags", Columns: "id uuid project_id name name_folded created_at updated_at", Values: func(n int) []any {
			return []any{n, strconv.Itoa(n), project(n), strconv.Itoa(n), strconv.Itoa(n), 0, 0}
		}}, Rows: 20 * projects},
		{Columns: db.Columns[int]{Name: "tickets", Columns: "id uuid project_id title priority status story_points acceptance_criteria renamed_at created_at updated_at number", Values: func(n int) []any {
			return []any{n, strconv.Itoa(n), project(n), "T", "normale", "todo", 3.0, "[]", 0, 0, 0, n}
		}}, Rows: tickets},
		{Columns: db.Columns[int]{Name: "ticket_tags", Columns: "ticket_id tag_id project_id", Values: func(n int) []any {
			return []any{n, 1 + (n-1)%(20*projects), project(n)} // a tag of the same project
		}}, Rows: tickets},
	})
}

func TestTheUsesOfTagsAreCountedInTheirProject(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		fillTagged(t, s)
		plan := dbtest.MustPlan(t, s, usedTags(7))
		for step := range strings.Lines(plan) {
			if strings.Contains(step, " tickets y ") && strings.Contains(step, "rows=6000") || strings.Contains(step, "SCAN y") {
				t.Errorf("%s reads the tickets of all projects in\n%s", strings.TrimSpace(step), plan)
			}
		}
		used, err := db.Read(t.Context(), s, func(tx *db.Tx) ([]domain.UsedTag, error) { return UsedTags(t.Context(), tx, 7) })
		if err != nil || len(used) != 20 || used[0].Tickets != 6 {
			t.Errorf("%d tags are used, the first one by %+v: %v", len(used), used[:min(1, len(used))], err)
		}
	})
}
