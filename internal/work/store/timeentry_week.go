package store

import (
	"context"
	"errors"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// manages is a condition that matches the roles that may see everyone's time.
const manages = ` IN ('owner', 'admin')`

// TimeSpan is a range of a person's days as a reader sees them. A reader other than the person sees only the time in projects that the
// reader manages.
type TimeSpan struct {
	UserID, Reader int64
	From, To       domain.Date
}

func (s TimeSpan) own() bool { return s.UserID == s.Reader }

// UserTime returns up to limit of a person's time entries that the reader may see, by day and then in creation order. Its cost depends on
// the span, not on how much time the person has ever logged.
func UserTime(ctx context.Context, tx *db.Tx, s TimeSpan, limit int) ([]domain.WeekEntry, error) {
	return db.Collect(db.Each(ctx, tx, userTime(s, limit), func(rows db.Rows) (domain.WeekEntry, error) {
		var e domain.WeekEntry
		err := rows.Scan(&e.ID, &e.UUID, &e.ProjectID, &e.TicketUUID, &e.TicketKey, &e.TicketTitle, &e.TicketGone, &e.Minutes, &e.Comment,
			&e.LoggedAt, db.Moment{To: &e.UpdatedAt})
		return e, err
	}))
}

func userTime(s TimeSpan, limit int) db.Query {
	q := db.NewQuery(`
SELECT e.id, e.uuid, e.project_id, t.uuid, `+ticketKey+`, t.title, t.deleted_at IS NOT NULL, e.duration_minutes, e.comment, e.logged_at, e.updated_at
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
JOIN projects p ON p.id = t.project_id
JOIN members m ON m.project_id = e.project_id AND m.user_id = $1 AND m.status = 'active'
WHERE e.user_id = $2 AND e.logged_at >= $3 AND e.logged_at <= $4`, s.Reader, s.UserID, s.From, s.To)
	if !s.own() {
		q.Text += ` AND m.role` + manages
	}
	q.And(` ORDER BY e.logged_at, e.id LIMIT `, limit)
	return q
}

// UserDays adds up by day the time that UserTime returns and, if the reader is the person themselves, the time in projects they have left.
// Days without time are left out.
func UserDays(ctx context.Context, tx *db.Tx, s TimeSpan) ([]domain.DayTime, error) {
	return db.Collect(db.Each(ctx, tx, userDays(s), func(rows db.Rows) (domain.DayTime, error) {
		var d domain.DayTime
		err := rows.Scan(&d.Day, &d.Visible, &d.Elsewhere)
		return d, err
	}))
}

func userDays(s TimeSpan) db.Query {
	q := db.NewQuery(`
SELECT e.logged_at,
       CAST(SUM(CASE WHEN m.id IS NULL THEN 0 ELSE e.duration_minutes END) AS BIGINT),
       CAST(SUM(CASE WHEN m.id IS NULL THEN e.duration_minutes ELSE 0 END) AS BIGINT)
FROM time_entries e
LEFT JOIN members m ON m.project_id = e.project_id AND m.user_id = $1 AND m.status = 'active'
WHERE e.user_id = $2 AND e.logged_at >= $3 AND e.logged_at <= $4 AND e.project_id NOT IN `+DeletedProjects, s.Reader, s.UserID, s.From, s.To)
	if !s.own() {
		q.Text += ` AND m.role` + manages
	}
	q.Text += ` GROUP BY e.logged_at ORDER BY e.logged_at`
	return q
}

// WeekProjects returns the projects in which a user is an active member, in creation order, with what a week shows of them: uuid, name, color and the user's
// role. Unlike Projects, it does not count the members of each.
func WeekProjects(ctx context.Context, tx *db.Tx, userID int64) ([]domain.Project, error) {
	return db.Collect(db.Each(ctx, tx, weekProjects(userID), func(rows db.Rows) (domain.Project, error) {
		var p domain.Project
		err := rows.Scan(&p.ID, &p.UUID, &p.Name, &p.Color, &p.UserRole)
		return p, err
	}))
}

func weekProjects(userID int64) db.Query {
	return db.NewQuery(`
SELECT p.id, p.uuid, p.name, p.color, m.role
FROM projects p
JOIN members m ON m.project_id = p.id
WHERE m.user_id = $1 AND m.status = 'active'
ORDER BY p.id`, userID)
}

// FirstTime returns the first day on which a user logged time, or "" if they never did.
func FirstTime(ctx context.Context, tx *db.Tx, userID int64) (day domain.Date, err error) {
	const text = `SELECT logged_at FROM time_entries WHERE user_id = $1 AND project_id NOT IN ` + DeletedProjects + ` ORDER BY logged_at LIMIT 1`
	err = tx.One(ctx, text, []any{userID}, &day)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return day, err
}

// ManagedPeople returns up to limit people, sorted by name: the teams of the projects that a user manages, and former members with time in
// those projects.
func ManagedPeople(ctx context.Context, tx *db.Tx, userID int64, limit int) ([]Person, error) {
	const text = `
WITH managed AS (SELECT c.project_id FROM members c WHERE c.user_id = $1 AND c.status = 'active' AND c.role` + manages + `)
SELECT u.id, u.firstname, u.lastname
FROM users u
WHERE u.id IN (
  SELECT m.user_id FROM members m WHERE m.status <> 'invited' AND m.project_id IN (SELECT project_id FROM managed)
  UNION
  SELECT r.user_id FROM effort_costs r WHERE r.project_id IN (SELECT project_id FROM managed))
ORDER BY u.firstname, u.lastname, u.id
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID, limit), scanPerson))
}

// ManagesTimeOf reports whether a user manages a project in which another user is a member or has logged time.
func ManagesTimeOf(ctx context.Context, tx *db.Tx, userID, otherID int64) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`
SELECT COUNT(*)
FROM members c
WHERE c.user_id = $1 AND c.status = 'active' AND c.role`+manages+` AND (
  EXISTS (SELECT 1 FROM members m WHERE m.project_id = c.project_id AND m.user_id = $2)
  OR EXISTS (SELECT 1 FROM effort_costs r WHERE r.project_id = c.project_id AND r.user_id = $2))`, userID, otherID))
	return n > 0, err
}
