package store

import (
	"bytes"
	"context"
	"time"

	"earnest/internal/db"
)

// InsertSetupToken stores the hash of a token for setting up the first administrator.
func InsertSetupToken(ctx context.Context, tx *db.Tx, hash []byte, at time.Time) error {
	return tx.Run(ctx, `INSERT INTO setup_tokens (hash, created_at) VALUES ($1, $2)`, hash, db.Micros(at))
}

// HasSetupToken reports whether the token with that hash was issued and is still valid.
func HasSetupToken(ctx context.Context, tx *db.Tx, hash []byte) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM setup_tokens WHERE hash = $1`, hash))
	return n > 0, err
}

// UseSetupTokens deletes all tokens and reports whether the one with that hash was among them. A concurrent caller waits and
// then finds none.
func UseSetupTokens(ctx context.Context, tx *db.Tx, hash []byte) (bool, error) {
	q := db.Query{Text: `DELETE FROM setup_tokens RETURNING hash`}
	used := false
	for stored, err := range db.Each(ctx, tx, q, func(rows db.Rows) ([]byte, error) {
		var b []byte
		err := rows.Scan(&b)
		return b, err
	}) {
		if err != nil {
			return false, err
		}
		used = used || bytes.Equal(stored, hash)
	}
	return used, nil
}

// PurgeSetupTokens deletes the tokens once there is a user, who may have been created in another way.
func PurgeSetupTokens(ctx context.Context, tx *db.Tx) error {
	return tx.Run(ctx, `DELETE FROM setup_tokens WHERE EXISTS (SELECT 1 FROM users)`)
}
