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
       b.title,
       b.status,
       b.sort_order,
       b.assignee_id,
       u.firstname,
       u.lastname,
       b.created_at,
       b.updated_at
FROM subtasks b
LEFT JOIN users u ON u.id = b.assignee_id `

func scanSubtask(rows db.Rows) (domain.Subtask, error) {
	var s domain.Subtask
	var assignee fullName
	err := rows.Scan(
		&s.ID,
		&s.UUID,
		&s.ProjectID,
		&s.TicketID,
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
