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
	// TryWindow is the window in which failed sign-ins are counted, starting at the first one.
	TryWindow = 15 * time.Minute
	// TriesOfAccount and TriesOfAddress are how many attempts may fail in one window for an account or from an address; after that,
	// every attempt is refused until the window ends.
	TriesOfAccount = 10
	TriesOfAddress = 50
	// tryTimeout limits how long undoing an attempt may take.
	tryTimeout = 5 * time.Second
)

// try is a check of a password or code in progress. It is counted as failed before the check, and the count is undone afterwards
// unless the check does fail, so that concurrent attempts cannot exceed the limits, however many nodes they run on.
type try struct {
	buckets []bucket
}

// bucket is an address or account for which attempts are counted.
type bucket struct {
	name  string
	limit int64
	began time.Time
}

// buckets returns the address first and then the account, so that they are always locked in the same order, which avoids
// deadlocks. Only the hash of an email is kept, because someone may type a password into that field by mistake.
func (a *base) buckets(email string, v admit.Visit) []bucket {
	return []bucket{
		{name: "address:" + auth.Bucket(a.admission.Address(v)), limit: TriesOfAddress},
		{name: AccountBucket(email), limit: TriesOfAccount},
	}
}

// AccountBucket returns the bucket for failed sign-ins with an email.
func AccountBucket(email string) string {
	hash := sha256.Sum256([]byte(domain.FoldEmail(email)))
	return "account:" + hex.EncodeToString(hash[:])
}

// beginTry counts an attempt, or refuses it with TooManyTries.
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

// checkLocked refuses an attempt, without writing anything, if a limit has already been reached.
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

// good ends a successful attempt: it clears the account's count and removes this attempt from the count of the address.
func (t try) good(ctx context.Context, tx *db.Tx) error {
	address, account := t.buckets[0], t.buckets[1]
	if err := store.UndoTry(ctx, tx, address.name, address.began); err != nil {
		return err
	}
	return store.ClearTries(ctx, tx, account.name)
}

// settle leaves an attempt counted if its password or code was wrong, and undoes the count otherwise: if the password was
// correct but the code was missing, if the account is inactive, or after an internal error.
func (a *base) settle(ctx context.Context, t try, result error) {
	if kind := domain.KindOf(result); result != nil && (kind == domain.Unknown || kind == domain.WrongCode) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tryTimeout)
	defer cancel()
	err := a.DB.Write(ctx, func(tx *db.Tx) error {
		for _, b := range t.buckets {
			if err := store.UndoTry(ctx, tx, b.name, b.began); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.Log.WarnContext(ctx, "a sign-in stays counted as failed", "error", err)
	}
}
