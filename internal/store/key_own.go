package store

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// KeysOf gives the keys of a user, at most limit: those that were not revoked first, each part with the newest first.
func (tx *Tx) KeysOf(ctx context.Context, userID int64, limit int) iter.Seq2[KeyOwner, error] {
	const text = keyColumns + `WHERE k.user_id = $1 ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC LIMIT $2`
	return each(ctx, tx, query{text, []any{userID, limit}}, scanKey)
}

// LockAccountOf gives the account of a user and keeps other changes from it, and from the user's keys, until the
// transaction ends.
func (tx *Tx) LockAccountOf(ctx context.Context, userID int64) (domain.Account, error) {
	const text = `SELECT a.id, a.plan, a.active, a.subscribed_at FROM accounts a WHERE a.id = (SELECT u.account_id FROM users u WHERE u.id = $1)`
	return one(ctx, tx, "account", query{text + sqlText(tx.ForUpdate()), []any{userID}}, func(rows db.Rows) (domain.Account, error) {
		var a domain.Account
		err := rows.Scan(&a.ID, &a.Plan, &a.Active, moment{&a.SubscribedAt})
		return a, err
	})
}

// KeyOf gives the key of that id if it is the user's, whatever its state; NotFound for the key of another.
func (tx *Tx) KeyOf(ctx context.Context, userID, id int64) (domain.APIKey, error) {
	owner, err := one(ctx, tx, "key", query{keyColumns + `WHERE k.user_id = $1 AND k.id = $2`, []any{userID, id}}, scanKey)
	return owner.Key, err
}

// CountKeys counts the keys of a user that work at a moment.
func (tx *Tx) CountKeys(ctx context.Context, userID int64, at time.Time) (int, error) {
	const text = `SELECT COUNT(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`
	return tx.count(ctx, query{text, []any{userID, micros(at)}})
}

// UpdateKey stores what may change of a key: its name, scopes, addresses and end.
func (tx *Tx) UpdateKey(ctx context.Context, k domain.APIKey) error {
	allow, err := json.Marshal(k.AllowIPs)
	if err != nil {
		return err
	}
	return tx.run(ctx, `UPDATE api_keys SET name = $2, scopes = $3, allow_ips = $4, expires_at = $5 WHERE id = $1`,
		k.ID,
		k.Name,
		int64(k.Scopes), //nolint:gosec // far fewer than 63 scopes
		string(allow),
		microsOrNull(k.ExpiresAt),
	)
}

// QuotaUses reads what is stored of several buckets in one statement; one that was never used is not in the answer.
func (tx *Tx) QuotaUses(ctx context.Context, buckets []string) (map[string]QuotaUse, error) {
	uses := make(map[string]QuotaUse, len(buckets))
	text := `SELECT bucket, hour, hour_n, month, month_n FROM quotas WHERE bucket` + tx.In(1)
	err := tx.forEach(ctx, text, db.List(tx.Tx, buckets), func(rows db.Rows) error {
		var bucket string
		var u QuotaUse
		if err := rows.Scan(&bucket, &u.Hour, &u.HourN, &u.Month, &u.MonthN); err != nil {
			return err
		}
		uses[bucket] = u
		return nil
	})
	return uses, err
}
