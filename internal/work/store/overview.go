package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// myProjects selects the projects in which a user ($1) is an active member.
const myProjects = `(SELECT y.project_id FROM members y WHERE y.user_id = $1 AND y.status = 'active')`

// ActiveSprints returns the active sprints of a user's projects, grouped by project and in creation order.
func ActiveSprints(ctx context.Context, tx *db.Tx, userID int64) (map[int64][]domain.Sprint, error) {
	const text = sprintColumns + `WHERE s.status = 'active' AND s.project_id IN ` + myProjects + ` ORDER BY s.project_id, s.id`
	return db.Grouped(ctx, tx, db.NewQuery(text, userID), scanSprint, func(s domain.Sprint) int64 { return s.ProjectID })
}

// FirstMembers returns the first few active members of each of a user's projects.
func FirstMembers(ctx context.Context, tx *db.Tx, userID int64, few int) (map[int64][]domain.Member, error) {
	const text = `
SELECT f.project_id, f.user_id, u.firstname, u.lastname
FROM (
  SELECT m.project_id, m.user_id, m.id, ROW_NUMBER() OVER (PARTITION BY m.project_id ORDER BY m.id) AS place
  FROM members m
  WHERE m.status = 'active' AND m.project_id IN ` + myProjects + `
) f
JOIN users u ON u.id = f.user_id
WHERE f.place <= $2
ORDER BY f.project_id, f.id`
	scan := func(rows db.Rows) (domain.Member, error) {
		var m domain.Member
		err := rows.Scan(&m.ProjectID, &m.UserID, &m.Firstname, &m.Lastname)
		return m, err
	}
	return db.Grouped(ctx, tx, db.NewQuery(text, userID, few), scan, func(m domain.Member) int64 { return m.ProjectID })
}

// OtherActive returns the other active sprints of a sprint's project, in creation order.
func OtherActive(ctx context.Context, tx *db.Tx, s domain.Sprint) ([]domain.Sprint, error) {
	const text = sprintColumns + `WHERE s.project_id = $1 AND s.status = 'active' AND s.id <> $2 ORDER BY s.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, s.ProjectID, s.ID), scanSprint))
}
