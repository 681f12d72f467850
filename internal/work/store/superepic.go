package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const superEpicColumns = `
SELECT s.id,
       s.uuid,
       s.project_id,
       s.title,
       s.description,
       s.status,
       ` + db.PackTags + `super_epic_tags g ON g.tag_id = x.id WHERE g.super_epic_id = s.id` + db.TagsPacked + `,
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
		db.Moment{To: &s.CreatedAt},
		db.Moment{To: &s.UpdatedAt},
	)
	if err != nil {
		return s, err
	}
	s.Tags, err = db.UnpackTags(tags)
	return s, err
}

// SuperEpic returns the super-epic with that uuid.
func SuperEpic(ctx context.Context, tx *db.Tx, uuid string) (domain.SuperEpic, error) {
	return db.One(ctx, tx, "super-epic", db.NewQuery(superEpicColumns+`WHERE s.uuid = $1`, uuid), scanSuperEpic)
}

// SuperEpics returns a page of the super-epics of a project in creation order.
func SuperEpics(ctx context.Context, tx *db.Tx, projectID int64, p domain.Page) iter.Seq2[domain.SuperEpic, error] {
	return db.Each(ctx, tx, superEpicList(projectID, p), scanSuperEpic)
}

func superEpicList(projectID int64, p domain.Page) db.Query {
	q := db.NewQuery(superEpicColumns+`WHERE s.project_id = $1`, projectID)
	q.Sort(p, `s.id`)
	return q
}

// CountSuperEpics counts the super-epics of a project.
func CountSuperEpics(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM super_epics WHERE project_id = $1`, projectID))
}

// InsertSuperEpic stores a new super-epic and returns its id; tags are stored separately.
func InsertSuperEpic(ctx context.Context, tx *db.Tx, s domain.SuperEpic) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO super_epics (uuid, project_id, title, description, status, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.UUID,
		s.ProjectID,
		s.Title,
		s.Description,
		s.Status,
		db.Micros(s.CreatedAt),
		db.Micros(s.UpdatedAt),
	)
}

// UpdateSuperEpic stores a changed super-epic; tags are stored separately.
func UpdateSuperEpic(ctx context.Context, tx *db.Tx, s domain.SuperEpic) error {
	return tx.Run(ctx, `UPDATE super_epics SET title = $2, description = $3, status = $4, updated_at = $5 WHERE id = $1`,
		s.ID,
		s.Title,
		s.Description,
		s.Status,
		db.Micros(s.UpdatedAt),
	)
}

// DeleteSuperEpic deletes a super-epic and its tag assignments. The caller must first detach its epics and delete its links; see
// DetachEpics and DeleteLinksAt.
func DeleteSuperEpic(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM super_epics WHERE id = $1`, id)
}
