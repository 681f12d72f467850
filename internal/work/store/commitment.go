package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Commitment returns the tickets that a sprint committed to, in creation order, or an empty list if it has no commitment. It includes
// tickets that have since been deleted.
func Commitment(ctx context.Context, tx *db.Tx, sprintID int64) ([]domain.CommittedTicket, error) {
	const text = `
SELECT c.ticket_id, t.uuid, c.points
FROM commitments c
JOIN tickets t ON t.id = c.ticket_id
WHERE c.sprint_id = $1
ORDER BY c.ticket_id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, sprintID), func(rows db.Rows) (domain.CommittedTicket, error) {
		var c domain.CommittedTicket
		err := rows.Scan(&c.TicketID, &c.TicketUUID, &c.Points)
		return c, err
	}))
}

// HoldsPoints reports whether any of a sprint's tickets has points.
func HoldsPoints(ctx context.Context, tx *db.Tx, sprintID int64) (bool, error) {
	const text = `SELECT COUNT(*) FROM tickets WHERE sprint_id = $1 AND deleted_at IS NULL AND story_points > 0`
	n, err := tx.Count(ctx, db.NewQuery(text, sprintID))
	return n > 0, err
}

// TakeCommitment stores the commitment of a sprint: every ticket currently in it, with its points. It replaces any earlier commitment, such
// as an imported one.
func TakeCommitment(ctx context.Context, tx *db.Tx, sprintID int64) error {
	if err := DropCommitment(ctx, tx, sprintID); err != nil {
		return err
	}
	return tx.Run(ctx, `
INSERT INTO commitments (sprint_id, ticket_id, project_id, points)
SELECT sprint_id, id, project_id, story_points
FROM tickets
WHERE sprint_id = $1 AND deleted_at IS NULL`, sprintID)
}

// DropCommitment deletes the commitment of a sprint.
func DropCommitment(ctx context.Context, tx *db.Tx, sprintID int64) error {
	return tx.Run(ctx, `DELETE FROM commitments WHERE sprint_id = $1`, sprintID)
}
