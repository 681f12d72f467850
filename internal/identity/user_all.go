package identity

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/identity/store"
)

// ListedUser is a user in the operator's list, with their account and the time of their last use.
type ListedUser = store.UserRow

// All lists every user of the instance, for the operator, as the users are read. The sequence must not be used after out returns.
func (a *Accounts) All(ctx context.Context, out func(iter.Seq2[ListedUser, error]) error) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error { return out(store.AllUsers(ctx, tx)) })
}
