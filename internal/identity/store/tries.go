package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
)

// Tries is the number of failures in a time window, and when that window began.
type Tries struct {
	N     int64
	Began time.Time
}

// AddTry counts an attempt in a bucket: in the current window if it began after since, otherwise in a new one that begins now. A
// single statement does this, so that concurrent attempts cannot exceed the limit.
func AddTry(ctx context.Context, tx *db.Tx, bucket string, now, since time.Time) (Tries, error) {
	var t Tries
	err := tx.One(ctx, `
INSERT INTO tries AS t (bucket, window_start, n)
VALUES ($1, $2, 1)
ON CONFLICT (bucket) DO UPDATE SET
  window_start = CASE WHEN t.window_start > $3 THEN t.window_start ELSE excluded.window_start END,
  n            = CASE WHEN t.window_start > $3 THEN t.n + 1 ELSE 1 END
RETURNING n, window_start`,
		[]any{bucket, db.Micros(now), db.Micros(since)}, &t.N, db.Moment{To: &t.Began})
	return t, err
}

// ReadTries returns the count kept by AddTry for a window that began after since.
func ReadTries(ctx context.Context, tx *db.Tx, bucket string, since time.Time) (Tries, error) {
	var t Tries
	err := tx.One(ctx, `SELECT n, window_start FROM tries WHERE bucket = $1 AND window_start > $2`,
		[]any{bucket, db.Micros(since)}, &t.N, db.Moment{To: &t.Began})
	if errors.Is(err, db.ErrNoRows) {
		return Tries{}, nil
	}
	return t, err
}

// UndoTry removes one attempt from the window in which it was counted.
func UndoTry(ctx context.Context, tx *db.Tx, bucket string, began time.Time) error {
	return tx.Run(ctx, `UPDATE tries SET n = n - 1 WHERE bucket = $1 AND window_start = $2 AND n > 0`, bucket, db.Micros(began))
}

// ClearTries empties a bucket.
func ClearTries(ctx context.Context, tx *db.Tx, bucket string) error {
	return tx.Run(ctx, `DELETE FROM tries WHERE bucket = $1`, bucket)
}

// PurgeTries deletes the windows that began before a given time.
func PurgeTries(ctx context.Context, tx *db.Tx, before time.Time) error {
	return tx.Run(ctx, `DELETE FROM tries WHERE window_start < $1`, db.Micros(before))
}
