package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// UsedStatuses returns the statuses of a project in order, with the number and the points of the tickets in each.
func UsedStatuses(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.UsedStatus, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(usedStatuses, projectID), func(rows db.Rows) (domain.UsedStatus, error) {
		var s domain.UsedStatus
		err := rows.Scan(&s.Key, &s.Label, &s.Color, &s.BgColor, &s.SortOrder, &s.IsDone, &s.IsDefault, &s.Tickets, &s.Points)
		return s, err
	}))
}

const usedStatuses = `
SELECT s.key, s.label, s.color, s.bg_color, s.sort_order, s.is_done, s.is_default, COALESCE(t.n, 0), COALESCE(t.points, 0)
FROM statuses s
LEFT JOIN (
  SELECT status, COUNT(*) AS n, SUM(story_points) AS points
  FROM tickets
  WHERE project_id = $1 AND deleted_at IS NULL
  GROUP BY status
) t ON t.status = s.key
WHERE s.project_id = $1
ORDER BY s.sort_order, s.id`

// UpdateStatus stores a changed status; its key cannot change.
func UpdateStatus(ctx context.Context, tx *db.Tx, projectID int64, s domain.Status) error {
	return tx.Run(ctx, `
UPDATE statuses SET label = $3, color = $4, bg_color = $5, sort_order = $6, is_done = $7
WHERE project_id = $1 AND key = $2`,
		projectID, s.Key, s.Label, s.Color, s.BgColor, s.SortOrder, s.IsDone)
}

// DeleteStatus deletes a status that no ticket has any more.
func DeleteStatus(ctx context.Context, tx *db.Tx, projectID int64, key string) error {
	return tx.Run(ctx, `DELETE FROM statuses WHERE project_id = $1 AND key = $2`, projectID, key)
}

// TicketsIn returns the ids of the tickets in a status.
func TicketsIn(ctx context.Context, tx *db.Tx, projectID int64, key string) (map[int64]bool, error) {
	const text = `SELECT id FROM tickets WHERE project_id = $1 AND status = $2 AND deleted_at IS NULL`
	ids := map[int64]bool{}
	for id, err := range db.Each(ctx, tx, db.NewQuery(text, projectID, key), scanID) {
		if err != nil {
			return nil, err
		}
		ids[id] = true
	}
	return ids, nil
}

func scanID(rows db.Rows) (int64, error) {
	var id int64
	err := rows.Scan(&id)
	return id, err
}

// TurnDone marks the tickets in a status as done from the given time on, or as not done. Deleted tickets are included, since they may be
// restored.
func TurnDone(ctx context.Context, tx *db.Tx, projectID int64, key string, done bool, at time.Time) error {
	if !done {
		return tx.Run(ctx, `UPDATE tickets SET done_at = NULL WHERE project_id = $1 AND status = $2`, projectID, key)
	}
	return tx.Run(ctx, `UPDATE tickets SET done_at = $3 WHERE project_id = $1 AND status = $2 AND done_at IS NULL`, projectID, key, db.Micros(at))
}

// MoveTickets moves every ticket from one status to another and logs the change for each ticket; row supplies the values, the time and the
// author. If the new status means done, a ticket that was already done keeps its done_at. Deleted tickets are moved too, since they may be
// restored, but this is not logged.
func MoveTickets(ctx context.Context, tx *db.Tx, projectID int64, from string, to domain.Status, row domain.Change) error {
	err := tx.Run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT project_id, $3, $4, $5, $6, 'ticket', uuid, 'status', $7, $8
FROM tickets
WHERE project_id = $1 AND status = $2 AND deleted_at IS NULL
ORDER BY id`,
		projectID,
		from,
		row.Revision,
		db.Micros(row.At),
		row.UserID,
		row.KeyID,
		row.From,
		row.To,
	)
	if err != nil {
		return err
	}
	doneAt := db.Text(`NULL`)
	if to.IsDone {
		doneAt = `COALESCE(done_at, $4)`
	}
	return tx.Run(ctx, `
UPDATE tickets SET status = $3, updated_at = CASE WHEN deleted_at IS NULL THEN $4 ELSE updated_at END, done_at = `+doneAt+`
WHERE project_id = $1 AND status = $2`, projectID, from, to.Key, db.Micros(row.At))
}
