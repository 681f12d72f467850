package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

const (
	// tryWindow is the time in which failed sign-ins are counted, from the first one on.
	tryWindow = 15 * time.Minute
	// triesOfAccount and triesOfAddress are how many may fail in it; then nobody gets in, right or wrong, until it is over.
	triesOfAccount = 10
	triesOfAddress = 50
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
func (a *App) buckets(email string, v Visit) []bucket {
	return []bucket{
		{name: "address:" + auth.Bucket(a.addressOf(v)), limit: triesOfAddress},
		{name: AccountBucket(email), limit: triesOfAccount},
	}
}

// AccountBucket is what the failed sign-ins of an email are counted by.
func AccountBucket(email string) string {
	hash := sha256.Sum256([]byte(domain.FoldEmail(email)))
	return "account:" + hex.EncodeToString(hash[:])
}

// beginTry counts a try, or refuses it with TooManyTries.
func (a *App) beginTry(ctx context.Context, email string, v Visit) (try, error) {
	now := a.clock()
	if err := a.checkLocked(ctx, a.buckets(email, v), now); err != nil {
		return try{}, err
	}
	return write(ctx, a, func(tx *store.Tx) (try, error) {
		t := try{a.buckets(email, v)}
		for i, b := range t.buckets {
			counted, err := tx.AddTry(ctx, b.name, now, now.Add(-tryWindow))
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
func (a *App) checkLocked(ctx context.Context, buckets []bucket, now time.Time) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		for _, b := range buckets {
			counted, err := tx.Tries(ctx, b.name, now.Add(-tryWindow))
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
	err.Wait = max(time.Second, t.Began.Add(tryWindow).Sub(now))
	return err
}

// good ends a try that let somebody in: the account starts afresh, the address gets its try back.
func (t try) good(ctx context.Context, tx *store.Tx) error {
	address, account := t.buckets[0], t.buckets[1]
	if err := tx.TakeBackTry(ctx, address.name, address.began); err != nil {
		return err
	}
	return tx.ForgetTries(ctx, account.name)
}

// settle leaves a try counted whose password or code was wrong, and takes every other one back: a right password
// without its code, a shut account, a fault of ours.
func (a *App) settle(ctx context.Context, t try, result error) {
	if kind := domain.KindOf(result); result != nil && (kind == domain.Unknown || kind == domain.WrongCode) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tryPatience)
	defer cancel()
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		for _, b := range t.buckets {
			if err := tx.TakeBackTry(ctx, b.name, b.began); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.config.Log.WarnContext(ctx, "a sign-in stays counted as failed", "error", err)
	}
}
