package operate

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"earnest/internal/admit"
	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/operate/store"
	workstore "earnest/internal/work/store"
)

// quotasShown is the maximum number of keys, and of addresses, that an administrator sees.
const quotasShown = 100

// KeyQuota is a key with its usage.
type KeyQuota struct {
	Key    domain.APIKey
	Owner  string // the name of its owner
	State  domain.KeyState
	Active bool // whether the owner's account is active
	Usage  admit.Usage
}

// AddressQuota is a network address and the number of its requests that were refused on admission.
type AddressQuota struct {
	Address   string
	Usage     admit.Usage
	Throttled bool // further refused requests get QuotaExceeded until a window resets
}

// AddressTries is a network address with failed sign-ins.
type AddressTries struct {
	Address string
	Failed  int64
	Locked  bool
	Until   time.Time // when the window ends
}

// Quotas lists the heaviest users of the API, the addresses with failed sign-ins and the number of locked accounts.
type Quotas struct {
	Limits    admit.Limits
	Keys      []KeyQuota
	Addresses []AddressQuota
	Tries     []AddressTries
	Accounts  int // number of accounts locked after failed sign-ins; which accounts these are is not recorded
}

// Quotas returns the heaviest users of the API, in this hour or in this month, and the failed sign-ins, for administrators.
func (a *Service) Quotas(ctx context.Context, byMonth bool) (Quotas, error) {
	if err := a.admission.Flush(ctx); err != nil { // store what this node counted in the last second
		return Quotas{}, err
	}
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Quotas, error) {
		out := Quotas{Limits: a.admission.Limits}
		var err error
		if out.Keys, err = a.keyQuotas(ctx, tx, byMonth); err != nil {
			return out, err
		}
		if out.Addresses, err = a.addressQuotas(ctx, tx, byMonth); err != nil {
			return out, err
		}
		since := a.Now().Add(-identity.TryWindow)
		if out.Tries, err = addressTries(ctx, tx, since); err != nil {
			return out, err
		}
		out.Accounts, err = store.CountTries(ctx, tx, "account:", since, identity.TriesOfAccount)
		return out, err
	})
}

func (a *Service) keyQuotas(ctx context.Context, tx *db.Tx, byMonth bool) ([]KeyQuota, error) {
	window := admit.QuotaWindow(a.Now())
	uses, err := store.MostUsed(ctx, tx, admit.KeyBuckets, window, byMonth, quotasShown)
	if err != nil {
		return nil, err
	}
	ids, owners := []int64{}, []int64{}
	for _, u := range uses {
		ids = append(ids, bucketKey(u.Bucket))
	}
	keys, err := admitstore.KeysByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		owners = append(owners, k.Key.UserID)
	}
	names, err := workstore.NamesOf(ctx, tx, slices.Compact(slices.Sorted(slices.Values(owners))))
	if err != nil {
		return nil, err
	}
	list := make([]KeyQuota, 0, len(uses))
	for _, u := range uses {
		if k, known := keys[bucketKey(u.Bucket)]; known {
			usage := a.admission.Usage(u.In(window))
			list = append(list, KeyQuota{k.Key, names[k.Key.UserID], k.Key.StateAt(a.Now()), k.Account.Active, usage})
		}
	}
	return list, nil
}

// bucketKey returns the id of the key that a bucket counts for, or 0.
func bucketKey(bucket string) int64 {
	id, _ := strconv.ParseInt(strings.TrimPrefix(bucket, admit.KeyBuckets), 10, 64) // named by admit.KeyBucket
	return id
}

func (a *Service) addressQuotas(ctx context.Context, tx *db.Tx, byMonth bool) ([]AddressQuota, error) {
	window := admit.QuotaWindow(a.Now())
	uses, err := store.MostUsed(ctx, tx, admit.AddressBuckets, window, byMonth, quotasShown)
	list := make([]AddressQuota, 0, len(uses))
	for _, u := range uses {
		use := u.In(window)
		list = append(list, AddressQuota{strings.TrimPrefix(u.Bucket, admit.AddressBuckets), a.admission.Usage(use), !a.admission.Limits.Fits(use)})
	}
	return list, err
}

func addressTries(ctx context.Context, tx *db.Tx, since time.Time) ([]AddressTries, error) {
	const prefix = "address:"
	found, err := store.MostTries(ctx, tx, prefix, since, quotasShown)
	list := make([]AddressTries, 0, len(found))
	for _, f := range found {
		list = append(list, AddressTries{strings.TrimPrefix(f.Bucket, prefix), f.N, f.N >= identity.TriesOfAddress, f.Began.Add(identity.TryWindow)})
	}
	return list, err
}
