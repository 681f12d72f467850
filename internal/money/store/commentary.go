package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const commentaryColumns = `
SELECT c.day,
       c.content,
       c.author_id,
       TRIM(u.firstname || ' ' || u.lastname),
       c.updated_at
FROM commentaries c
JOIN users u ON u.id = c.author_id
`

func scanCommentary(rows db.Rows) (c domain.Commentary, err error) {
	err = rows.Scan(&c.Day, &c.Content, &c.AuthorID, &c.Author, db.Moment{To: &c.UpdatedAt})
	return c, err
}

// Commentaries returns the commentaries on a project by day.
func Commentaries(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[domain.Commentary, error] {
	return db.Each(ctx, tx, db.NewQuery(commentaryColumns+`WHERE c.project_id = $1 ORDER BY c.day`, projectID), scanCommentary)
}

// LatestCommentaries returns the last commentaries on a project up to a day, at most limit of them, the latest first.
func LatestCommentaries(ctx context.Context, tx *db.Tx, projectID int64, day domain.Date, limit int) ([]domain.Commentary, error) {
	const text = commentaryColumns + `WHERE c.project_id = $1 AND c.day <= $2 ORDER BY c.day DESC LIMIT $3`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID, day, limit), scanCommentary))
}

// PutCommentary stores a commentary in place of the one that the day may have.
func PutCommentary(ctx context.Context, tx *db.Tx, projectID int64, c domain.Commentary) error {
	return tx.Run(ctx, `
INSERT INTO commentaries (project_id, day, content, author_id, updated_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (project_id, day) DO UPDATE
SET content = excluded.content, author_id = excluded.author_id, updated_at = excluded.updated_at`,
		projectID,
		c.Day,
		c.Content,
		c.AuthorID,
		db.Micros(c.UpdatedAt),
	)
}

// DeleteCommentary deletes the commentary of a day.
func DeleteCommentary(ctx context.Context, tx *db.Tx, projectID int64, day domain.Date) error {
	return tx.Run(ctx, `DELETE FROM commentaries WHERE project_id = $1 AND day = $2`, projectID, day)
}

// CopyCommentaries stores the commentaries of an imported project.
func CopyCommentaries(ctx context.Context, tx *db.Tx, projectID int64, rows []domain.Commentary) error {
	return db.CopyInto(ctx, tx, db.Columns[domain.Commentary]{
		Name: "commentaries", Columns: "project_id day content author_id updated_at",
		Values: func(c domain.Commentary) []any {
			return []any{projectID, string(c.Day), c.Content, c.AuthorID, db.Micros(c.UpdatedAt)}
		},
	}, rows)
}
