// Package store holds the SQL for accounts, sessions, second factors, invitations and keys. It deals with rows, not with
// permissions.
package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// InsertUser stores a new user with a new account and returns the user's id.
func InsertUser(ctx context.Context, tx *db.Tx, u domain.User) (int64, error) {
	accountID, err := tx.Insert(ctx, `
INSERT INTO accounts (plan, active, subscribed_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $4)`,
		u.Account.Plan, u.Account.Active, db.Micros(u.Account.SubscribedAt), db.Micros(u.CreatedAt))
	if err != nil {
		return 0, err
	}
	return tx.Insert(ctx, `
INSERT INTO users (uuid, account_id, email, email_folded, firstname, lastname, lastname_folded, firstname_folded, search_text, password_hash, is_admin,
  created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		u.UUID,
		accountID,
		u.Email,
		domain.FoldEmail(u.Email),
		u.Firstname,
		u.Lastname,
		domain.Fold(u.Lastname),
		domain.Fold(u.Firstname),
		searchText(u),
		u.PasswordHash,
		u.IsAdmin,
		db.Micros(u.CreatedAt),
		db.Micros(u.UpdatedAt),
	)
}

// searchText returns what administrators search a user by.
func searchText(u domain.User) string {
	return domain.Fold(u.Firstname + " " + u.Lastname + " " + u.Email)
}

const (
	userFields           = userFieldsBeforeHash + `u.password_hash,` + userFieldsAfterHash
	userFieldsBeforeHash = `u.id,
       u.uuid,
       u.email,
       u.firstname,
       u.lastname,
       `
	userFieldsAfterHash = `
       u.is_admin,
       u.created_at,
       u.updated_at,
       a.id,
       a.plan,
       a.active,
       a.subscribed_at`
	userTables = `
FROM users u
JOIN accounts a ON a.id = u.account_id `
	UserColumns = `
SELECT ` + userFields + userTables
)

// userTargets returns the scan targets for userFields.
func userTargets(u *domain.User) []any {
	return []any{
		&u.ID,
		&u.UUID,
		&u.Email,
		&u.Firstname,
		&u.Lastname,
		&u.PasswordHash,
		&u.IsAdmin,
		db.Moment{To: &u.CreatedAt},
		db.Moment{To: &u.UpdatedAt},
		&u.Account.ID,
		&u.Account.Plan,
		&u.Account.Active,
		db.Moment{To: &u.Account.SubscribedAt},
	}
}

func ScanUser(rows db.Rows) (domain.User, error) {
	var u domain.User
	err := rows.Scan(userTargets(&u)...)
	return u, err
}

// UserByEmail returns the user with that email, ignoring case.
func UserByEmail(ctx context.Context, tx *db.Tx, email string) (domain.User, error) {
	return db.One(ctx, tx, "user", db.NewQuery(UserColumns+`WHERE u.email_folded = $1`, domain.FoldEmail(email)), ScanUser)
}

// LockAccount returns an account and locks it until the transaction ends.
func LockAccount(ctx context.Context, tx *db.Tx, id int64) (domain.Account, error) {
	a := domain.Account{ID: id}
	err := tx.One(ctx, `SELECT plan, active, subscribed_at FROM accounts WHERE id = $1`+tx.ForUpdate(), []any{id},
		&a.Plan, &a.Active, db.Moment{To: &a.SubscribedAt})
	return a, db.Found(err, "account")
}

// UpdateAccount stores a changed account.
func UpdateAccount(ctx context.Context, tx *db.Tx, a domain.Account, at time.Time) error {
	return tx.Run(ctx, `UPDATE accounts SET plan = $2, active = $3, subscribed_at = $4, updated_at = $5 WHERE id = $1`,
		a.ID, a.Plan, a.Active, db.Micros(a.SubscribedAt), db.Micros(at))
}

// UserByID returns the user with that id.
func UserByID(ctx context.Context, tx *db.Tx, id int64) (domain.User, error) {
	return db.One(ctx, tx, "user", db.NewQuery(UserColumns+`WHERE u.id = $1`, id), ScanUser)
}

// UserIDByUUID returns the id of the user with that uuid.
func UserIDByUUID(ctx context.Context, tx *db.Tx, uuid string) (id int64, err error) {
	err = tx.One(ctx, `SELECT id FROM users WHERE uuid = $1`, []any{uuid}, &id)
	return id, db.Found(err, "user")
}

// HasUsers reports whether there are any users.
func HasUsers(ctx context.Context, tx *db.Tx) (bool, error) {
	n, err := tx.Count(ctx, db.Query{Text: `SELECT COUNT(*) FROM (SELECT 1 FROM users LIMIT 1) AS x`})
	return n > 0, err
}

// UpdateNames stores the names of a user.
func UpdateNames(ctx context.Context, tx *db.Tx, u domain.User) error {
	return tx.Run(ctx, `
UPDATE users
SET firstname = $2, lastname = $3, lastname_folded = $4, firstname_folded = $5, search_text = $6, updated_at = $7
WHERE id = $1`,
		u.ID,
		u.Firstname,
		u.Lastname,
		domain.Fold(u.Lastname),
		domain.Fold(u.Firstname),
		searchText(u),
		db.Micros(u.UpdatedAt),
	)
}

// SetPassword sets the password of a user.
func SetPassword(ctx context.Context, tx *db.Tx, userID int64, hash string, at time.Time) error {
	return tx.Run(ctx, `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1`, userID, hash, db.Micros(at))
}

// ConfirmPassword reports whether the password of a user is still the one that was checked, and locks it until the transaction
// ends. This is needed because checking a password is slow, and the password may change in the meantime.
func ConfirmPassword(ctx context.Context, tx *db.Tx, userID int64, hash string) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE users SET password_hash = password_hash WHERE id = $1 AND password_hash = $2`, userID, hash)
	return n > 0, err
}

// SetLastSeen records when a user was last active.
func SetLastSeen(ctx context.Context, tx *db.Tx, userID int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE users SET last_seen_at = $2 WHERE id = $1 AND COALESCE(last_seen_at, 0) < $2`, userID, db.Micros(at))
}
