package store

import (
	"bytes"
	"context"
	"time"

	"earnest/internal/store/db"
)

// InsertSetupToken stores the hash of a token with which the first administrator can be set up.
func (tx *Tx) InsertSetupToken(ctx context.Context, hash []byte, at time.Time) error {
	return tx.run(ctx, `INSERT INTO setup_tokens (hash, created_at) VALUES ($1, $2)`, hash, micros(at))
}

// HasSetupToken tells whether such a token was issued and is good.
func (tx *Tx) HasSetupToken(ctx context.Context, hash []byte) (bool, error) {
	n, err := tx.count(ctx, query{`SELECT COUNT(*) FROM setup_tokens WHERE hash = $1`, []any{hash}})
	return n > 0, err
}

// UseSetupTokens takes all tokens away and tells whether this was among them. Whoever does the same at the same time
// waits, and then finds none.
func (tx *Tx) UseSetupTokens(ctx context.Context, hash []byte) (bool, error) {
	q := query{text: `DELETE FROM setup_tokens RETURNING hash`}
	used := false
	for stored, err := range each(ctx, tx, q, func(rows db.Rows) ([]byte, error) {
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

// PurgeSetupTokens deletes the tokens once there is a user, who may have come another way.
func (tx *Tx) PurgeSetupTokens(ctx context.Context) error {
	return tx.run(ctx, `DELETE FROM setup_tokens WHERE EXISTS (SELECT 1 FROM users)`)
}
