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
	const text = `
SELECT k.id, p.uuid, p.name
FROM api_keys k
JOIN users u ON u.id = k.user_id
JOIN accounts a ON a.id = u.account_id AND a.active
JOIN members m ON m.user_id = k.user_id AND m.status = 'active' AND m.role NOT IN ('owner', 'admin')
JOIN projects p ON p.id = m.project_id AND p.rates_for = 'admins'
WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1) AND k.scopes & $2 <> 0
ORDER BY k.id, p.id
LIMIT $3`
	scope := int64(domain.FinanceRead.Set()) //nolint:gosec // there are far fewer than 63 scopes
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, db.Micros(now), scope, limit), func(rows db.Rows) (FinanceKey, error) {
		var k FinanceKey
		err := rows.Scan(&k.KeyID, &k.ProjectUUID, &k.ProjectName)
		return k, err
	}))
}
