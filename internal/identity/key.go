package identity

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
)

// NewKey describes a key to be created.
type NewKey struct {
	UserEmail string
	Name      string
	Scopes    domain.Scopes
	ExpiresAt *time.Time
	AllowIPs  []netip.Prefix
}

// CreateKey creates an API key for a user. The key itself is returned only this once; only its hash is stored.
func (a *Keys) CreateKey(ctx context.Context, k NewKey) (auth.Key, error) {
	secret, err := auth.NewKey()
	if err != nil {
		return auth.Key{}, err
	}
	hash := secret.Hash()
	return db.Write(ctx, a.DB, func(tx *db.Tx) (auth.Key, error) {
		user, err := store.UserByEmail(ctx, tx, k.UserEmail)
		if err != nil {
			return auth.Key{}, err
		}
		key := domain.APIKey{
			UserID:    user.ID,
			Name:      k.Name,
			Prefix:    secret.Prefix(),
			Scopes:    k.Scopes,
			AllowIPs:  k.AllowIPs,
			CreatedAt: a.Now(),
			ExpiresAt: k.ExpiresAt,
		}
		if key.ID, err = admitstore.InsertKey(ctx, tx, key, hash[:]); err != nil {
			return secret, err
		}
		return secret, a.noteKey(ctx, tx, domain.Caller{}, key, domain.Change{What: domain.Created, To: work.Object(keyFacts(key))})
	})
}

// Keys lists every key, or those of the user with that email.
func (a *Keys) Keys(ctx context.Context, email string) ([]domain.APIKey, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]domain.APIKey, error) {
		var userID *int64
		if email != "" {
			user, err := store.UserByEmail(ctx, tx, email)
			if err != nil {
				return nil, err
			}
			userID = &user.ID
		}
		keys := []domain.APIKey{}
		for k, err := range admitstore.Keys(ctx, tx, userID) {
			if err != nil {
				return nil, err
			}
			keys = append(keys, k.Key)
		}
		return keys, nil
	})
}

// RevokeKey revokes the key with that id or text. From the next request on, the key no longer works.
func (a *Keys) RevokeKey(ctx context.Context, keyOrID string) (domain.APIKey, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.APIKey, error) {
		owner, err := findKey(ctx, tx, keyOrID)
		if err != nil {
			return domain.APIKey{}, err
		}
		if owner.Key.RevokedAt == nil {
			if err := a.noteKey(ctx, tx, domain.Caller{}, owner.Key, domain.Change{What: revokedWord}); err != nil {
				return domain.APIKey{}, err
			}
		}
		if err := admitstore.RevokeKey(ctx, tx, owner.Key.ID, a.Now()); err != nil {
			return domain.APIKey{}, err
		}
		owner, err = admitstore.KeyByID(ctx, tx, owner.Key.ID)
		return owner.Key, err
	})
}

func findKey(ctx context.Context, tx *db.Tx, keyOrID string) (admitstore.KeyOwner, error) {
	if id, err := strconv.ParseInt(keyOrID, 10, 64); err == nil {
		return admitstore.KeyByID(ctx, tx, id)
	}
	key, ok := auth.ParseKey(keyOrID)
	if !ok {
		return admitstore.KeyOwner{}, domain.Invalidf("give the key itself or the number that key list shows")
	}
	hash := key.Hash()
	return admitstore.KeyByHash(ctx, tx, hash[:])
}
