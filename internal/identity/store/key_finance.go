package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// FinanceKey is a key that may read finances, and a project whose finances its owner may not read.
type FinanceKey struct {
	KeyID       int64
	ProjectUUID string
	ProjectName string
}

// FinanceKeys returns the active keys of active accounts that have the scope finance:read, each with every project that hides
// its cost from the key's owner. The rows, at most limit, are sorted by key and project.
func FinanceKeys(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]FinanceKey, error) {
	return db.Collect(db.Each(ctx, tx, financeKeys(now, limit), func(rows db.Rows) (FinanceKey, error) {
		var k FinanceKey
		err := rows.Scan(&k.KeyID, &k.ProjectUUID, &k.ProjectName)
		return k, err
	}))
}

// financeKeys starts from the projects that hide their cost, since they are fewer than keys. CROSS JOIN keeps SQLite from changing this
// order.
func financeKeys(now time.Time, limit int) db.Query {
	scope := int64(domain.FinanceRead.Set()) //nolint:gosec // there are far fewer than 63 scopes
	return db.NewQuery(`
SELECT k.id, p.uuid, p.name
FROM projects p
CROSS JOIN members m
CROSS JOIN api_keys k
JOIN users u ON u.id = k.user_id
JOIN accounts a ON a.id = u.account_id AND a.active
WHERE p.rates_for = 'admins'
  AND m.project_id = p.id AND m.status = 'active' AND m.role NOT IN ('owner', 'admin')
  AND k.user_id = m.user_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1) AND k.scopes & $2 <> 0
ORDER BY k.id, p.id
LIMIT $3`, db.Micros(now), scope, limit)
}
