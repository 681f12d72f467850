package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/netip"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const KeyColumns = `
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

// KeyOwner is a key and the account it depends on.
type KeyOwner struct {
	Key     domain.APIKey
	Account domain.Account
}

func ScanKey(rows db.Rows) (KeyOwner, error) {
	var k KeyOwner
	err := rows.Scan(
		&k.Key.ID,
		&k.Key.UserID,
		&k.Key.UserEmail,
		&k.Key.Name,
		&k.Key.Prefix,
		scopes{&k.Key.Scopes},
		prefixes{&k.Key.AllowIPs},
		db.Moment{To: &k.Key.CreatedAt},
		db.MomentOrNull{To: &k.Key.ExpiresAt},
		db.MomentOrNull{To: &k.Key.RevokedAt},
		db.MomentOrNull{To: &k.Key.LastUsedAt},
		&k.Key.LastUsedIP,
		&k.Account.ID,
		&k.Account.Plan,
		&k.Account.Active,
		db.Moment{To: &k.Account.SubscribedAt},
	)
	return k, err
}

// KeyByHash returns the key with that hash, whatever its state.
func KeyByHash(ctx context.Context, tx *db.Tx, hash []byte) (KeyOwner, error) {
	return db.One(ctx, tx, "key", db.NewQuery(KeyColumns+`WHERE k.hash = $1`, hash), ScanKey)
}

// KeyByID returns the key with that id, whatever its state.
func KeyByID(ctx context.Context, tx *db.Tx, id int64) (KeyOwner, error) {
	return db.One(ctx, tx, "key", db.NewQuery(KeyColumns+`WHERE k.id = $1`, id), ScanKey)
}

// Keys returns every key, or those of one user.
func Keys(ctx context.Context, tx *db.Tx, userID *int64) iter.Seq2[KeyOwner, error] {
	q := db.Query{Text: KeyColumns + `WHERE TRUE`}
	if userID != nil {
		q.And(` AND k.user_id = `, *userID)
	}
	q.Text += ` ORDER BY k.id`
	return db.Each(ctx, tx, q, ScanKey)
}

// InsertKey stores a new key under its hash and returns its id.
func InsertKey(ctx context.Context, tx *db.Tx, k domain.APIKey, hash []byte) (int64, error) {
	allow, err := json.Marshal(k.AllowIPs)
	if err != nil {
		return 0, err
	}
	return tx.Insert(ctx, `
INSERT INTO api_keys (user_id, name, prefix, hash, scopes, allow_ips, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		k.UserID,
		k.Name,
		k.Prefix,
		hash,
		int64(k.Scopes), //nolint:gosec // there are far fewer than 63 scopes
		string(allow),
		db.Micros(k.CreatedAt),
		db.MicrosOrNull(k.ExpiresAt),
	)
}

// RevokeKey revokes a key; a key that was already revoked keeps its original revocation time.
func RevokeKey(ctx context.Context, tx *db.Tx, id int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1`, id, db.Micros(at))
}

// SetKeyUsed stores when and from where a key was last used, unless a later use is already stored. A caller that stores several
// uses in one transaction must do so in order of key id, or nodes could deadlock.
func SetKeyUsed(ctx context.Context, tx *db.Tx, id int64, at time.Time, ip string) error {
	return tx.Run(ctx, `
UPDATE api_keys SET last_used_at = $2, last_used_ip = $3
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`, id, db.Micros(at), ip)
}

// scopes scans a stored set of scopes.
type scopes struct{ to *domain.Scopes }

func (s scopes) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("scopes are an integer, not a %T", src)
	}
	*s.to = domain.Scopes(v) //nolint:gosec // there are far fewer than 63 scopes
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
