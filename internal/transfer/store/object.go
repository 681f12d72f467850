package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Left sums up the files that are not in the database but in an S3-compatible store.
type Left struct {
	Files int
	Bytes int64
}

// LeftOut sums up the contents that are not in the database. A database of an older schema has them all.
func LeftOut(ctx context.Context, tx *db.Tx) (l Left, err error) {
	if has, err := tx.HasTable(ctx, "content_objects"); err != nil || !has {
		return l, err
	}
	err = tx.One(ctx, `
SELECT COUNT(*), CAST(COALESCE(SUM(c.size), 0) AS BIGINT)
FROM content_objects o
JOIN contents c ON c.id = o.content_id AND c.sha256 IS NOT NULL`, nil, &l.Files, &l.Bytes)
	return l, err
}

// HasObjects reports whether any content is in an S3-compatible store.
func HasObjects(ctx context.Context, tx *db.Tx) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM (SELECT 1 FROM content_objects WHERE content_id IS NOT NULL LIMIT 1) AS one`))
	return n > 0, err
}

// Object is a content in an S3-compatible store, with the uuid of its project.
type Object struct {
	domain.FileContent

	Project string
}

// Objects returns up to limit contents in an S3-compatible store whose ids follow the given one.
func Objects(ctx context.Context, tx *db.Tx, after int64, limit int) ([]Object, error) {
	q := db.NewQuery(`
SELECT c.id, c.sha256, c.size, o.key, p.uuid
FROM content_objects o
JOIN contents c ON c.id = o.content_id AND c.sha256 IS NOT NULL
JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
WHERE c.id > $1
ORDER BY c.id
LIMIT $2`, after, limit)
	return db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (o Object, err error) {
		err = rows.Scan(&o.ID, &o.SHA256, &o.Size, &o.FileContent.Object, &o.Project)
		return o, err
	}))
}

// KnownObjects returns which of these objects have a row.
func KnownObjects(ctx context.Context, tx *db.Tx, keys []string) (map[string]bool, error) {
	q := db.NewQuery(`SELECT key FROM content_objects WHERE key`)
	q.In(tx, ``, db.List(tx, keys))
	found, err := tx.Texts(ctx, q)
	known := make(map[string]bool, len(found))
	for _, key := range found {
		known[key] = true
	}
	return known, err
}

// CountUnused counts the objects that have been of no use since before the given time.
func CountUnused(ctx context.Context, tx *db.Tx, before time.Time) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM content_objects WHERE content_id IS NULL AND created_at < $1`, db.Micros(before)))
}
