package app

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// quotasShown is how many keys, and how many addresses, an administrator sees.
const quotasShown = 100

// KeyQuota is a key with what it used.
type KeyQuota struct {
	Key    domain.APIKey
	Owner  string // the name of its owner
	State  domain.KeyState
	Active bool // the owner's account is
	Usage  Usage
}

// AddressQuota is a network address whose requests were refused at the doors, and how many.
type AddressQuota struct {
	Address   string
	Usage     Usage
	Throttled bool // it gets no other answer any more until a window resets
}

// AddressTries is a network address from which sign-ins failed.
type AddressTries struct {
	Address string
	Failed  int64
	Locked  bool
	Until   time.Time // the window ends
}

// Quotas is who uses the API most, and who is kept out.
type Quotas struct {
	Limits    Limits
	Keys      []KeyQuota
	Addresses []AddressQuota
	Tries     []AddressTries
	Accounts  int // how many accounts are locked for failed sign-ins; whose is not kept
}

// Quotas tells administrators who uses the API most, in this hour or in this month.
func (a *App) Quotas(ctx context.Context, byMonth bool) (Quotas, error) {
	if err := a.quota.Flush(ctx); err != nil { // what this node counted in the last second
		return Quotas{}, err
	}
	return read(ctx, a, func(tx *store.Tx) (Quotas, error) {
		out := Quotas{Limits: a.config.Limits}
		var err error
		if out.Keys, err = a.keyQuotas(ctx, tx, byMonth); err != nil {
			return out, err
		}
		if out.Addresses, err = a.addressQuotas(ctx, tx, byMonth); err != nil {
			return out, err
		}
		since := a.clock().Add(-tryWindow)
		if out.Tries, err = addressTries(ctx, tx, since); err != nil {
			return out, err
		}
		out.Accounts, err = tx.CountTries(ctx, "account:", since, triesOfAccount)
		return out, err
	})
}

func (a *App) keyQuotas(ctx context.Context, tx *store.Tx, byMonth bool) ([]KeyQuota, error) {
	window := quotaWindow(a.clock())
	uses, err := tx.MostUsed(ctx, keyBuckets, window, byMonth, quotasShown)
	if err != nil {
		return nil, err
	}
	ids, owners := []int64{}, []int64{}
	for _, u := range uses {
		ids = append(ids, bucketKey(u.Bucket))
	}
	keys, err := tx.KeysByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		owners = append(owners, k.Key.UserID)
	}
	names, err := tx.NamesOf(ctx, slices.Compact(slices.Sorted(slices.Values(owners))))
	if err != nil {
		return nil, err
	}
	list := make([]KeyQuota, 0, len(uses))
	for _, u := range uses {
		if k, known := keys[bucketKey(u.Bucket)]; known {
			usage := a.quota.usage(u.In(window))
			list = append(list, KeyQuota{k.Key, names[k.Key.UserID], k.Key.StateAt(a.clock()), k.Account.Active, usage})
		}
	}
	return list, nil
}

// bucketKey is the number of the key that a bucket counts for; 0: none.
func bucketKey(bucket string) int64 {
	id, _ := strconv.ParseInt(strings.TrimPrefix(bucket, keyBuckets), 10, 64) // a bucket of ours
	return id
}

func (a *App) addressQuotas(ctx context.Context, tx *store.Tx, byMonth bool) ([]AddressQuota, error) {
	window := quotaWindow(a.clock())
	uses, err := tx.MostUsed(ctx, addressBuckets, window, byMonth, quotasShown)
	list := make([]AddressQuota, 0, len(uses))
	for _, u := range uses {
		use := u.In(window)
		list = append(list, AddressQuota{strings.TrimPrefix(u.Bucket, addressBuckets), a.quota.usage(use), !a.config.Limits.fits(use)})
	}
	return list, err
}

func addressTries(ctx context.Context, tx *store.Tx, since time.Time) ([]AddressTries, error) {
	const prefix = "address:"
	found, err := tx.MostTries(ctx, prefix, since, quotasShown)
	list := make([]AddressTries, 0, len(found))
	for _, f := range found {
		list = append(list, AddressTries{strings.TrimPrefix(f.Bucket, prefix), f.N, f.N >= triesOfAddress, f.Began.Add(tryWindow)})
	}
	return list, err
}
