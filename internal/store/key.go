package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/netip"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const keyColumns = `
SELECT k.id,
       k.user_id,
       u.email,
       k.name,
       k.prefix,
       k.scopes,
       k.allow_ips,
       k.created_at,
       k.expires_at,
       k.revoked_at,
       k.last_used_at,
       k.last_used_ip,
       a.id,
       a.plan,
       a.active,
       a.subscribed_at
FROM api_keys k
JOIN users u ON u.id = k.user_id
JOIN accounts a ON a.id = u.account_id `

// KeyOwner is a key and the account that answers for it.
type KeyOwner struct {
	Key     domain.APIKey
	Account domain.Account
}

func scanKey(rows db.Rows) (KeyOwner, error) {
	var k KeyOwner
	err := rows.Scan(
		&k.Key.ID,
		&k.Key.UserID,
		&k.Key.UserEmail,
		&k.Key.Name,
		&k.Key.Prefix,
		scopes{&k.Key.Scopes},
		prefixes{&k.Key.AllowIPs},
		moment{&k.Key.CreatedAt},
		momentOrNull{&k.Key.ExpiresAt},
		momentOrNull{&k.Key.RevokedAt},
		momentOrNull{&k.Key.LastUsedAt},
		&k.Key.LastUsedIP,
		&k.Account.ID,
		&k.Account.Plan,
		&k.Account.Active,
		moment{&k.Account.SubscribedAt},
	)
	return k, err
}

// KeyByHash gives the key of that hash, whatever its state.
func (tx *Tx) KeyByHash(ctx context.Context, hash []byte) (KeyOwner, error) {
	return one(ctx, tx, "key", query{keyColumns + `WHERE k.hash = $1`, []any{hash}}, scanKey)
}

// KeyByID gives the key of that id, whatever its state.
func (tx *Tx) KeyByID(ctx context.Context, id int64) (KeyOwner, error) {
	return one(ctx, tx, "key", query{keyColumns + `WHERE k.id = $1`, []any{id}}, scanKey)
}

// Keys gives every key, or those of one user.
func (tx *Tx) Keys(ctx context.Context, userID *int64) iter.Seq2[KeyOwner, error] {
	q := query{text: keyColumns + `WHERE TRUE`}
	if userID != nil {
		q.and(` AND k.user_id = `, *userID)
	}
	q.text += ` ORDER BY k.id`
	return each(ctx, tx, q, scanKey)
}

// InsertKey stores a new key by its hash and gives its id.
func (tx *Tx) InsertKey(ctx context.Context, k domain.APIKey, hash []byte) (int64, error) {
	allow, err := json.Marshal(k.AllowIPs)
	if err != nil {
		return 0, err
	}
	return tx.insert(ctx, `
INSERT INTO api_keys (user_id, name, prefix, hash, scopes, allow_ips, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		k.UserID,
		k.Name,
		k.Prefix,
		hash,
		int64(k.Scopes), //nolint:gosec // far fewer than 63 scopes
		string(allow),
		micros(k.CreatedAt),
		microsOrNull(k.ExpiresAt),
	)
}

// RevokeKey revokes a key; a key that was revoked before keeps its first moment.
func (tx *Tx) RevokeKey(ctx context.Context, id int64, at time.Time) error {
	return tx.run(ctx, `UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1`, id, micros(at))
}

// SetKeyUsed stores when and from where a key was last used, unless a later use is stored already. Whoever
// stores several in one transaction does so in the order of their ids, or nodes would wait for each other.
func (tx *Tx) SetKeyUsed(ctx context.Context, id int64, at time.Time, ip string) error {
	return tx.run(ctx, `
UPDATE api_keys SET last_used_at = $2, last_used_ip = $3
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`, id, micros(at), ip)
}

// scopes scans a stored set of scopes.
type scopes struct{ to *domain.Scopes }

func (s scopes) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("scopes are an integer, not a %T", src)
	}
	*s.to = domain.Scopes(v) //nolint:gosec // far fewer than 63 scopes
	return nil
}

// prefixes scans a stored allow-list.
type prefixes struct{ to *[]netip.Prefix }

func (p prefixes) Scan(src any) error {
	v, ok := src.(string)
	if !ok {
		return fmt.Errorf("an allow-list is text, not a %T", src)
	}
	return json.Unmarshal([]byte(v), p.to)
}
