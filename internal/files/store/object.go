package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// An object in an S3-compatible store has a row from before it exists until after it is deleted. It is unused while the row refers to no content.

// InsertObject announces an object of a content or, if contentID is 0, of one that is yet to be stored.
func InsertObject(ctx context.Context, tx *db.Tx, key string, contentID int64, now time.Time) error {
	var id *int64
	if contentID != 0 {
		id = &contentID
	}
	return tx.Run(ctx, `INSERT INTO content_objects (key, content_id, created_at) VALUES ($1, $2, $3)`, key, id, db.Micros(now))
}

// AdoptObject makes an unused object that of a content. It returns NotFound if the sweep has deleted it meanwhile.
func AdoptObject(ctx context.Context, tx *db.Tx, key string, contentID int64) error {
	n, err := tx.Exec(ctx, `UPDATE content_objects SET content_id = $2 WHERE key = $1 AND content_id IS NULL`, key, contentID)
	if err == nil && n == 0 {
		return domain.NoSuch("upload")
	}
	return err
}

// ObjectOf returns the key of the object of a content, or "" if it has none.
func ObjectOf(ctx context.Context, tx *db.Tx, contentID int64) (key string, err error) {
	err = tx.One(ctx, `SELECT key FROM content_objects WHERE content_id = $1`, []any{contentID}, &key)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return key, err
}

// IsUnused reports whether an object has a row that refers to no content. If a transaction in which a content adopts the object has not ended yet, IsUnused
// waits for it.
func IsUnused(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	locked, err := tx.Texts(ctx, db.NewQuery(`SELECT key FROM content_objects WHERE key = $1 AND content_id IS NULL`+db.Text(tx.ForUpdate()), key))
	return len(locked) > 0, err
}

// UnusedObjects returns the keys of up to limit unused objects that were announced before the given time, oldest first.
func UnusedObjects(ctx context.Context, tx *db.Tx, before time.Time, limit int) ([]string, error) {
	const text = `SELECT key FROM content_objects WHERE content_id IS NULL AND created_at < $1 ORDER BY created_at, key LIMIT $2`
	return tx.Texts(ctx, db.NewQuery(text, db.Micros(before), limit))
}

// ForgetObject deletes the row of an unused object, which must not exist any more.
func ForgetObject(ctx context.Context, tx *db.Tx, key string) error {
	return tx.Run(ctx, `DELETE FROM content_objects WHERE key = $1 AND content_id IS NULL`, key)
}
