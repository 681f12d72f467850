package store

import (
	"context"
	"time"

	"earnest/internal/db"
)

// FactorRow is the stored second factor of a user.
type FactorRow struct {
	UserID    int64
	Sealed    []byte // the secret, sealed with the password
	Pending   []byte // the secret, sealed with the session that requested it, until it is confirmed
	Confirmed bool
	LastStep  int64 // the time step of the last accepted code
	CreatedAt time.Time
}

// Factor returns the second factor of a user, confirmed or not. It returns NotFound if the user has none.
func Factor(ctx context.Context, tx *db.Tx, userID int64) (FactorRow, error) {
	const text = `SELECT user_id, sealed, pending, confirmed, last_step, created_at FROM second_factors WHERE user_id = $1`
	return db.One(ctx, tx, "second factor", db.NewQuery(text, userID), func(rows db.Rows) (FactorRow, error) {
		var f FactorRow
		err := rows.Scan(&f.UserID, &f.Sealed, &f.Pending, &f.Confirmed, &f.LastStep, db.Moment{To: &f.CreatedAt})
		return f, err
	})
}

// OfferFactor stores a second factor to be confirmed, replacing an earlier unconfirmed one; it returns false if one is active.
func OfferFactor(ctx context.Context, tx *db.Tx, f FactorRow) (bool, error) {
	n, err := tx.Exec(ctx, `
INSERT INTO second_factors AS f (user_id, sealed, pending, confirmed, last_step, created_at)
VALUES ($1, $2, $3, $4, 0, $5)
ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, pending = excluded.pending, created_at = excluded.created_at
WHERE NOT f.confirmed`,
		f.UserID, f.Sealed, f.Pending, false, db.Micros(f.CreatedAt))
	return n > 0, err
}

// ConfirmFactor activates the offered factor; it returns false if the factor has been replaced since.
func ConfirmFactor(ctx context.Context, tx *db.Tx, f FactorRow, step int64) (bool, error) {
	n, err := tx.Exec(ctx, `
UPDATE second_factors SET confirmed = $3, pending = NULL, last_step = $4
WHERE user_id = $1 AND sealed = $2 AND NOT confirmed`, f.UserID, f.Sealed, true, step)
	return n > 0, err
}

// UseStep accepts a code for that time step; it returns false if that step or a later one was accepted before. It uses a single
// statement, so that two concurrent calls cannot both succeed.
func UseStep(ctx context.Context, tx *db.Tx, userID, step int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND confirmed AND last_step < $2`, userID, step)
	return n > 0, err
}

// ResealFactor stores the secret sealed with another password.
func ResealFactor(ctx context.Context, tx *db.Tx, userID int64, sealed []byte) error {
	return tx.Run(ctx, `UPDATE second_factors SET sealed = $2 WHERE user_id = $1`, userID, sealed)
}

// DeleteFactor removes the second factor of a user, with its recovery codes.
func DeleteFactor(ctx context.Context, tx *db.Tx, userID int64) error {
	if err := tx.Run(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID); err != nil {
		return err
	}
	return tx.Run(ctx, `DELETE FROM second_factors WHERE user_id = $1`, userID)
}

// SetRecoveryCodes replaces the hashes of a user's recovery codes.
func SetRecoveryCodes(ctx context.Context, tx *db.Tx, userID int64, hashes [][]byte) error {
	if err := tx.Run(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if err := tx.Run(ctx, `INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)`, userID, hash); err != nil {
			return err
		}
	}
	return nil
}

// UseRecoveryCode uses up a recovery code; it returns false if the user has no such code or has used it before.
func UseRecoveryCode(ctx context.Context, tx *db.Tx, userID int64, hash []byte, at time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL`,
		userID, hash, db.Micros(at))
	return n > 0, err
}

// HasRecoveryCode reports whether a user has that recovery code and has not used it yet.
func HasRecoveryCode(ctx context.Context, tx *db.Tx, userID int64, hash []byte) (bool, error) {
	const text = `SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND hash = $2 AND used_at IS NULL`
	n, err := tx.Count(ctx, db.NewQuery(text, userID, hash))
	return n > 0, err
}
