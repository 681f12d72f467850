package store

import (
	"context"

	"earnest/internal/db"
)

// KeysByID returns the keys with the given ids, mapped by id.
func KeysByID(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]KeyOwner, error) {
	q := db.Query{Text: KeyColumns + `WHERE k.id`}
	q.In(tx, ``, db.List(tx, ids))
	keys := map[int64]KeyOwner{}
	for k, err := range db.Each(ctx, tx, q, ScanKey) {
		if err != nil {
			return nil, err
		}
		keys[k.Key.ID] = k
	}
	return keys, nil
}
