package store

import (
	"context"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// ProjectView is the state of a project as one user sees it.
type ProjectView struct {
	ProjectID int64
	Revision  int64
	ChangedAt time.Time
	Role      domain.Role
	RatesFor  domain.RatesFor
}

const stateColumns = `SELECT p.id, p.revision, p.changed_at, p.rates_for, m.role FROM `

// state finds it by the uuid of something in the project; ok is false where there is no such thing, or the user is not an
// active member.
func (tx *Tx) state(ctx context.Context, text sqlText, uuid string, userID int64) (ProjectView, bool, error) {
	found, err := Collect(each(ctx, tx, query{text, []any{uuid, userID}}, scanState))
	if err != nil || len(found) == 0 {
		return ProjectView{}, false, err
	}
	return found[0], true, nil
}

func scanState(rows db.Rows) (ProjectView, error) {
	var s ProjectView
	err := rows.Scan(&s.ProjectID, &s.Revision, moment{&s.ChangedAt}, &s.RatesFor, &s.Role)
	return s, err
}

// memberNow narrows a search by uuid to those who are active members.
const memberNow = ` AND m.status = 'active'`

// ProjectState is the state of a project.
func (tx *Tx) ProjectState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+byProject+memberNow, uuid, userID)
}

// TicketState is the state of a ticket's project.
func (tx *Tx) TicketState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+byTicket+memberNow, uuid, userID)
}

// EpicState is the state of an epic's project.
func (tx *Tx) EpicState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+byEpic+memberNow, uuid, userID)
}

// SuperEpicState is the state of a super-epic's project.
func (tx *Tx) SuperEpicState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+bySuperEpic+memberNow, uuid, userID)
}

// SprintState is the state of a sprint's project.
func (tx *Tx) SprintState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+bySprint+memberNow, uuid, userID)
}

// CommentState is the state of a comment's project.
func (tx *Tx) CommentState(ctx context.Context, uuid string, userID int64) (ProjectView, bool, error) {
	return tx.state(ctx, stateColumns+byComment+memberNow, uuid, userID)
}

// MemberStates is the states of every project in which a user is an active member.
func (tx *Tx) MemberStates(ctx context.Context, userID int64) ([]ProjectView, error) {
	const text = stateColumns + `members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = $1 AND m.status = 'active' ORDER BY p.id`
	return Collect(each(ctx, tx, query{text, []any{userID}}, scanState))
}
