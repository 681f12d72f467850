package identity

import (
	"context"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

// financeKeysShown is the maximum number of key and project pairs that an administrator sees.
const financeKeysShown = 500

// BarredKey is a key with the scope finance:read and the projects whose finances it still may not read, because they show their
// cost only to their owner and admins, and the key's owner is neither.
type BarredKey struct {
	Key      domain.APIKey
	Owner    string // the name of its owner
	Projects []domain.Project
}

// BarredKeys returns, for administrators, the keys that get 403 from /finance although they have its scope. more reports whether
// the list was truncated.
func (a *Keys) BarredKeys(ctx context.Context) (list []BarredKey, more bool, err error) {
	err = a.DB.Read(ctx, func(tx *db.Tx) error {
		rows, err := store.FinanceKeys(ctx, tx, a.Now(), financeKeysShown+1)
		if err != nil {
			return err
		}
		more = len(rows) > financeKeysShown
		list, err = barredKeys(ctx, tx, rows[:min(len(rows), financeKeysShown)])
		return err
	})
	return list, more, err
}

// barredKeys groups the rows, which are sorted by key.
func barredKeys(ctx context.Context, tx *db.Tx, rows []store.FinanceKey) ([]BarredKey, error) {
	ids := make([]int64, 0, len(rows))
	for _, r := range rows {
		ids = append(ids, r.KeyID)
	}
	keys, err := admitstore.KeysByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	owners := make([]int64, 0, len(keys))
	for _, k := range keys {
		owners = append(owners, k.Key.UserID)
	}
	names, err := workstore.NamesOf(ctx, tx, owners)
	if err != nil {
		return nil, err
	}
	var list []BarredKey
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].Key.ID != r.KeyID {
			key := keys[r.KeyID].Key
			list = append(list, BarredKey{Key: key, Owner: names[key.UserID]})
		}
		last := &list[len(list)-1]
		last.Projects = append(last.Projects, domain.Project{UUID: r.ProjectUUID, Name: r.ProjectName})
	}
	return list, nil
}
