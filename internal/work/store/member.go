package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// memberName selects the name of member m, who is user u, as the team sees it. A person invited by email is shown by their address until
// they accept.
const memberName = `CASE WHEN m.status = 'invited' AND m.by_email THEN u.email ELSE u.firstname END,
       CASE WHEN m.status = 'invited' AND m.by_email THEN '' ELSE u.lastname END`

// memberColumns takes today's date as $2; it chooses the rate as domain.RateOn does.
const memberColumns = `
SELECT m.id,
       m.uuid,
       m.project_id,
       m.user_id,
       ` + memberName + `,
       u.email,
       m.role,
       m.scrum_role,
       m.status,
       m.service,
       COALESCE(
         (SELECT r.tjm FROM rates r WHERE r.project_id = m.project_id AND r.user_id = m.user_id AND r.from_day <= $2
          ORDER BY r.from_day DESC LIMIT 1),
         (SELECT r.tjm FROM rates r WHERE r.project_id = m.project_id AND r.user_id = m.user_id
          ORDER BY r.from_day LIMIT 1)),
       m.created_at,
       m.updated_at
FROM members m
JOIN users u ON u.id = m.user_id `

func scanMember(rows db.Rows) (domain.Member, error) {
	var m domain.Member
	err := rows.Scan(
		&m.ID,
		&m.UUID,
		&m.ProjectID,
		&m.UserID,
		&m.Firstname,
		&m.Lastname,
		&m.Email,
		&m.Role,
		&m.ScrumRole,
		&m.Status,
		&m.Service,
		&m.TJM,
		db.Moment{To: &m.CreatedAt},
		db.Moment{To: &m.UpdatedAt},
	)
	return m, err
}

// Members returns a page of the team of a project, whatever each member's status, in the order in which they joined, with the current
// daily rates.
func Members(ctx context.Context, tx *db.Tx, projectID int64, today domain.Date, p domain.Page) iter.Seq2[domain.Member, error] {
	return db.Each(ctx, tx, memberList(projectID, today, p), scanMember)
}

func memberList(projectID int64, today domain.Date, p domain.Page) db.Query {
	q := db.NewQuery(memberColumns+`WHERE m.project_id = $1`, projectID, today)
	q.Sort(p, `m.id`)
	return q
}

// CountMembers counts the members of a project's team, whatever their status.
func CountMembers(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM members WHERE project_id = $1`, projectID))
}

// InsertMember adds a user to a project's team and returns the member's id.
func InsertMember(ctx context.Context, tx *db.Tx, m domain.Member) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO members (uuid, project_id, user_id, role, scrum_role, status, service, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		m.UUID,
		m.ProjectID,
		m.UserID,
		m.Role,
		m.ScrumRole,
		m.Status,
		m.Service,
		db.Micros(m.CreatedAt),
		db.Micros(m.UpdatedAt),
	)
}

// Named is an item with its title.
type Named struct {
	ID    int64
	UUID  string
	Title string
}
