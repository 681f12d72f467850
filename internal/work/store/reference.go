package store

import (
	"context"
	"errors"

	"earnest/internal/db"
)

// EpicID returns the id of the epic with that uuid; ok is false if the project has no such epic.
func EpicID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM epics WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// SuperEpicID returns the id of the super-epic with that uuid; ok is false if the project has no such super-epic.
func SuperEpicID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM super_epics WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// SprintID returns the id of the sprint with that uuid; ok is false if the project has no such sprint.
func SprintID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM sprints WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// TicketID returns the id of the ticket with that uuid; ok is false if the project has no such ticket.
func TicketID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM tickets WHERE project_id = $1 AND uuid = $2 AND deleted_at IS NULL`, projectID, uuid)
}

// TypeID returns the id of the ticket type with that uuid; ok is false if the project has no such type.
func TypeID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM ticket_types WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// TagID returns the id of the tag with that uuid, even if it is being removed; ok is false if the project has no such tag.
func TagID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM tags WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// HasStatus reports whether a project has a status.
func HasStatus(ctx context.Context, tx *db.Tx, projectID int64, key string) (bool, error) {
	_, ok, err := reference(ctx, tx, `SELECT id FROM statuses WHERE project_id = $1 AND key = $2`, projectID, key)
	return ok, err
}

// IsMember reports whether a user is in a project's team, whatever their status.
func IsMember(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	_, ok, err := reference(ctx, tx, `SELECT id FROM members WHERE project_id = $1 AND user_id = $2`, projectID, userID)
	return ok, err
}

// IsAssignee reports whether a user is in a project's team, whatever their status, or still has a ticket of the project.
func IsAssignee(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	const text = `
SELECT m.user_id FROM members m WHERE m.project_id = $1 AND m.user_id = $2
UNION
SELECT t.assignee_id FROM tickets t WHERE t.project_id = $1 AND t.assignee_id = $2 AND t.deleted_at IS NULL`
	_, ok, err := reference(ctx, tx, text, projectID, userID)
	return ok, err
}

// IsAssignable reports whether a user is in a project's team and can be assigned work there. A person invited by email cannot be assigned
// work until they accept, since an assignment would reveal their name to anyone who knows their address.
func IsAssignable(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	_, ok, err := reference(ctx, tx, `SELECT m.id FROM members m WHERE `+assignable+`$2`, projectID, userID)
	return ok, err
}

// assignable selects the membership m of an assignable user in the project in parameter 1; the user's id must follow.
const assignable = `m.project_id = $1 AND NOT (m.status = 'invited' AND m.by_email) AND m.user_id = `

func reference(ctx context.Context, tx *db.Tx, text db.Text, args ...any) (id int64, ok bool, err error) {
	err = tx.One(ctx, string(text), args, &id)
	if errors.Is(err, db.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}
