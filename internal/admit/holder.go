package admit

import (
	"context"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

// Holder returns a key and the user it acts for, as they are stored now.
func (a *Service) Holder(ctx context.Context, keyID int64) (store.KeyHolder, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (store.KeyHolder, error) { return store.Holder(ctx, tx, keyID) })
}
