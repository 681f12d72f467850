package store

import (
	"context"

	"earnest/internal/db"
)

// Elsewhere reports whether any of the uuids names a sprint, epic, tag, type or ticket in another project.
func Elsewhere(ctx context.Context, tx *db.Tx, projectID int64, noun string, uuids []string) (bool, error) {
	texts := map[string]db.Text{
		"sprint": `SELECT COUNT(*) FROM sprints WHERE project_id <> $1`,
		"epic":   `SELECT COUNT(*) FROM epics WHERE project_id <> $1`,
		"ticket": `SELECT COUNT(*) FROM tickets WHERE project_id <> $1`,
		"tag":    `SELECT COUNT(*) FROM tags WHERE project_id <> $1`,
		"type":   `SELECT COUNT(*) FROM ticket_types WHERE project_id <> $1`,
	}
	q := db.NewQuery(texts[noun]+` AND project_id NOT IN `+DeletedProjects, projectID)
	q.In(tx, ` AND uuid`, db.List(tx, uuids))
	n, err := tx.Count(ctx, q)
	return n > 0, err
}

// Outsiders returns the ids of the given users who are not in a project's team.
func Outsiders(ctx context.Context, tx *db.Tx, projectID int64, users []int64) ([]int64, error) {
	q := db.NewQuery(`
SELECT u.id FROM users u
WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.project_id = $1 AND m.user_id = u.id)`, projectID)
	q.In(tx, ` AND u.id`, db.List(tx, users))
	return tx.IDs(ctx, q)
}

// HasTickets reports whether a user is the assignee of any of a project's tickets, even a deleted one. It may have to read all of the
// project's tickets.
func HasTickets(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	q := db.NewQuery(`SELECT COUNT(*) FROM tickets WHERE project_id = $1 AND assignee_id = $2`, projectID, userID)
	n, err := tx.Count(ctx, q)
	return n > 0, err
}
