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
VALUES ($1, $2, $3, $4, $4) RETURNING id`,
		u.Account.Plan, u.Account.Active, micros(u.Account.SubscribedAt), micros(u.CreatedAt))
	if err != nil {
		return 0, err
	}
	return tx.insert(ctx, `
INSERT INTO users (uuid, account_id, email, email_folded, firstname, lastname, password_hash, is_admin, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
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

const userColumns = `
SELECT u.id,
       u.uuid,
       u.email,
       u.firstname,
       u.lastname,
       u.password_hash,
       u.is_admin,
       u.created_at,
       u.updated_at,
       a.id,
       a.plan,
       a.active,
       a.subscribed_at
FROM users u
JOIN accounts a ON a.id = u.account_id `

func scanUser(rows db.Rows) (domain.User, error) {
	var u domain.User
	err := rows.Scan(
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
	)
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

// InsertInvitation stores the hash of a one-time link for a user.
func (tx *Tx) InsertInvitation(ctx context.Context, userID int64, tokenHash []byte, at, expires time.Time) error {
	return tx.run(ctx, `INSERT INTO invitations (user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
		userID, tokenHash, micros(at), micros(expires))
}
