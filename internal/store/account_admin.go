package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// UserRow is a user as administrators see them. Of the password it tells only whether there is one: the hash is empty.
type UserRow struct {
	domain.User

	LastSeenAt *time.Time
	SignsIn    bool // the account is active, and there is a password or an identity of a provider
	HasFactor  bool // a second factor is in force
	Keys       int  // that work
}

// signsIn tells who can sign in: an invitation that nobody used opens nothing.
const signsIn = `(a.active AND ` + hasCredential + `)`

// hasCredential tells whether a user u has a password or an identity of a provider.
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
	err := rows.Scan(append(userTargets(&u.User), momentOrNull{&u.LastSeenAt}, &u.SignsIn, &u.HasFactor, &u.Keys)...)
	return u, err
}

// UserRows gives every user in the order of their creation; keys are counted that work at the moment.
func (tx *Tx) UserRows(ctx context.Context, now time.Time) iter.Seq2[UserRow, error] {
	return each(ctx, tx, query{userRowColumns + `ORDER BY u.id`, []any{micros(now)}}, scanUserRow)
}

// UserRow gives one user in the same way.
func (tx *Tx) UserRow(ctx context.Context, userID int64, now time.Time) (UserRow, error) {
	return one(ctx, tx, "user", query{userRowColumns + `WHERE u.id = $2`, []any{micros(now), userID}}, scanUserRow)
}

// LockAdministrators keeps others from changing who administers the instance until the transaction ends.
func (tx *Tx) LockAdministrators(ctx context.Context) error {
	_, err := Collect(each(ctx, tx, query{text: `SELECT id FROM users WHERE is_admin ORDER BY id` + sqlText(tx.ForUpdate())},
		func(rows db.Rows) (id int64, err error) {
			err = rows.Scan(&id)
			return id, err
		}))
	return err
}

// CountAdministrators counts those who can sign in.
func (tx *Tx) CountAdministrators(ctx context.Context) (int, error) {
	return tx.count(ctx, query{text: `SELECT COUNT(*) FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.is_admin AND ` + signsIn})
}

// SetAdministrator makes a user an administrator of the instance, or no longer one.
func (tx *Tx) SetAdministrator(ctx context.Context, userID int64, is bool, at time.Time) error {
	return tx.run(ctx, `UPDATE users SET is_admin = $2, updated_at = $3 WHERE id = $1`, userID, is, micros(at))
}
