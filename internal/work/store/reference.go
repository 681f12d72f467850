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

// IsMember reports whether a user is in a project's team, whatever their status.
func IsMember(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	_, ok, err := reference(ctx, tx, `SELECT id FROM members WHERE project_id = $1 AND user_id = $2`, projectID, userID)
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
