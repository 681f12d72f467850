package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Revision identifies a state of a project. Every change raises Revision and advances ChangedAt; together they also distinguish a state
// from one that was lost when the database was restored from a backup.
type Revision struct {
	ProjectID int64
	UUID      string
	Name      string
	Revision  int64
	ChangedAt time.Time
}

// ProjectRevision uses one statement to find out what a user may do in the project with that uuid, and the project's state.
func ProjectRevision(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, Revision, error) {
	const text = `
SELECT p.id, p.uuid, p.rates_for, COALESCE(m.role, ''), COALESCE(m.status, ''), p.name, p.revision, p.changed_at
FROM projects p` + accessMember + `WHERE p.uuid = $1` + IsLive
	type answer struct {
		access   domain.Access
		revision Revision
	}
	a, err := db.One(ctx, tx, "project", db.NewQuery(text, uuid, userID), func(rows db.Rows) (a answer, err error) {
		var status domain.MemberStatus
		err = rows.Scan(
			&a.access.ProjectID, &a.access.ProjectUUID, &a.access.RatesFor, &a.access.Role, &status,
			&a.revision.Name, &a.revision.Revision, db.Moment{To: &a.revision.ChangedAt},
		)
		a.access.Member = status == domain.MemberActive
		a.revision.ProjectID, a.revision.UUID = a.access.ProjectID, a.access.ProjectUUID
		return a, err
	})
	return a.access, a.revision, err
}

// ReaderProject is the state of a project, and whether the reader may see its cost.
type ReaderProject struct {
	Revision

	SeesCost bool
}

// Revisions returns the states of the projects in which a user is an active member, in creation order.
func Revisions(ctx context.Context, tx *db.Tx, userID int64) ([]ReaderProject, error) {
	const text = `
SELECT p.id, p.uuid, p.name, p.revision, p.changed_at, p.rates_for, m.role
FROM projects p
JOIN members m ON m.project_id = p.id
WHERE m.user_id = $1 AND m.status = 'active'
ORDER BY p.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID), func(rows db.Rows) (ReaderProject, error) {
		var r ReaderProject
		var access domain.Access
		err := rows.Scan(&r.ProjectID, &r.UUID, &r.Name, &r.Revision.Revision, db.Moment{To: &r.ChangedAt}, &access.RatesFor, &access.Role)
		r.SeesCost = access.SeesCost()
		return r, err
	}))
}
