package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// A deleted project keeps its row until all that was in it is removed; see purge.go. Nobody may find it, or anything in it.
const (
	isLive          = ` AND p.deleted_at IS NULL`
	deletedProjects = `(SELECT d.id FROM projects d WHERE d.deleted_at > 0)` // mostly none, and found by their index
	inLive          = ` AND x.project_id NOT IN ` + deletedProjects          // where x is a row in a project
)

// A caller's access is read of a project p, found by what is in it; each takes the uuid as $1 and the user as $2.
const (
	accessColumns = `SELECT p.id, p.uuid, p.rates_for, COALESCE(m.role, ''), COALESCE(m.status, '') FROM `
	accessMember  = ` LEFT JOIN members m ON m.project_id = p.id AND m.user_id = $2 `
	accessProject = ` JOIN projects p ON p.id = x.project_id` + isLive + accessMember

	byProject   = `projects p` + accessMember + `WHERE p.uuid = $1` + isLive
	byTicket    = `tickets x` + accessProject + `WHERE x.uuid = $1 AND x.deleted_at IS NULL`
	byEpic      = `epics x` + accessProject + `WHERE x.uuid = $1`
	bySuperEpic = `super_epics x` + accessProject + `WHERE x.uuid = $1`
	bySprint    = `sprints x` + accessProject + `WHERE x.uuid = $1`
	bySubtask   = `subtasks x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL` + accessProject + `WHERE x.uuid = $1`
	byComment   = `comments x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL` + accessProject + `WHERE x.uuid = $1`
)

// ProjectAccess tells what a user may do in the project of that uuid.
func (tx *Tx) ProjectAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "project", accessColumns+byProject, uuid, userID)
}

// TicketAccess tells what a user may do in the project of the ticket.
func (tx *Tx) TicketAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "ticket", accessColumns+byTicket, uuid, userID)
}

// EpicAccess tells what a user may do in the project of the epic.
func (tx *Tx) EpicAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "epic", accessColumns+byEpic, uuid, userID)
}

// SuperEpicAccess tells what a user may do in the project of the super-epic.
func (tx *Tx) SuperEpicAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "super-epic", accessColumns+bySuperEpic, uuid, userID)
}

// SprintAccess tells what a user may do in the project of the sprint.
func (tx *Tx) SprintAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "sprint", accessColumns+bySprint, uuid, userID)
}

// SubtaskAccess tells what a user may do in the project of the subtask.
func (tx *Tx) SubtaskAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "subtask", accessColumns+bySubtask, uuid, userID)
}

// CommentAccess tells what a user may do in the project of the comment.
func (tx *Tx) CommentAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "comment", accessColumns+byComment, uuid, userID)
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
