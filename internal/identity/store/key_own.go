package store

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/domain"
)

// KeysOf returns up to limit of a user's keys: first those not revoked, then the revoked ones, the newest first in each group.
func KeysOf(ctx context.Context, tx *db.Tx, userID int64, limit int) iter.Seq2[admitstore.KeyOwner, error] {
	const text = admitstore.KeyColumns + `WHERE k.user_id = $1 ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC LIMIT $2`
	return db.Each(ctx, tx, db.NewQuery(text, userID, limit), admitstore.ScanKey)
}

// LockAccountOf returns the account of a user and locks it, and the user's keys, until the transaction ends.
func LockAccountOf(ctx context.Context, tx *db.Tx, userID int64) (domain.Account, error) {
	const text = `SELECT a.id, a.plan, a.active, a.subscribed_at FROM accounts a WHERE a.id = (SELECT u.account_id FROM users u WHERE u.id = $1)`
	return db.One(ctx, tx, "account", db.NewQuery(text+db.Text(tx.ForUpdate()), userID), func(rows db.Rows) (domain.Account, error) {
		var a domain.Account
		err := rows.Scan(&a.ID, &a.Plan, &a.Active, db.Moment{To: &a.SubscribedAt})
		return a, err
	})
}

// KeyOf returns the user's key with that id, whatever its state, or NotFound if it is someone else's.
func KeyOf(ctx context.Context, tx *db.Tx, userID, id int64) (domain.APIKey, error) {
	owner, err := db.One(ctx, tx, "key", db.NewQuery(admitstore.KeyColumns+`WHERE k.user_id = $1 AND k.id = $2`, userID, id), admitstore.ScanKey)
	return owner.Key, err
}

// CountKeys counts the keys of a user that are active at a given time.
func CountKeys(ctx context.Context, tx *db.Tx, userID int64, at time.Time) (int, error) {
	const text = `SELECT COUNT(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`
	return tx.Count(ctx, db.NewQuery(text, userID, db.Micros(at)))
}

// UpdateKey stores the name, scopes, addresses and expiry of a key.
func UpdateKey(ctx context.Context, tx *db.Tx, k domain.APIKey) error {
	allow, err := json.Marshal(k.AllowIPs)
	if err != nil {
		return err
	}
	return tx.Run(ctx, `UPDATE api_keys SET name = $2, scopes = $3, allow_ips = $4, expires_at = $5 WHERE id = $1`,
		k.ID,
		k.Name,
		int64(k.Scopes), //nolint:gosec // there are far fewer than 63 scopes
		string(allow),
		db.MicrosOrNull(k.ExpiresAt),
	)
}
