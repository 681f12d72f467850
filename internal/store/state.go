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

func scanState(rows db.Rows) (ProjectView, error) {
	var s ProjectView
	err := rows.Scan(&s.ProjectID, &s.Revision, moment{&s.ChangedAt}, &s.RatesFor, &s.Role)
	return s, err
}

// Sight is what a user sees at a place: in the project of the thing of a uuid, or (without a noun) in all projects of the user.
type Sight struct {
	Noun, UUID string
	UserID     int64
}

// memberNow narrows a search by uuid to those who are active members.
const memberNow = ` AND m.status = 'active'`

// query asks for the states of the projects at the place in which the user is an active member; ok is false where nothing of
// that noun can be looked for.
func (s Sight) query() (q query, ok bool) {
	if s.Noun == "" {
		const all = `members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = $1 AND m.status = 'active' ORDER BY p.id`
		return query{stateColumns + all, []any{s.UserID}}, true
	}
	from, ok := whereabouts(s.Noun)
	return query{stateColumns + from + memberNow, []any{s.UUID, s.UserID}}, ok
}

// whereabouts is how the project of a thing is found by the thing's uuid.
func whereabouts(noun string) (text sqlText, ok bool) {
	switch noun {
	case "project":
		return byProject, true
	case "ticket":
		return byTicket, true
	case "epic":
		return byEpic, true
	case "super-epic":
		return bySuperEpic, true
	case "sprint":
		return bySprint, true
	case "comment":
		return byComment, true
	default:
		return "", false
	}
}

// there tells whether the place is one that the user may read, by what was found of it.
func (s Sight) there(views []ProjectView) bool { return s.Noun == "" || len(views) > 0 }

// Look gives the states of the projects at a place; ok is false where there is no such thing, or the user is not an active
// member.
func (tx *Tx) Look(ctx context.Context, s Sight) (views []ProjectView, ok bool, err error) {
	q, ok := s.query()
	if !ok {
		return nil, false, nil
	}
	views, err = Collect(each(ctx, tx, q, scanState))
	return views, err == nil && s.there(views), err
}
