package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// LockUser returns a user and locks them until the transaction ends.
func LockUser(ctx context.Context, tx *db.Tx, id int64) (domain.User, error) {
	if err := tx.Run(ctx, `UPDATE users SET updated_at = updated_at WHERE id = $1`, id); err != nil {
		return domain.User{}, err
	}
	return UserByID(ctx, tx, id)
}

// LockNames is like LockUser, but also blocks new references to the user, each of which needs a weaker lock on the user's row.
func LockNames(ctx context.Context, tx *db.Tx, id int64) (domain.User, error) {
	if err := tx.Run(ctx, `SELECT id FROM users WHERE id = $1`+db.Text(tx.ForUpdate()), id); err != nil {
		return domain.User{}, err
	}
	return UserByID(ctx, tx, id)
}

// ProjectsNaming returns the ids of the projects that show a user's name, in ascending order: those they are a member of, and those
// in which they once logged time, wrote a comment, attached a file or were assigned something.
func ProjectsNaming(ctx context.Context, tx *db.Tx, userID int64) ([]int64, error) {
	return tx.IDs(ctx, db.NewQuery(`
SELECT p.id
FROM projects p
WHERE p.deleted_at IS NULL AND (
   EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = $1)
   OR EXISTS (SELECT 1 FROM effort_days e WHERE e.project_id = p.id AND e.user_id = $1)
   OR EXISTS (SELECT 1 FROM tickets t WHERE t.project_id = p.id AND t.assignee_id = $1)
   OR EXISTS (SELECT 1 FROM subtasks s WHERE s.project_id = p.id AND s.assignee_id = $1)
   OR EXISTS (SELECT 1 FROM comments c WHERE c.project_id = p.id AND c.author_id = $1)
   OR EXISTS (SELECT 1 FROM attachments a WHERE a.project_id = p.id AND a.author_id = $1))
ORDER BY p.id`, userID))
}
