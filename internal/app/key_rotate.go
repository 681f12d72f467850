package app

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// Rotated is a key and the one it replaced.
type Rotated struct {
	Key, Old OwnKey
	Secret   auth.Key
}

// RotateOwnKey replaces a key of the caller by a new one with the same name, scopes and addresses and as long a
// life. The old one works on for the overlap, unless it ends before; without an overlap it is revoked.
func (a *App) RotateOwnKey(ctx context.Context, caller domain.Caller, id int64, in domain.Input[time.Duration]) (Rotated, error) {
	secret, err := auth.NewKey()
	if err != nil {
		return Rotated{}, err
	}
	keys, err := write(ctx, a, func(tx *store.Tx) ([]domain.APIKey, error) {
		old, overlap, err := a.openRotation(ctx, tx, caller, id, in)
		if err != nil {
			return nil, err
		}
		now := a.clock()
		if err := retire(ctx, tx, old, now, overlap); err != nil {
			return nil, err
		}
		next, err := a.addKey(ctx, tx, old.Successor(secret.Prefix(), now), secret)
		if err != nil {
			return nil, err
		}
		row := domain.Change{What: rotatedWord, From: string(encode(old.Prefix)), To: string(encode(next.Prefix))}
		if err := a.noteKey(ctx, tx, caller, next, row); err != nil {
			return nil, err
		}
		retired, err := tx.KeyOf(ctx, caller.UserID, id)
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

// openRotation finds the key to rotate. It is told to its owner only, before anything else.
func (a *App) openRotation(
	ctx context.Context, tx *store.Tx, caller domain.Caller, id int64, in domain.Input[time.Duration],
) (domain.APIKey, time.Duration, error) {
	old, err := tx.KeyOf(ctx, caller.UserID, id)
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
	if old, err = tx.KeyOf(ctx, caller.UserID, id); err != nil {
		return old, 0, err
	}
	if old.StateAt(a.clock()) == domain.KeyExpired {
		return old, 0, domain.Errorf(domain.Conflict, "this key expired on %s; give it a new end first, or create a new one", domain.Stamp(*old.ExpiresAt))
	}
	return old, overlap, checkUsable(old)
}

// retire ends a key when the overlap is over, or now.
func retire(ctx context.Context, tx *store.Tx, k domain.APIKey, now time.Time, overlap time.Duration) error {
	if overlap == 0 {
		return tx.RevokeKey(ctx, k.ID, now)
	}
	if end := now.Add(overlap); k.ExpiresAt == nil || end.Before(*k.ExpiresAt) {
		k.ExpiresAt = &end
	}
	return tx.UpdateKey(ctx, k)
}
