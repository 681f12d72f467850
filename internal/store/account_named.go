package store

import (
	"context"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// LockUser keeps other writes from a user until the transaction ends, and gives them as they are then.
func (tx *Tx) LockUser(ctx context.Context, id int64) (domain.User, error) {
	if err := tx.run(ctx, `UPDATE users SET updated_at = updated_at WHERE id = $1`, id); err != nil {
		return domain.User{}, err
	}
	return tx.UserByID(ctx, id)
}

// LockNames is LockUser that also keeps everybody from beginning to refer to the user, which takes a weaker lock on their row.
func (tx *Tx) LockNames(ctx context.Context, id int64) (domain.User, error) {
	if err := tx.run(ctx, `SELECT id FROM users WHERE id = $1`+sqlText(tx.ForUpdate()), id); err != nil {
		return domain.User{}, err
	}
	return tx.UserByID(ctx, id)
}

// ProjectsNaming gives the projects that show a user's name, in the order in which they are locked: those they are
// in, and those in which they once logged time or were assigned something.
func (tx *Tx) ProjectsNaming(ctx context.Context, userID int64) ([]domain.Access, error) {
	const text = `
SELECT p.id, p.uuid, p.rates_for
FROM projects p
WHERE EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = $1)
   OR EXISTS (SELECT 1 FROM effort_days e WHERE e.project_id = p.id AND e.user_id = $1)
   OR EXISTS (SELECT 1 FROM tickets t WHERE t.project_id = p.id AND t.assignee_id = $1)
   OR EXISTS (SELECT 1 FROM subtasks s WHERE s.project_id = p.id AND s.assignee_id = $1)
   OR EXISTS (SELECT 1 FROM comments c WHERE c.project_id = p.id AND c.author_id = $1)
ORDER BY p.id`
	return Collect(each(ctx, tx, query{text, []any{userID}}, func(rows db.Rows) (domain.Access, error) {
		var a domain.Access
		err := rows.Scan(&a.ProjectID, &a.ProjectUUID, &a.RatesFor)
		return a, err
	}))
}

// TouchNamed marks what shows a user's name as modified: the tickets assigned to them, or with such a subtask, and the
// time they logged.
func (tx *Tx) TouchNamed(ctx context.Context, projectID, userID int64, at time.Time) error {
	err := tx.run(ctx, `
UPDATE tickets SET updated_at = $3
WHERE project_id = $1 AND deleted_at IS NULL
  AND (assignee_id = $2 OR id IN (SELECT ticket_id FROM subtasks WHERE project_id = $1 AND assignee_id = $2))`,
		projectID, userID, micros(at))
	if err != nil {
		return err
	}
	return tx.run(ctx, `UPDATE time_entries SET updated_at = $3 WHERE project_id = $1 AND user_id = $2`, projectID, userID, micros(at))
}
