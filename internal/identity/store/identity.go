package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
)

// IdentityUser returns the id of the user whom a provider knows by that subject; ok is false if there is none.
func IdentityUser(ctx context.Context, tx *db.Tx, issuer, subject string) (id int64, ok bool, err error) {
	err = tx.One(ctx, `SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2`, []any{issuer, subject}, &id)
	if errors.Is(err, db.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}

// HasIdentity reports whether a provider knows a user, by any subject.
func HasIdentity(ctx context.Context, tx *db.Tx, userID int64, issuer string) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM identities WHERE user_id = $1 AND issuer = $2`, userID, issuer))
	return n > 0, err
}

// InsertIdentity links a user to a provider's identity. An identity that is already linked stays with its user.
func InsertIdentity(ctx context.Context, tx *db.Tx, issuer, subject string, userID int64, at time.Time) error {
	return tx.Run(ctx, `
INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (issuer, subject) DO NOTHING`, issuer, subject, userID, db.Micros(at))
}
