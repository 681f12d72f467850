package identity

import (
	"context"
	"time"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
)

// Rotated is a key and the one it replaced.
type Rotated struct {
	Key, Old OwnKey
	Secret   auth.Key
}

// RotateOwnKey replaces one of the caller's keys with a new one that has the same name, scopes, addresses and lifetime. The
// old key keeps working during the overlap, unless it expires earlier; without an overlap it is revoked.
func (a *Keys) RotateOwnKey(ctx context.Context, caller domain.Caller, id int64, in domain.Input[time.Duration]) (Rotated, error) {
	secret, err := auth.NewKey()
	if err != nil {
		return Rotated{}, err
	}
	keys, err := db.Write(ctx, a.DB, func(tx *db.Tx) ([]domain.APIKey, error) {
		old, overlap, err := a.openRotation(ctx, tx, caller, id, in)
		if err != nil {
			return nil, err
		}
		now := a.Now()
		if err := retire(ctx, tx, old, now, overlap); err != nil {
			return nil, err
		}
		next, err := a.addKey(ctx, tx, old.Successor(secret.Prefix(), now), secret)
		if err != nil {
			return nil, err
		}
		row := domain.Change{What: rotatedWord, From: string(work.Encode(old.Prefix)), To: string(work.Encode(next.Prefix))}
		if err := a.noteKey(ctx, tx, caller, next, row); err != nil {
			return nil, err
		}
		retired, err := store.KeyOf(ctx, tx, caller.UserID, id)
		return []domain.APIKey{next, retired}, err
	})
	if err != nil {
		return Rotated{}, err
	}
	own, err := a.ownKeys(ctx, keys...)
	if err != nil {
		return Rotated{}, err
	}
	return Rotated{Key: own[0], Old: own[1], Secret: secret}, nil
}

// openRotation finds the key to rotate. It checks before anything else that the caller owns it.
func (a *base) openRotation(
	ctx context.Context, tx *db.Tx, caller domain.Caller, id int64, in domain.Input[time.Duration],
) (domain.APIKey, time.Duration, error) {
	old, err := store.KeyOf(ctx, tx, caller.UserID, id)
	if err != nil {
		return old, 0, err
	}
	overlap, err := in.Get()
	if err != nil {
		return old, 0, err
	}
	if err := a.lockKeys(ctx, tx, caller); err != nil {
		return old, 0, err
	}
	if old, err = store.KeyOf(ctx, tx, caller.UserID, id); err != nil {
		return old, 0, err
	}
	if old.StateAt(a.Now()) == domain.KeyExpired {
		return old, 0, domain.Errorf(domain.Conflict, "this key expired on %s; give it a new end first, or create a new one", domain.Stamp(*old.ExpiresAt))
	}
	return old, overlap, checkUsable(old)
}

// retire makes a key expire when the overlap is over, or revokes it now if there is no overlap.
func retire(ctx context.Context, tx *db.Tx, k domain.APIKey, now time.Time, overlap time.Duration) error {
	if overlap == 0 {
		return admitstore.RevokeKey(ctx, tx, k.ID, now)
	}
	if end := now.Add(overlap); k.ExpiresAt == nil || end.Before(*k.ExpiresAt) {
		k.ExpiresAt = &end
	}
	return store.UpdateKey(ctx, tx, k)
}
