package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// InsertInvitation stores the hash of a one-time link for a new user.
func InsertInvitation(ctx context.Context, tx *db.Tx, userID int64, tokenHash []byte, at, expires time.Time) error {
	return InsertInvitationFor(ctx, tx, userID, domain.ForInvitation, tokenHash, at, expires)
}

// InsertInvitationFor stores the hash of a one-time link that lets a user set a password.
func InsertInvitationFor(ctx context.Context, tx *db.Tx, userID int64, purpose domain.Purpose, tokenHash []byte, at, expires time.Time) error {
	return tx.Run(ctx, `INSERT INTO invitations (user_id, purpose, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		userID, purpose, tokenHash, db.Micros(at), db.Micros(expires))
}

// InvitationRow is a one-time link and its user.
type InvitationRow struct {
	UserID    int64
	Purpose   domain.Purpose
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// Invitation returns the link whose token has that hash, whatever its state.
func Invitation(ctx context.Context, tx *db.Tx, tokenHash []byte) (InvitationRow, error) {
	const text = `SELECT user_id, purpose, expires_at, used_at FROM invitations WHERE token_hash = $1`
	return db.One(ctx, tx, "link", db.NewQuery(text, tokenHash), func(rows db.Rows) (InvitationRow, error) {
		var l InvitationRow
		err := rows.Scan(&l.UserID, &l.Purpose, db.Moment{To: &l.ExpiresAt}, db.MomentOrNull{To: &l.UsedAt})
		return l, err
	})
}

// UseInvitation uses up a link and returns its user; ok is false if it was used or has expired. It uses a single statement, so
// that two concurrent calls cannot both succeed.
func UseInvitation(ctx context.Context, tx *db.Tx, tokenHash []byte, at time.Time) (userID int64, ok bool, err error) {
	err = tx.One(ctx, `
UPDATE invitations SET used_at = $2
WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
RETURNING user_id`, []any{tokenHash, db.Micros(at)}, &userID)
	if errors.Is(err, db.ErrNoRows) {
		return 0, false, nil
	}
	return userID, err == nil, err
}

// EndInvitations invalidates the unused links of a user.
func EndInvitations(ctx context.Context, tx *db.Tx, userID int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE invitations SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL`, userID, db.Micros(at))
}

// PurgeInvitations deletes links that expired before a given time.
func PurgeInvitations(ctx context.Context, tx *db.Tx, before time.Time) error {
	return tx.Run(ctx, `DELETE FROM invitations WHERE expires_at < $1`, db.Micros(before))
}

// Membership is a user's membership in a project's team.
type Membership struct {
	ID     int64
	UUID   string
	Access domain.Access
}

// InvitedMemberships returns the open invitations of a user, in the order in which the projects are locked.
func InvitedMemberships(ctx context.Context, tx *db.Tx, userID int64) ([]Membership, error) {
	const text = `
SELECT m.id, m.uuid, p.id, p.uuid, p.rates_for, m.role
FROM members m
JOIN projects p ON p.id = m.project_id
WHERE m.user_id = $1 AND m.status = 'invited'
ORDER BY p.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID), func(rows db.Rows) (Membership, error) {
		var m Membership
		err := rows.Scan(&m.ID, &m.UUID, &m.Access.ProjectID, &m.Access.ProjectUUID, &m.Access.RatesFor, &m.Access.Role)
		return m, err
	}))
}

// ActivateMember activates an invited member; it returns false if their status has changed since.
func ActivateMember(ctx context.Context, tx *db.Tx, id int64, at time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE members SET status = 'active', updated_at = $2 WHERE id = $1 AND status = 'invited'`, id, db.Micros(at))
	return n > 0, err
}
