package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const linkColumns = `
SELECT id,
       uuid,
       type,
       pred_type,
       pred_uuid,
       succ_type,
       succ_uuid,
       lag_days,
       created_at,
       updated_at
FROM links `

// atNode selects the links at a node: project $1, type $2, uuid $3.
const atNode = `WHERE project_id = $1 AND (pred_type = $2 AND pred_uuid = $3 OR succ_type = $2 AND succ_uuid = $3)`

func scanLink(rows db.Rows) (domain.Link, error) {
	var l domain.Link
	err := rows.Scan(
		&l.ID,
		&l.UUID,
		&l.Type,
		&l.PredType,
		&l.PredUUID,
		&l.SuccType,
		&l.SuccUUID,
		&l.LagDays,
		db.Moment{To: &l.CreatedAt},
		db.Moment{To: &l.UpdatedAt},
	)
	return l, err
}

// Links returns the roadmap links of a project in creation order.
func Links(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[domain.Link, error] {
	return db.Each(ctx, tx, db.NewQuery(linkColumns+`WHERE project_id = $1 ORDER BY id`, projectID), scanLink)
}

// FinishToStartLinks returns a page of the finish-to-start links of a project in creation order.
func FinishToStartLinks(ctx context.Context, tx *db.Tx, projectID int64, p domain.Page) iter.Seq2[domain.Link, error] {
	return db.Each(ctx, tx, linkList(projectID, p), scanLink)
}

func linkList(projectID int64, p domain.Page) db.Query {
	q := db.NewQuery(linkColumns+`WHERE project_id = $1 AND type = $2`, projectID, domain.FinishToStart)
	q.Sort(p, `id`)
	return q
}

// CountFinishToStartLinks counts the finish-to-start links of a project.
func CountFinishToStartLinks(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM links WHERE project_id = $1 AND type = $2`, projectID, domain.FinishToStart))
}

// LinksAt returns the links that begin or end at a node, in creation order.
func LinksAt(ctx context.Context, tx *db.Tx, projectID int64, n domain.Node) iter.Seq2[domain.Link, error] {
	return db.Each(ctx, tx, db.NewQuery(linkColumns+atNode+` ORDER BY id`, projectID, n.Type, n.UUID), scanLink)
}

// DeleteLinksAt deletes the links that begin or end at a node.
func DeleteLinksAt(ctx context.Context, tx *db.Tx, projectID int64, n domain.Node) error {
	return tx.Run(ctx, `DELETE FROM links `+atNode, projectID, n.Type, n.UUID)
}

// InsertLink stores a new roadmap link and returns its id.
func InsertLink(ctx context.Context, tx *db.Tx, projectID int64, l domain.Link) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO links (uuid, project_id, type, pred_type, pred_uuid, succ_type, succ_uuid, lag_days, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		l.UUID,
		projectID,
		l.Type,
		l.PredType,
		l.PredUUID,
		l.SuccType,
		l.SuccUUID,
		l.LagDays,
		db.Micros(l.CreatedAt),
		db.Micros(l.UpdatedAt),
	)
}

const milestoneColumns = `
SELECT id, uuid, name, date, color, created_at, updated_at
FROM milestones `

func scanMilestone(rows db.Rows) (domain.Milestone, error) {
	var m domain.Milestone
	err := rows.Scan(&m.ID, &m.UUID, &m.Name, &m.Date, &m.Color, db.Moment{To: &m.CreatedAt}, db.Moment{To: &m.UpdatedAt})
	return m, err
}

// Milestones returns a page of the milestones of a project by date.
func Milestones(ctx context.Context, tx *db.Tx, projectID int64, p domain.Page) iter.Seq2[domain.Milestone, error] {
	return db.Each(ctx, tx, milestoneList(projectID, p), scanMilestone)
}

func milestoneList(projectID int64, p domain.Page) db.Query {
	q := db.NewQuery(milestoneColumns+`WHERE project_id = $1`, projectID)
	q.Sort(p, `date, id`)
	return q
}

// CountMilestones counts the milestones of a project.
func CountMilestones(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM milestones WHERE project_id = $1`, projectID))
}

// InsertMilestone stores a new milestone and returns its id.
func InsertMilestone(ctx context.Context, tx *db.Tx, projectID int64, m domain.Milestone) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO milestones (uuid, project_id, name, date, color, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.UUID,
		projectID,
		m.Name,
		m.Date,
		m.Color,
		db.Micros(m.CreatedAt),
		db.Micros(m.UpdatedAt),
	)
}
