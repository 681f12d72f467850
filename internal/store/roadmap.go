package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const linkColumns = `
SELECT id,
       uuid,
       type,
       pred_type,
       pred_uuid,
       succ_type,
       succ_uuid,
       created_at,
       updated_at
FROM links `

// atNode chooses the links at a node: its project is $1, its type $2, its uuid $3.
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
		moment{&l.CreatedAt},
		moment{&l.UpdatedAt},
	)
	return l, err
}

// Links gives the roadmap links of a project in the order of their creation.
func (tx *Tx) Links(ctx context.Context, projectID int64) iter.Seq2[domain.Link, error] {
	return each(ctx, tx, query{linkColumns + `WHERE project_id = $1 ORDER BY id`, []any{projectID}}, scanLink)
}

// CountLinks counts what Links gives.
func (tx *Tx) CountLinks(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM links WHERE project_id = $1`, []any{projectID}})
}

// LinksAt gives the links that begin or end at a node, in the order of their creation.
func (tx *Tx) LinksAt(ctx context.Context, projectID int64, n domain.Node) iter.Seq2[domain.Link, error] {
	return each(ctx, tx, query{linkColumns + atNode + ` ORDER BY id`, []any{projectID, n.Type, n.UUID}}, scanLink)
}

// DeleteLinksAt removes what LinksAt gives.
func (tx *Tx) DeleteLinksAt(ctx context.Context, projectID int64, n domain.Node) error {
	return tx.run(ctx, `DELETE FROM links `+atNode, projectID, n.Type, n.UUID)
}

// InsertLink stores a new roadmap link and gives its id.
func (tx *Tx) InsertLink(ctx context.Context, projectID int64, l domain.Link) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO links (uuid, project_id, type, pred_type, pred_uuid, succ_type, succ_uuid, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		l.UUID,
		projectID,
		l.Type,
		l.PredType,
		l.PredUUID,
		l.SuccType,
		l.SuccUUID,
		micros(l.CreatedAt),
		micros(l.UpdatedAt),
	)
}

const milestoneColumns = `
SELECT id, uuid, name, date, color, created_at, updated_at
FROM milestones `

func scanMilestone(rows db.Rows) (domain.Milestone, error) {
	var m domain.Milestone
	err := rows.Scan(&m.ID, &m.UUID, &m.Name, &m.Date, &m.Color, moment{&m.CreatedAt}, moment{&m.UpdatedAt})
	return m, err
}

// Milestones gives the milestones of a project by date.
func (tx *Tx) Milestones(ctx context.Context, projectID int64) iter.Seq2[domain.Milestone, error] {
	return each(ctx, tx, query{milestoneColumns + `WHERE project_id = $1 ORDER BY date, id`, []any{projectID}}, scanMilestone)
}

// CountMilestones counts what Milestones gives.
func (tx *Tx) CountMilestones(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM milestones WHERE project_id = $1`, []any{projectID}})
}

// InsertMilestone stores a new milestone and gives its id.
func (tx *Tx) InsertMilestone(ctx context.Context, projectID int64, m domain.Milestone) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO milestones (uuid, project_id, name, date, color, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.UUID,
		projectID,
		m.Name,
		m.Date,
		m.Color,
		micros(m.CreatedAt),
		micros(m.UpdatedAt),
	)
}
