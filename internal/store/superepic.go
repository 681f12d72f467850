package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const superEpicColumns = `
SELECT s.id,
       s.uuid,
       s.project_id,
       s.title,
       s.description,
       s.status,
       ` + packTags + `super_epic_tags g ON g.tag_id = x.id WHERE g.super_epic_id = s.id),
       s.created_at,
       s.updated_at
FROM super_epics s `

func scanSuperEpic(rows db.Rows) (domain.SuperEpic, error) {
	var s domain.SuperEpic
	var tags *string
	err := rows.Scan(
		&s.ID,
		&s.UUID,
		&s.ProjectID,
		&s.Title,
		&s.Description,
		&s.Status,
		&tags,
		moment{&s.CreatedAt},
		moment{&s.UpdatedAt},
	)
	if err != nil {
		return s, err
	}
	s.Tags, err = unpackTags(tags)
	return s, err
}

// SuperEpic gives the super-epic of that uuid.
func (tx *Tx) SuperEpic(ctx context.Context, uuid string) (domain.SuperEpic, error) {
	return one(ctx, tx, "super-epic", query{superEpicColumns + `WHERE s.uuid = $1`, []any{uuid}}, scanSuperEpic)
}

// SuperEpics gives the super-epics of a project in the order of their creation.
func (tx *Tx) SuperEpics(ctx context.Context, projectID int64) iter.Seq2[domain.SuperEpic, error] {
	const text = superEpicColumns + `WHERE s.project_id = $1 ORDER BY s.id`
	return each(ctx, tx, query{text, []any{projectID}}, scanSuperEpic)
}

// CountSuperEpics counts what SuperEpics gives.
func (tx *Tx) CountSuperEpics(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM super_epics WHERE project_id = $1`, []any{projectID}})
}

// InsertSuperEpic stores a new super-epic and gives its id; tags are set apart.
func (tx *Tx) InsertSuperEpic(ctx context.Context, s domain.SuperEpic) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO super_epics (uuid, project_id, title, description, status, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.UUID,
		s.ProjectID,
		s.Title,
		s.Description,
		s.Status,
		micros(s.CreatedAt),
		micros(s.UpdatedAt),
	)
}

// UpdateSuperEpic stores a changed super-epic; tags are set apart.
func (tx *Tx) UpdateSuperEpic(ctx context.Context, s domain.SuperEpic) error {
	return tx.run(ctx, `UPDATE super_epics SET title = $2, description = $3, status = $4, updated_at = $5 WHERE id = $1`,
		s.ID,
		s.Title,
		s.Description,
		s.Status,
		micros(s.UpdatedAt),
	)
}

// DeleteSuperEpic removes a super-epic and its tags' hold on it. Its epics and links are dealt with
// before: see DetachEpics and DeleteLinksAt.
func (tx *Tx) DeleteSuperEpic(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM super_epics WHERE id = $1`, id)
}
