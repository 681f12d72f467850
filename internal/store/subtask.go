package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const subtaskColumns = `
SELECT b.id,
       b.uuid,
       b.project_id,
       b.ticket_id,
       t.uuid,
       b.title,
       b.status,
       b.sort_order,
       b.assignee_id,
       u.firstname,
       u.lastname,
       b.created_at,
       b.updated_at
FROM subtasks b
JOIN tickets t ON t.id = b.ticket_id
LEFT JOIN users u ON u.id = b.assignee_id `

func scanSubtask(rows db.Rows) (domain.Subtask, error) {
	var s domain.Subtask
	var assignee fullName
	err := rows.Scan(
		&s.ID,
		&s.UUID,
		&s.ProjectID,
		&s.TicketID,
		&s.TicketUUID,
		&s.Title,
		&s.Status,
		&s.SortOrder,
		&s.AssigneeID,
		&assignee.first,
		&assignee.last,
		moment{&s.CreatedAt},
		moment{&s.UpdatedAt},
	)
	s.AssigneeName = assignee.value()
	return s, err
}

// Subtasks gives the subtasks of a ticket in their order.
func (tx *Tx) Subtasks(ctx context.Context, ticketID int64) iter.Seq2[domain.Subtask, error] {
	const text = subtaskColumns + `WHERE b.ticket_id = $1 ORDER BY b.sort_order, b.id`
	return each(ctx, tx, query{text, []any{ticketID}}, scanSubtask)
}

// CountSubtasks counts what Subtasks gives.
func (tx *Tx) CountSubtasks(ctx context.Context, ticketID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM subtasks WHERE ticket_id = $1`, []any{ticketID}})
}

// Subtask gives the subtask of that uuid.
func (tx *Tx) Subtask(ctx context.Context, uuid string) (domain.Subtask, error) {
	return one(ctx, tx, "subtask", query{subtaskColumns + `WHERE b.uuid = $1 AND t.deleted_at IS NULL`, []any{uuid}}, scanSubtask)
}

// LastSortOrder gives the highest sort order among the subtasks of a ticket; 0 when it has none.
func (tx *Tx) LastSortOrder(ctx context.Context, ticketID int64) (int64, error) {
	var last int64
	err := tx.One(ctx, `SELECT COALESCE(MAX(sort_order), 0) FROM subtasks WHERE ticket_id = $1`, []any{ticketID}, &last)
	return last, err
}

// InsertSubtask stores a new subtask and gives its id.
func (tx *Tx) InsertSubtask(ctx context.Context, s domain.Subtask) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO subtasks (uuid, project_id, ticket_id, title, status, sort_order, assignee_id, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		s.UUID,
		s.ProjectID,
		s.TicketID,
		s.Title,
		s.Status,
		s.SortOrder,
		s.AssigneeID,
		micros(s.CreatedAt),
		micros(s.UpdatedAt),
	)
}

// UpdateSubtask stores a changed subtask.
func (tx *Tx) UpdateSubtask(ctx context.Context, s domain.Subtask) error {
	return tx.run(ctx, `
UPDATE subtasks
SET title = $2, status = $3, sort_order = $4, assignee_id = $5, updated_at = $6
WHERE id = $1`,
		s.ID,
		s.Title,
		s.Status,
		s.SortOrder,
		s.AssigneeID,
		micros(s.UpdatedAt),
	)
}

// DeleteSubtask removes a subtask.
func (tx *Tx) DeleteSubtask(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM subtasks WHERE id = $1`, id)
}
