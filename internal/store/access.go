package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// accessColumns is what a caller may do in a project; it follows a FROM that names the project p and
// takes the user as $2.
const (
	accessColumns = `SELECT p.id, p.uuid, p.rates_for, COALESCE(m.role, ''), COALESCE(m.status, '') FROM `
	accessMember  = ` LEFT JOIN members m ON m.project_id = p.id AND m.user_id = $2 `

	accessByProject   sqlText = accessColumns + `projects p` + accessMember + `WHERE p.uuid = $1`
	accessByTicket    sqlText = accessColumns + `tickets x JOIN projects p ON p.id = x.project_id` + accessMember + `WHERE x.uuid = $1 AND x.deleted_at IS NULL`
	accessByEpic      sqlText = accessColumns + `epics x JOIN projects p ON p.id = x.project_id` + accessMember + `WHERE x.uuid = $1`
	accessBySuperEpic sqlText = accessColumns + `super_epics x JOIN projects p ON p.id = x.project_id` + accessMember + `WHERE x.uuid = $1`
	accessBySprint    sqlText = accessColumns + `sprints x JOIN projects p ON p.id = x.project_id` + accessMember + `WHERE x.uuid = $1`
	accessBySubtask   sqlText = accessColumns + `subtasks x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL JOIN projects p ON p.id = x.project_id` +
		accessMember + `WHERE x.uuid = $1`
	accessByComment sqlText = accessColumns + `comments x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL JOIN projects p ON p.id = x.project_id` +
		accessMember + `WHERE x.uuid = $1`
)

// ProjectAccess tells what a user may do in the project of that uuid.
func (tx *Tx) ProjectAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "project", accessByProject, uuid, userID)
}

// TicketAccess tells what a user may do in the project of the ticket.
func (tx *Tx) TicketAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "ticket", accessByTicket, uuid, userID)
}

// EpicAccess tells what a user may do in the project of the epic.
func (tx *Tx) EpicAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "epic", accessByEpic, uuid, userID)
}

// SuperEpicAccess tells what a user may do in the project of the super-epic.
func (tx *Tx) SuperEpicAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "super-epic", accessBySuperEpic, uuid, userID)
}

// SprintAccess tells what a user may do in the project of the sprint.
func (tx *Tx) SprintAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "sprint", accessBySprint, uuid, userID)
}

// SubtaskAccess tells what a user may do in the project of the subtask.
func (tx *Tx) SubtaskAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "subtask", accessBySubtask, uuid, userID)
}

// CommentAccess tells what a user may do in the project of the comment.
func (tx *Tx) CommentAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "comment", accessByComment, uuid, userID)
}

func (tx *Tx) access(ctx context.Context, noun string, text sqlText, uuid string, userID int64) (domain.Access, error) {
	return one(ctx, tx, noun, query{text, []any{uuid, userID}}, scanAccess)
}

func scanAccess(rows db.Rows) (domain.Access, error) {
	var a domain.Access
	var status domain.MemberStatus
	err := rows.Scan(&a.ProjectID, &a.ProjectUUID, &a.RatesFor, &a.Role, &status)
	a.Member = status == domain.MemberActive
	return a, err
}
