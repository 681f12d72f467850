package apitest

import (
	"testing"

	"earnest/internal/db"
)

// MustFill adds n tickets with a tag each to the project, in two statements. Each ticket takes up about half a KiB in a list.
func (c *Cast) MustFill(t testing.TB, n int) {
	t.Helper()
	err := c.World.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO tickets (
  uuid, project_id, title, description, priority, status, story_points, acceptance_criteria, rank, renamed_at, created_at, updated_at, number
)
SELECT '00000000-0000-7000-8000-' || substr('000000000000' || i, length('000000000000' || i) - 11), p.id, 'Ticket ' || i,
       'A description of some length, as people write them.', 'normale', 'todo', 3, '["one","two"]', 'V' || (1000000 + i) || '1', 0, 0, 0, p.next_number + i - 1
FROM n, projects p WHERE p.uuid = $2`, n, c.Project)
		if err != nil {
			return err
		}
		if _, err = tx.Exec(t.Context(), `UPDATE projects SET next_number = next_number + $1 WHERE uuid = $2`, n, c.Project); err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `
INSERT INTO ticket_tags (ticket_id, tag_id, project_id)
SELECT t.id, g.id, t.project_id FROM tickets t, tags g WHERE g.uuid = $1 AND t.title LIKE 'Ticket %'`, c.Tag)
		if err != nil {
			return err
		}
		return tx.Analyze(t.Context())
	})
	if err != nil {
		t.Fatal(err)
	}
}
