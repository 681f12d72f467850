package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// SessionRow is a stored session, with its user.
type SessionRow struct {
	ID         int64
	User       domain.User
	Address    string
	Agent      string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
	// HasFactor reports whether the user has an active second factor.
	HasFactor bool
}

// InsertSession stores a session under the hash of its token and returns its id.
func InsertSession(ctx context.Context, tx *db.Tx, s SessionRow, tokenHash []byte) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO sessions (user_id, token_hash, address, agent, created_at, last_seen_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.User.ID,
		tokenHash,
		s.Address,
		s.Agent,
		db.Micros(s.CreatedAt),
		db.Micros(s.LastSeenAt),
		db.Micros(s.ExpiresAt),
	)
}

// SessionByHash returns the session whose token has that hash, even if it has expired.
func SessionByHash(ctx context.Context, tx *db.Tx, tokenHash []byte) (SessionRow, error) {
	const text = `
SELECT s.id,
       s.user_id,
       u.uuid,
       u.email,
       u.firstname,
       u.lastname,
       u.password_hash,
       u.is_admin,
       a.id,
       a.plan,
       a.active,
       a.subscribed_at,
       s.address,
       s.agent,
       s.created_at,
       s.last_seen_at,
       s.expires_at,
       EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed)
FROM sessions s
JOIN users u ON u.id = s.user_id
JOIN accounts a ON a.id = u.account_id
WHERE s.token_hash = $1`
	return db.One(ctx, tx, "session", db.NewQuery(text, tokenHash), scanSession)
}

func scanSession(rows db.Rows) (SessionRow, error) {
	var s SessionRow
	err := rows.Scan(
		&s.ID,
		&s.User.ID,
		&s.User.UUID,
		&s.User.Email,
		&s.User.Firstname,
		&s.User.Lastname,
		&s.User.PasswordHash,
		&s.User.IsAdmin,
		&s.User.Account.ID,
		&s.User.Account.Plan,
		&s.User.Account.Active,
		db.Moment{To: &s.User.Account.SubscribedAt},
		&s.Address,
		&s.Agent,
		db.Moment{To: &s.CreatedAt},
		db.Moment{To: &s.LastSeenAt},
		db.Moment{To: &s.ExpiresAt},
		&s.HasFactor,
	)
	return s, err
}

// DeleteSession ends the session whose token has that hash, if there is one.
func DeleteSession(ctx context.Context, tx *db.Tx, tokenHash []byte) error {
	return tx.Run(ctx, `DELETE FROM sessions WHERE token_hash = $1`, tokenHash)
}

// RecordSessionUse records where a session was last used, and when it now expires.
func RecordSessionUse(ctx context.Context, tx *db.Tx, id int64, address string, at, expires time.Time) error {
	return tx.Run(ctx, `UPDATE sessions SET address = $2, last_seen_at = $3, expires_at = $4 WHERE id = $1 AND last_seen_at < $3`,
		id, address, db.Micros(at), db.Micros(expires))
}

// SessionInfo is a session as its user sees it.
type SessionInfo struct {
	ID         int64
	Address    string
	Agent      string
	CreatedAt  time.Time
	LastSeenAt time.Time
}

// Sessions returns the active sessions of a user, most recently used first. most limits their number.
func Sessions(ctx context.Context, tx *db.Tx, userID int64, now time.Time, most int) ([]SessionInfo, error) {
	const text = `
SELECT id, address, agent, created_at, last_seen_at
FROM sessions
WHERE user_id = $1 AND expires_at > $2
ORDER BY last_seen_at DESC, id DESC
LIMIT $3`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID, db.Micros(now), most), func(rows db.Rows) (SessionInfo, error) {
		var s SessionInfo
		err := rows.Scan(&s.ID, &s.Address, &s.Agent, db.Moment{To: &s.CreatedAt}, db.Moment{To: &s.LastSeenAt})
		return s, err
	}))
}

// DeleteUserSession ends one session of a user; it returns false if they have no such session.
func DeleteUserSession(ctx context.Context, tx *db.Tx, userID, id int64) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id = $1 AND user_id = $2`, id, userID)
	return n > 0, err
}

// DeleteSessions ends every session of a user.
func DeleteSessions(ctx context.Context, tx *db.Tx, userID int64) error {
	return tx.Run(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID)
}

// PurgeSessions deletes up to limit expired sessions, and returns how many it deleted. The condition appears twice because PostgreSQL rechecks
// only the outer one on a session that another node has extended in the meantime.
func PurgeSessions(ctx context.Context, tx *db.Tx, now time.Time, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM sessions
		WHERE expires_at <= $1
		AND id IN (SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
		db.Micros(now), limit)
}
