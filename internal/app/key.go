package app

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// NewKey is what a key is made of.
type NewKey struct {
	UserEmail string
	Name      string
	Scopes    domain.Scopes
	ExpiresAt *time.Time
	AllowIPs  []netip.Prefix
}

// CreateKey makes an API key for a user. The key itself is given this once; its hash is what is kept.
func (a *App) CreateKey(ctx context.Context, k NewKey) (auth.Key, error) {
	secret, err := auth.NewKey()
	if err != nil {
		return auth.Key{}, err
	}
	hash := secret.Hash()
	return write(ctx, a, func(tx *store.Tx) (auth.Key, error) {
		user, err := tx.UserByEmail(ctx, k.UserEmail)
		if err != nil {
			return auth.Key{}, err
		}
		key := domain.APIKey{
			UserID:    user.ID,
			Name:      k.Name,
			Prefix:    secret.Prefix(),
			Scopes:    k.Scopes,
			AllowIPs:  k.AllowIPs,
			CreatedAt: a.clock(),
			ExpiresAt: k.ExpiresAt,
		}
		if key.ID, err = tx.InsertKey(ctx, key, hash[:]); err != nil {
			return secret, err
		}
		return secret, a.noteKey(ctx, tx, domain.Caller{}, key, domain.Change{What: domain.Created, To: object(keyFacts(key))})
	})
}

// Keys lists every key, or those of the user of that email.
func (a *App) Keys(ctx context.Context, email string) ([]domain.APIKey, error) {
	return read(ctx, a, func(tx *store.Tx) ([]domain.APIKey, error) {
		var userID *int64
		if email != "" {
			user, err := tx.UserByEmail(ctx, email)
			if err != nil {
				return nil, err
			}
			userID = &user.ID
		}
		keys := []domain.APIKey{}
		for k, err := range tx.Keys(ctx, userID) {
			if err != nil {
				return nil, err
			}
			keys = append(keys, k.Key)
		}
		return keys, nil
	})
}

// RevokeKey revokes the key of that id, or that text. It holds from the next request on.
func (a *App) RevokeKey(ctx context.Context, keyOrID string) (domain.APIKey, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.APIKey, error) {
		owner, err := findKey(ctx, tx, keyOrID)
		if err != nil {
			return domain.APIKey{}, err
		}
		if owner.Key.RevokedAt == nil {
			if err := a.noteKey(ctx, tx, domain.Caller{}, owner.Key, domain.Change{What: revokedWord}); err != nil {
				return domain.APIKey{}, err
			}
		}
		if err := tx.RevokeKey(ctx, owner.Key.ID, a.clock()); err != nil {
			return domain.APIKey{}, err
		}
		owner, err = tx.KeyByID(ctx, owner.Key.ID)
		return owner.Key, err
	})
}

func findKey(ctx context.Context, tx *store.Tx, keyOrID string) (store.KeyOwner, error) {
	if id, err := strconv.ParseInt(keyOrID, 10, 64); err == nil {
		return tx.KeyByID(ctx, id)
	}
	key, ok := auth.ParseKey(keyOrID)
	if !ok {
		return store.KeyOwner{}, domain.Invalidf("give the key itself or the number that key list shows")
	}
	hash := key.Hash()
	return tx.KeyByHash(ctx, hash[:])
}
