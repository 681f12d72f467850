package store

import (
	"context"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// InsertUser stores a new user with a new account and gives the user's id.
func (tx *Tx) InsertUser(ctx context.Context, u domain.User) (int64, error) {
	accountID, err := tx.insert(ctx, `
INSERT INTO accounts (plan, active, subscribed_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $4)`,
		u.Account.Plan, u.Account.Active, micros(u.Account.SubscribedAt), micros(u.CreatedAt))
	if err != nil {
		return 0, err
	}
	return tx.insert(ctx, `
INSERT INTO users (uuid, account_id, email, email_folded, firstname, lastname, password_hash, is_admin, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		u.UUID,
		accountID,
		u.Email,
		domain.FoldEmail(u.Email),
		u.Firstname,
		u.Lastname,
		u.PasswordHash,
		u.IsAdmin,
		micros(u.CreatedAt),
		micros(u.UpdatedAt),
	)
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
	userColumns = `
SELECT ` + userFields + userTables
)

// userTargets is where the columns of userFields go.
func userTargets(u *domain.User) []any {
	return []any{
		&u.ID,
		&u.UUID,
		&u.Email,
		&u.Firstname,
		&u.Lastname,
		&u.PasswordHash,
		&u.IsAdmin,
		moment{&u.CreatedAt},
		moment{&u.UpdatedAt},
		&u.Account.ID,
		&u.Account.Plan,
		&u.Account.Active,
		moment{&u.Account.SubscribedAt},
	}
}

func scanUser(rows db.Rows) (domain.User, error) {
	var u domain.User
	err := rows.Scan(userTargets(&u)...)
	return u, err
}

// UserByEmail gives the user of that email, in any case.
func (tx *Tx) UserByEmail(ctx context.Context, email string) (domain.User, error) {
	return one(ctx, tx, "user", query{userColumns + `WHERE u.email_folded = $1`, []any{domain.FoldEmail(email)}}, scanUser)
}

// LockAccount keeps other writes from an account until the transaction ends, and gives it as it is then.
func (tx *Tx) LockAccount(ctx context.Context, id int64) (domain.Account, error) {
	a := domain.Account{ID: id}
	err := tx.One(ctx, `SELECT plan, active, subscribed_at FROM accounts WHERE id = $1`+tx.ForUpdate(), []any{id},
		&a.Plan, &a.Active, moment{&a.SubscribedAt})
	return a, found(err, "account")
}

// UpdateAccount stores a changed account.
func (tx *Tx) UpdateAccount(ctx context.Context, a domain.Account, at time.Time) error {
	return tx.run(ctx, `UPDATE accounts SET plan = $2, active = $3, subscribed_at = $4, updated_at = $5 WHERE id = $1`,
		a.ID, a.Plan, a.Active, micros(a.SubscribedAt), micros(at))
}

// UserByID gives the user of that id.
func (tx *Tx) UserByID(ctx context.Context, id int64) (domain.User, error) {
	return one(ctx, tx, "user", query{userColumns + `WHERE u.id = $1`, []any{id}}, scanUser)
}

// UserIDByUUID gives the id of the user of that uuid.
func (tx *Tx) UserIDByUUID(ctx context.Context, uuid string) (id int64, err error) {
	err = tx.One(ctx, `SELECT id FROM users WHERE uuid = $1`, []any{uuid}, &id)
	return id, found(err, "user")
}

// HasUsers tells whether there is anybody at all.
func (tx *Tx) HasUsers(ctx context.Context) (bool, error) {
	n, err := tx.count(ctx, query{text: `SELECT COUNT(*) FROM (SELECT 1 FROM users LIMIT 1) AS x`})
	return n > 0, err
}

// UpdateNames stores the names of a user.
func (tx *Tx) UpdateNames(ctx context.Context, u domain.User) error {
	return tx.run(ctx, `UPDATE users SET firstname = $2, lastname = $3, updated_at = $4 WHERE id = $1`,
		u.ID, u.Firstname, u.Lastname, micros(u.UpdatedAt))
}

// SetPassword gives a user a password, whatever they had before.
func (tx *Tx) SetPassword(ctx context.Context, userID int64, hash string, at time.Time) error {
	return tx.run(ctx, `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1`, userID, hash, micros(at))
}

// ConfirmPassword tells whether the password of a user is still the one that was checked, and keeps it so until the
// transaction ends: checking takes long, and somebody may change it meanwhile.
func (tx *Tx) ConfirmPassword(ctx context.Context, userID int64, hash string) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE users SET password_hash = password_hash WHERE id = $1 AND password_hash = $2`, userID, hash)
	return n > 0, err
}

// SeeUser remembers that a user was here.
func (tx *Tx) SeeUser(ctx context.Context, userID int64, at time.Time) error {
	return tx.run(ctx, `UPDATE users SET last_seen_at = $2 WHERE id = $1 AND COALESCE(last_seen_at, 0) < $2`, userID, micros(at))
}
