package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

const (
	// TryWindow is the time in which failed sign-ins are counted, from the first one on.
	TryWindow = 15 * time.Minute
	// TriesOfAccount and triesOfAddress are how many may fail in it; then nobody gets in, right or wrong, until it is over.
	TriesOfAccount = 10
	TriesOfAddress = 50
	// tryPatience bounds how long it may take to take a try back.
	tryPatience = 5 * time.Second
)

// try is a check of somebody's password or code under way. It is counted as failed before the check, and taken
// back after it: so the limits hold however many come at once, on however many nodes.
type try struct {
	buckets []bucket
}

// bucket is what tries are counted by.
type bucket struct {
	name  string
	limit int64
	began time.Time
}

// buckets gives the address first and then the account: all take them in the same order, so that nobody waits in a
// circle. Of an email only the hash is kept: who mistakes the field may type a password there.
func (a *base) buckets(email string, v admit.Visit) []bucket {
	return []bucket{
		{name: "address:" + auth.Bucket(a.admission.Address(v)), limit: TriesOfAddress},
		{name: AccountBucket(email), limit: TriesOfAccount},
	}
}

// AccountBucket is what the failed sign-ins of an email are counted by.
func AccountBucket(email string) string {
	hash := sha256.Sum256([]byte(domain.FoldEmail(email)))
	return "account:" + hex.EncodeToString(hash[:])
}

// beginTry counts a try, or refuses it with TooManyTries.
func (a *base) beginTry(ctx context.Context, email string, v admit.Visit) (try, error) {
	now := a.Now()
	if err := a.checkLocked(ctx, a.buckets(email, v), now); err != nil {
		return try{}, err
	}
	return db.Write(ctx, a.DB, func(tx *db.Tx) (try, error) {
		t := try{a.buckets(email, v)}
		for i, b := range t.buckets {
			counted, err := store.AddTry(ctx, tx, b.name, now, now.Add(-TryWindow))
			if err != nil {
				return t, err
			}
			if counted.N > b.limit {
				return t, tooMany(counted, now)
			}
			t.buckets[i].began = counted.Began
		}
		return t, nil
	})
}

// checkLocked refuses without a write what is known to be refused.
func (a *base) checkLocked(ctx context.Context, buckets []bucket, now time.Time) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error {
		for _, b := range buckets {
			counted, err := store.ReadTries(ctx, tx, b.name, now.Add(-TryWindow))
			if err != nil {
				return err
			}
			if counted.N >= b.limit {
				return tooMany(counted, now)
			}
		}
		return nil
	})
}

func tooMany(t store.Tries, now time.Time) error {
	err := domain.Errorf(domain.TooManyTries, "too many sign-ins failed; wait a few minutes and try again")
	err.Wait = max(time.Second, t.Began.Add(TryWindow).Sub(now))
	return err
}

// good ends a try that let somebody in: the account starts afresh, the address gets its try back.
func (t try) good(ctx context.Context, tx *db.Tx) error {
	address, account := t.buckets[0], t.buckets[1]
	if err := store.TakeBackTry(ctx, tx, address.name, address.began); err != nil {
		return err
	}
	return store.ForgetTries(ctx, tx, account.name)
}

// settle leaves a try counted whose password or code was wrong, and takes every other one back: a right password
// without its code, a shut account, a fault of ours.
func (a *base) settle(ctx context.Context, t try, result error) {
	if kind := domain.KindOf(result); result != nil && (kind == domain.Unknown || kind == domain.WrongCode) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tryPatience)
	defer cancel()
	err := a.DB.Write(ctx, func(tx *db.Tx) error {
		for _, b := range t.buckets {
			if err := store.TakeBackTry(ctx, tx, b.name, b.began); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.Log.WarnContext(ctx, "a sign-in stays counted as failed", "error", err)
	}
}
