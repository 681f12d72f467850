// Package store holds the SQL for files: their contents, in pieces, and the attachments that refer to them. It deals with rows, not with
// permissions.
package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// A content is staged until it has a sha256: no attachment may refer to it, and the sweep deletes it when it has been so for long enough.
// Releasing a content makes it staged again.

// InsertStaged begins a content of a project, and returns its id.
func InsertStaged(ctx context.Context, tx *db.Tx, projectID, userID int64, now time.Time) (int64, error) {
	const text = `INSERT INTO contents (project_id, sha256, size, media_type, created_by, created_at) VALUES ($1, NULL, 0, '', $2, $3)`
	return tx.Insert(ctx, text, projectID, userID, db.Micros(now))
}

// InsertChunk stores a piece of a staged content. The caller may use data again.
func InsertChunk(ctx context.Context, tx *db.Tx, projectID, contentID, number int64, data []byte) error {
	const text = `INSERT INTO content_chunks (content_id, number, project_id, data) VALUES ($1, $2, $3, $4)`
	_, err := tx.Exec(ctx, text, contentID, number, projectID, data)
	return err
}

// Grow sets the size of a staged content, of which more has been received, and keeps it from the sweep for longer.
func Grow(ctx context.Context, tx *db.Tx, contentID, size int64, now time.Time) error {
	return tx.Run(ctx, `UPDATE contents SET size = $2, created_at = $3 WHERE id = $1`, contentID, size, db.Micros(now))
}

// Chunk returns a piece of a content.
func Chunk(ctx context.Context, tx *db.Tx, contentID, number int64) ([]byte, error) {
	var data []byte
	err := tx.One(ctx, `SELECT data FROM content_chunks WHERE content_id = $1 AND number = $2`, []any{contentID, number}, &data)
	return data, db.Found(err, "part of the file")
}

// Known returns the content of a project with a given hash; found is false if the project has none.
func Known(ctx context.Context, tx *db.Tx, projectID int64, sha256 string) (c domain.FileContent, found bool, err error) {
	const text = `
SELECT c.id, c.sha256, c.size, c.media_type, COALESCE(o.key, '')
FROM contents c
LEFT JOIN content_objects o ON o.content_id = c.id
WHERE c.project_id = $1 AND c.sha256 = $2`
	err = tx.One(ctx, text, []any{projectID, sha256}, &c.ID, &c.SHA256, &c.Size, &c.MediaType, &c.Object)
	if errors.Is(err, db.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// Publish ends the staging of a content. It returns NotFound if the sweep has deleted it meanwhile.
func Publish(ctx context.Context, tx *db.Tx, c domain.FileContent) error {
	n, err := tx.Exec(ctx, `UPDATE contents SET sha256 = $2, size = $3, media_type = $4 WHERE id = $1 AND sha256 IS NULL`, c.ID, c.SHA256, c.Size, c.MediaType)
	if err == nil && n == 0 {
		return domain.NoSuch("upload")
	}
	return err
}

// Release makes a content staged again if no attachment has it any more. The project must be locked.
func Release(ctx context.Context, tx *db.Tx, contentID int64, now time.Time) error {
	return tx.Run(ctx, `
UPDATE contents SET sha256 = NULL, created_at = $2
WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.content_id = contents.id)`, contentID, db.Micros(now))
}

// Files says how many bytes the contents of a project have: those that have attachments, and those that are staged.
type Files struct{ Attached, Staged int64 }

// FilesOf returns the size of the files of a project. It reads two indexes, and no content.
func FilesOf(ctx context.Context, tx *db.Tx, projectID int64) (f Files, err error) {
	const text = `
SELECT (SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM contents WHERE project_id = $1 AND sha256 IS NOT NULL),
       (SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM contents WHERE project_id = $1 AND sha256 IS NULL)`
	err = tx.One(ctx, text, []any{projectID}, &f.Attached, &f.Staged)
	return f, err
}

// Idle returns how many bytes the contents of a project have that only deleted tickets have.
func Idle(ctx context.Context, tx *db.Tx, projectID int64) (idle int64, err error) {
	const text = `
SELECT CAST(COALESCE(SUM(c.size), 0) AS BIGINT)
FROM contents c
WHERE c.id IN (
  SELECT a.content_id
  FROM tickets t
  JOIN attachments a ON a.ticket_id = t.id
  WHERE t.project_id = $1 AND t.deleted_at IS NOT NULL
) AND NOT EXISTS (
  SELECT 1
  FROM attachments a
  JOIN tickets t ON t.id = a.ticket_id AND t.deleted_at IS NULL
  WHERE a.content_id = c.id
)`
	err = tx.One(ctx, text, []any{projectID}, &idle)
	return idle, err
}

// Leftovers returns up to limit contents that have been staged since before the given time, oldest first.
func Leftovers(ctx context.Context, tx *db.Tx, before time.Time, limit int) ([]int64, error) {
	return tx.IDs(ctx, db.NewQuery(`SELECT id FROM contents WHERE sha256 IS NULL AND created_at < $1 ORDER BY created_at, id LIMIT $2`, db.Micros(before), limit))
}

// DeleteStaged deletes up to limit pieces of a staged content, and the content itself once it has none; more is true if some are left. If a transaction
// that publishes the content has not ended yet, DeleteStaged waits for it.
func DeleteStaged(ctx context.Context, tx *db.Tx, contentID, limit int64) (more bool, err error) {
	locked, err := tx.IDs(ctx, db.NewQuery(`SELECT id FROM contents WHERE id = $1 AND sha256 IS NULL`+db.Text(tx.ForUpdate()), contentID))
	if err != nil || len(locked) == 0 {
		return false, err
	}
	n, err := tx.Exec(ctx, `
DELETE FROM content_chunks
WHERE (content_id, number) IN (
  SELECT k.content_id, k.number
  FROM content_chunks k
  WHERE k.content_id = $1
  ORDER BY k.number
  LIMIT $2)`, contentID, limit)
	if err != nil || n >= limit {
		return err == nil, err
	}
	return false, tx.Run(ctx, `DELETE FROM contents WHERE id = $1`, contentID)
}
