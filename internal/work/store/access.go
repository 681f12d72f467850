// Package store holds the SQL for projects, members, epics, sprints, tickets, comments, time, the roadmap and the change log. It deals with
// rows, not with permissions.
package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// A deleted project keeps its row until all its contents are removed; see purge.go. No query may find it or anything in it.
const (
	IsLive          = ` AND p.deleted_at IS NULL`
	DeletedProjects = `(SELECT d.id FROM projects d WHERE d.deleted_at > 0)` // usually empty, and found through an index
	InLive          = ` AND x.project_id NOT IN ` + DeletedProjects          // x is a row that belongs to a project
)

// These SQL fragments read a user's access to the project p that contains an item. They take the item's uuid as $1 and the user's id as $2.
const (
	accessColumns = `SELECT p.id, p.uuid, p.rates_for, COALESCE(m.role, ''), COALESCE(m.status, '') FROM `
	accessMember  = ` LEFT JOIN members m ON m.project_id = p.id AND m.user_id = $2 `
	accessProject = ` JOIN projects p ON p.id = x.project_id` + IsLive + accessMember

	ByProject   = `projects p` + accessMember + `WHERE p.uuid = $1` + IsLive
	ByKey       = `project_keys x` + accessProject + `WHERE x.key = $1` // of the project
	ByTicket    = `tickets x` + accessProject + `WHERE x.uuid = $1 AND x.deleted_at IS NULL`
	ByEpic      = `epics x` + accessProject + `WHERE x.uuid = $1`
	BySuperEpic = `super_epics x` + accessProject + `WHERE x.uuid = $1`
	BySprint    = `sprints x` + accessProject + `WHERE x.uuid = $1`
	bySubtask   = `subtasks x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL` + accessProject + `WHERE x.uuid = $1`
	ByComment   = `comments x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL` + accessProject + `WHERE x.uuid = $1`

	byAttachment = `attachments x JOIN tickets t ON t.id = x.ticket_id AND t.deleted_at IS NULL` + accessProject + `WHERE x.uuid = $1`
)

// ProjectAccess returns what a user may do in the project with that uuid.
func ProjectAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "project", accessColumns+ByProject, uuid, userID)
}

// TicketAccess returns what a user may do in the ticket's project.
func TicketAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "ticket", accessColumns+ByTicket, uuid, userID)
}

// EpicAccess returns what a user may do in the epic's project.
func EpicAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "epic", accessColumns+ByEpic, uuid, userID)
}

// SuperEpicAccess returns what a user may do in the super-epic's project.
func SuperEpicAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "super-epic", accessColumns+BySuperEpic, uuid, userID)
}

// SprintAccess returns what a user may do in the sprint's project.
func SprintAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "sprint", accessColumns+BySprint, uuid, userID)
}

// SubtaskAccess returns what a user may do in the subtask's project.
func SubtaskAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "subtask", accessColumns+bySubtask, uuid, userID)
}

// CommentAccess returns what a user may do in the comment's project.
func CommentAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "comment", accessColumns+ByComment, uuid, userID)
}

// AttachmentAccess returns what a user may do in the attachment's project.
func AttachmentAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "attachment", accessColumns+byAttachment, uuid, userID)
}

func accessOf(ctx context.Context, tx *db.Tx, noun string, text db.Text, uuid string, userID int64) (domain.Access, error) {
	return db.One(ctx, tx, noun, db.NewQuery(text, uuid, userID), scanAccess)
}

func scanAccess(rows db.Rows) (domain.Access, error) {
	var a domain.Access
	var status domain.MemberStatus
	err := rows.Scan(&a.ProjectID, &a.ProjectUUID, &a.RatesFor, &a.Role, &status)
	a.Member = status == domain.MemberActive
	return a, err
}
