package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const projectColumns = `
SELECT p.id,
       p.uuid,
       p.name,
       p.description,
       p.color,
       p.default_dod,
       p.contingency_pct,
       p.budget,
       p.rates_for,
       p.revision,
       p.created_at,
       p.updated_at,
       COALESCE(m.role, ''),
       (SELECT COUNT(*) FROM members c WHERE c.project_id = p.id)
FROM projects p `

func scanProject(rows db.Rows) (domain.Project, error) {
	var p domain.Project
	err := rows.Scan(
		&p.ID,
		&p.UUID,
		&p.Name,
		&p.Description,
		&p.Color,
		jsonList[string]{&p.DefaultDoD},
		&p.ContingencyPct,
		&p.Budget,
		&p.RatesFor,
		&p.Revision,
		moment{&p.CreatedAt},
		moment{&p.UpdatedAt},
		&p.UserRole,
		&p.MemberCount,
	)
	return p, err
}

// Project gives the project of that uuid as a user sees it.
func (tx *Tx) Project(ctx context.Context, uuid string, userID int64) (domain.Project, error) {
	const text = projectColumns + `LEFT JOIN members m ON m.project_id = p.id AND m.user_id = $2 WHERE p.uuid = $1` + isLive
	return one(ctx, tx, "project", query{text, []any{uuid, userID}}, scanProject)
}

// Projects gives the projects in which the user is an active member.
func (tx *Tx) Projects(ctx context.Context, userID int64) iter.Seq2[domain.Project, error] {
	const text = projectColumns + `JOIN members m ON m.project_id = p.id WHERE m.user_id = $1 AND m.status = 'active' ORDER BY p.id`
	return each(ctx, tx, query{text, []any{userID}}, scanProject)
}

// CountProjects counts what Projects gives.
func (tx *Tx) CountProjects(ctx context.Context, userID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM members WHERE user_id = $1 AND status = 'active'`, []any{userID}})
}

// InsertProject stores a new project and gives its id.
func (tx *Tx) InsertProject(ctx context.Context, p domain.Project) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO projects (
  uuid, name, description, color, default_dod, contingency_pct, budget, rates_for, revision, changed_at, created_at, updated_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $9)`,
		p.UUID,
		p.Name,
		p.Description,
		p.Color,
		asJSON(p.DefaultDoD),
		p.ContingencyPct,
		p.Budget,
		p.RatesFor,
		micros(p.UpdatedAt),
		micros(p.CreatedAt),
	)
}

// UpdateProject stores a changed project.
func (tx *Tx) UpdateProject(ctx context.Context, p domain.Project) error {
	return tx.run(ctx, `
UPDATE projects
SET name = $2, description = $3, color = $4, default_dod = $5, contingency_pct = $6, budget = $7, rates_for = $8, updated_at = $9
WHERE id = $1`,
		p.ID,
		p.Name,
		p.Description,
		p.Color,
		asJSON(p.DefaultDoD),
		p.ContingencyPct,
		p.Budget,
		p.RatesFor,
		micros(p.UpdatedAt),
	)
}

// LockProject keeps other writes out of a project until the transaction ends, and gives its revision
// and the time of its last change. NotFound when it was deleted meanwhile.
func (tx *Tx) LockProject(ctx context.Context, id int64) (revision int64, changedAt time.Time, err error) {
	err = tx.One(ctx, `SELECT revision, changed_at FROM projects WHERE id = $1 AND deleted_at IS NULL`+tx.ForUpdate(), []any{id}, &revision, moment{&changedAt})
	return revision, changedAt, found(err, "project")
}

// TouchProject sets the revision and the time of the last change.
func (tx *Tx) TouchProject(ctx context.Context, id, revision int64, at time.Time) error {
	return tx.run(ctx, `UPDATE projects SET revision = $2, changed_at = $3 WHERE id = $1`, id, revision, micros(at))
}
