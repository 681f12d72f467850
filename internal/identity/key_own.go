package identity

import (
	"context"
	"net/netip"

	"earnest/internal/admit"
	admitstore "earnest/internal/admit/store"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
)

const (
	// mostKeys is the maximum number of active keys per user.
	mostKeys = 100
	// shownKeys is the maximum length of a list of keys; beyond it the oldest revoked ones are left out.
	shownKeys = 500
)

// OwnKey is a key as its owner sees it.
type OwnKey struct {
	domain.APIKey

	State domain.KeyState
	Usage admit.Usage
}

// OwnKeys holds a user's keys and the limits that apply to them.
type OwnKeys struct {
	Keys   []OwnKey
	Limits admit.Limits
	Access bool // whether the user's plan includes the API
}

// KeyText holds the input of a key's owner before it is parsed.
type KeyText struct {
	Name      domain.Opt[string]
	Scopes    domain.Opt[[]string]
	ExpiresAt domain.Opt[*string] // a date means the end of that day
	AllowIPs  domain.Opt[[]string]
}

// OwnKeys lists the caller's keys and how much of its quota each has used.
func (a *Keys) OwnKeys(ctx context.Context, user domain.User) (OwnKeys, error) {
	keys, err := db.Read(ctx, a.DB, func(tx *db.Tx) ([]admitstore.KeyOwner, error) {
		return db.Collect(store.KeysOf(ctx, tx, user.ID, shownKeys))
	})
	if err != nil {
		return OwnKeys{}, err
	}
	list := make([]domain.APIKey, 0, len(keys))
	for _, k := range keys {
		list = append(list, k.Key)
	}
	own, err := a.ownKeys(ctx, list...)
	return OwnKeys{Keys: own, Limits: a.admission.Limits, Access: a.admission.Grid.OpensAPI(user.Account)}, err
}

// ownKeys adds each key's state and usage.
func (a *base) ownKeys(ctx context.Context, keys ...domain.APIKey) ([]OwnKey, error) {
	buckets := make([]string, 0, len(keys))
	for _, k := range keys {
		buckets = append(buckets, admit.KeyBucket(k.ID))
	}
	usages, err := a.admission.Usages(ctx, buckets)
	if err != nil {
		return nil, err
	}
	now, own := a.Now(), make([]OwnKey, 0, len(keys))
	for i, k := range keys {
		own = append(own, OwnKey{APIKey: k, State: k.StateAt(now), Usage: usages[buckets[i]]})
	}
	return own, nil
}

// CreateOwnKey creates a key for the caller, whose plan must include the API. The key itself is returned only this once.
func (a *Keys) CreateOwnKey(ctx context.Context, caller domain.Caller, in domain.Input[KeyText]) (OwnKey, auth.Key, error) {
	secret, err := auth.NewKey()
	if err != nil {
		return OwnKey{}, secret, err
	}
	key, err := db.Write(ctx, a.DB, func(tx *db.Tx) (domain.APIKey, error) {
		if err := a.lockKeys(ctx, tx, caller); err != nil {
			return domain.APIKey{}, err
		}
		patch, err := a.keyPatch(in)
		if err != nil {
			return domain.APIKey{}, err
		}
		k := domain.APIKey{UserID: caller.UserID, Prefix: secret.Prefix(), AllowIPs: []netip.Prefix{}, CreatedAt: a.Now()}
		patch.Apply(&k)
		if k, err = a.addKey(ctx, tx, k, secret); err != nil {
			return k, err
		}
		return k, a.noteKey(ctx, tx, caller, k, domain.Change{What: domain.Created, To: work.Object(keyFacts(k))})
	})
	if err != nil {
		return OwnKey{}, secret, err
	}
	own, err := a.ownKeys(ctx, key)
	if err != nil {
		return OwnKey{}, secret, err
	}
	return own[0], secret, nil
}

// lockKeys locks the caller's keys against other changes, and refuses callers whose plan does not include the API.
func (a *base) lockKeys(ctx context.Context, tx *db.Tx, caller domain.Caller) error {
	account, err := store.LockAccountOf(ctx, tx, caller.UserID)
	if err != nil {
		return err
	}
	return a.admission.CheckPlan(admitstore.KeyOwner{Account: account}, netip.Addr{})
}

// addKey stores a new key, unless its owner has too many.
func (a *base) addKey(ctx context.Context, tx *db.Tx, k domain.APIKey, secret auth.Key) (domain.APIKey, error) {
	hash := secret.Hash()
	var err error
	if k.ID, err = admitstore.InsertKey(ctx, tx, k, hash[:]); err != nil {
		return k, err
	}
	n, err := store.CountKeys(ctx, tx, k.UserID, a.Now())
	if err == nil && n > mostKeys {
		err = domain.Errorf(domain.Conflict, "you have %d keys that work already; revoke one you no longer need first", mostKeys)
	}
	return k, err
}

// UpdateOwnKey changes one of the caller's keys, unless it is revoked. The change takes effect from the next request on.
func (a *Keys) UpdateOwnKey(ctx context.Context, caller domain.Caller, id int64, in domain.Input[KeyText]) (OwnKey, error) {
	return a.changeKey(ctx, caller, id, func(tx *db.Tx, k *domain.APIKey) error {
		patch, err := a.keyPatch(in)
		if err != nil {
			return err
		}
		if err := checkUsable(*k); err != nil {
			return err
		}
		before := *k
		patch.Apply(k)
		if err := store.UpdateKey(ctx, tx, *k); err != nil {
			return err
		}
		return a.noteKeyChange(ctx, tx, caller, before, *k)
	})
}

// RevokeOwnKey permanently revokes one of the caller's keys, with effect from the next request.
func (a *Keys) RevokeOwnKey(ctx context.Context, caller domain.Caller, id int64) (OwnKey, error) {
	return a.changeKey(ctx, caller, id, func(tx *db.Tx, k *domain.APIKey) (err error) {
		if k.RevokedAt == nil {
			if err := a.noteKey(ctx, tx, caller, *k, domain.Change{What: revokedWord}); err != nil {
				return err
			}
		}
		if err := admitstore.RevokeKey(ctx, tx, id, a.Now()); err != nil {
			return err
		}
		*k, err = store.KeyOf(ctx, tx, caller.UserID, id)
		return err
	})
}

// changeKey changes one of the caller's keys; it returns NotFound for someone else's key.
func (a *base) changeKey(ctx context.Context, caller domain.Caller, id int64, change func(*db.Tx, *domain.APIKey) error) (OwnKey, error) {
	key, err := db.Write(ctx, a.DB, func(tx *db.Tx) (domain.APIKey, error) {
		if _, err := store.LockAccountOf(ctx, tx, caller.UserID); err != nil {
			return domain.APIKey{}, err
		}
		k, err := store.KeyOf(ctx, tx, caller.UserID, id)
		if err != nil {
			return k, err
		}
		err = change(tx, &k)
		return k, err
	})
	if err != nil {
		return OwnKey{}, err
	}
	own, err := a.ownKeys(ctx, key)
	if err != nil {
		return OwnKey{}, err
	}
	return own[0], nil
}

func checkUsable(k domain.APIKey) error {
	if k.RevokedAt != nil {
		return domain.Errorf(domain.Conflict, "this key was revoked on %s, which cannot be undone; create a new one", domain.Stamp(*k.RevokedAt))
	}
	return nil
}
