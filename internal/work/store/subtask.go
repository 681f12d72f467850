package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const SubtaskColumns = `
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

func ScanSubtask(rows db.Rows) (domain.Subtask, error) {
	var s domain.Subtask
	var assignee db.FullName
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
		&assignee.First,
		&assignee.Last,
		db.Moment{To: &s.CreatedAt},
		db.Moment{To: &s.UpdatedAt},
	)
	s.AssigneeName = assignee.Value()
	return s, err
}

// Subtasks returns a page of the subtasks of a ticket in order.
func Subtasks(ctx context.Context, tx *db.Tx, ticketID int64, p domain.Page) iter.Seq2[domain.Subtask, error] {
	return db.Each(ctx, tx, subtaskList(ticketID, p), ScanSubtask)
}

func subtaskList(ticketID int64, p domain.Page) db.Query {
	q := db.NewQuery(SubtaskColumns+`WHERE b.ticket_id = $1`, ticketID)
	q.Sort(p, `b.sort_order, b.id`)
	return q
}

// SubtasksLookup returns the statement that adds the subtasks of a ticket to a list, in order.
func SubtasksLookup(ticketID int64, to *[]domain.Subtask) db.Statement {
	q := subtaskList(ticketID, domain.Page{})
	return db.Statement{SQL: q.Text, Args: q.Args, Row: func(rows db.Rows) error {
		s, err := ScanSubtask(rows)
		*to = append(*to, s)
		return err
	}}
}

// CountSubtasks counts the subtasks of a ticket.
func CountSubtasks(ctx context.Context, tx *db.Tx, ticketID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM subtasks WHERE ticket_id = $1`, ticketID))
}

// Subtask returns the subtask with that uuid.
func Subtask(ctx context.Context, tx *db.Tx, uuid string) (domain.Subtask, error) {
	return db.One(ctx, tx, "subtask", db.NewQuery(SubtaskColumns+`WHERE b.uuid = $1 AND t.deleted_at IS NULL`, uuid), ScanSubtask)
}

// LastSortOrder returns the highest sort order among the subtasks of a ticket, or 0 if it has none.
func LastSortOrder(ctx context.Context, tx *db.Tx, ticketID int64) (int64, error) {
	var last int64
	err := tx.One(ctx, `SELECT COALESCE(MAX(sort_order), 0) FROM subtasks WHERE ticket_id = $1`, []any{ticketID}, &last)
	return last, err
}

// InsertSubtask stores a new subtask and returns its id.
func InsertSubtask(ctx context.Context, tx *db.Tx, s domain.Subtask) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO subtasks (uuid, project_id, ticket_id, title, status, sort_order, assignee_id, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		s.UUID,
		s.ProjectID,
		s.TicketID,
		s.Title,
		s.Status,
		s.SortOrder,
		s.AssigneeID,
		db.Micros(s.CreatedAt),
		db.Micros(s.UpdatedAt),
	)
}

// UpdateSubtask stores a changed subtask.
func UpdateSubtask(ctx context.Context, tx *db.Tx, s domain.Subtask) error {
	return tx.Run(ctx, `
UPDATE subtasks
SET title = $2, status = $3, sort_order = $4, assignee_id = $5, updated_at = $6
WHERE id = $1`,
		s.ID,
		s.Title,
		s.Status,
		s.SortOrder,
		s.AssigneeID,
		db.Micros(s.UpdatedAt),
	)
}

// DeleteSubtask removes a subtask.
func DeleteSubtask(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM subtasks WHERE id = $1`, id)
}
