package store

import (
	"context"

	"earnest/internal/store/db"
)

// Elsewhere tells whether one of the uuids names a thing of another project: a sprint, an epic, a tag or a type.
func (tx *Tx) Elsewhere(ctx context.Context, projectID int64, noun string, uuids []string) (bool, error) {
	texts := map[string]sqlText{
		"sprint": `SELECT COUNT(*) FROM sprints WHERE project_id <> $1`,
		"epic":   `SELECT COUNT(*) FROM epics WHERE project_id <> $1`,
		"tag":    `SELECT COUNT(*) FROM tags WHERE project_id <> $1`,
		"type":   `SELECT COUNT(*) FROM ticket_types WHERE project_id <> $1`,
	}
	q := query{texts[noun] + ` AND project_id NOT IN ` + deletedProjects, []any{projectID}}
	q.in(tx, ` AND uuid`, db.List(tx.Tx, uuids))
	n, err := tx.count(ctx, q)
	return n > 0, err
}

// Outsiders gives those of the users that are not in a project's team.
func (tx *Tx) Outsiders(ctx context.Context, projectID int64, users []int64) ([]int64, error) {
	q := query{`
SELECT u.id FROM users u
WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.project_id = $1 AND m.user_id = u.id)`, []any{projectID}}
	q.in(tx, ` AND u.id`, db.List(tx.Tx, users))
	return tx.ids(ctx, q)
}

// HasTickets tells whether a user is the assignee of a ticket of a project, or was when it was deleted. It may read all of
// the project's tickets.
func (tx *Tx) HasTickets(ctx context.Context, projectID, userID int64) (bool, error) {
	q := query{`SELECT COUNT(*) FROM tickets WHERE project_id = $1 AND assignee_id = $2`, []any{projectID, userID}}
	n, err := tx.count(ctx, q)
	return n > 0, err
}
