package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// UserRow is a user as administrators see them, without the password hash.
type UserRow struct {
	domain.User

	LastSeenAt *time.Time
	SignsIn    bool // the account is active and has a password or an identity from a provider
	HasFactor  bool // a second factor is active
	Keys       int  // number of active keys
}

// signsIn selects the users who can sign in. An unused invitation does not count.
const signsIn = `(a.active AND ` + hasCredential + `)`

// hasCredential selects users u with a password or an identity from a provider.
const hasCredential = `(u.password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM identities c WHERE c.user_id = u.id))`

const userRowColumns = `
SELECT ` + userFieldsBeforeHash + `CASE WHEN u.password_hash IS NOT NULL THEN '' END,` + userFieldsAfterHash + `,
       u.last_seen_at,
       ` + signsIn + `,
       EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed),
       COALESCE(k.n, 0)` + userTables + `
LEFT JOIN (
  SELECT user_id, COUNT(*) AS n
  FROM api_keys
  WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
  GROUP BY user_id
) k ON k.user_id = u.id `

func scanUserRow(rows db.Rows) (UserRow, error) {
	var u UserRow
	err := rows.Scan(append(userTargets(&u.User), db.MomentOrNull{To: &u.LastSeenAt}, &u.SignsIn, &u.HasFactor, &u.Keys)...)
	return u, err
}

// UserRows returns every user in order of creation, with the number of keys active now.
func UserRows(ctx context.Context, tx *db.Tx, now time.Time) iter.Seq2[UserRow, error] {
	return db.Each(ctx, tx, db.NewQuery(userRowColumns+`ORDER BY u.id`, db.Micros(now)), scanUserRow)
}

// ReadUserRow returns one user in the same form.
func ReadUserRow(ctx context.Context, tx *db.Tx, userID int64, now time.Time) (UserRow, error) {
	return db.One(ctx, tx, "user", db.NewQuery(userRowColumns+`WHERE u.id = $2`, db.Micros(now), userID), scanUserRow)
}

// LockAdministrators keeps other transactions from changing who administers the instance until this one ends.
func LockAdministrators(ctx context.Context, tx *db.Tx) error {
	_, err := db.Collect(db.Each(ctx, tx, db.Query{Text: `SELECT id FROM users WHERE is_admin ORDER BY id` + db.Text(tx.ForUpdate())},
		func(rows db.Rows) (id int64, err error) {
			err = rows.Scan(&id)
			return id, err
		}))
	return err
}

// CountAdministrators counts the administrators who can sign in.
func CountAdministrators(ctx context.Context, tx *db.Tx) (int, error) {
	return tx.Count(ctx, db.Query{Text: `SELECT COUNT(*) FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.is_admin AND ` + signsIn})
}

// SetAdministrator sets whether a user is an administrator of the instance.
func SetAdministrator(ctx context.Context, tx *db.Tx, userID int64, is bool, at time.Time) error {
	return tx.Run(ctx, `UPDATE users SET is_admin = $2, updated_at = $3 WHERE id = $1`, userID, is, db.Micros(at))
}
