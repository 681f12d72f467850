package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// KeyHolder is a key as it is shown to whoever uses it. Of the user, only the id, the names and the email are set.
type KeyHolder struct {
	Name      string
	Scopes    domain.Scopes
	ExpiresAt *time.Time
	User      domain.User
}

// Holder returns the key with that id, and its user.
func Holder(ctx context.Context, tx *db.Tx, keyID int64) (KeyHolder, error) {
	q := db.NewQuery(`
SELECT k.name,
       k.scopes,
       k.expires_at,
       u.id,
       u.firstname,
       u.lastname,
       u.email
FROM api_keys k
JOIN users u ON u.id = k.user_id
WHERE k.id = $1`, keyID)
	return db.One(ctx, tx, "key", q, func(rows db.Rows) (k KeyHolder, err error) {
		err = rows.Scan(
			&k.Name,
			scopes{&k.Scopes},
			db.MomentOrNull{To: &k.ExpiresAt},
			&k.User.ID,
			&k.User.Firstname,
			&k.User.Lastname,
			&k.User.Email,
		)
		return k, err
	})
}
