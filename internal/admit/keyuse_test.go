package admit

import (
	"context"
	"errors"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
)

var (
	useTime = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	useAddr = netip.MustParseAddr("192.0.2.1")
)

// mustMakeKeys stores n keys, numbered from 1.
func mustMakeKeys(t *testing.T, s *db.DB, n int) {
	t.Helper()
	ctx := t.Context()
	err := s.Write(ctx, func(tx *db.Tx) error {
		user, err := identitystore.InsertUser(ctx, tx, domain.User{
			UUID: db.NewUUID(), Email: "ada@example.org", Firstname: "A", Lastname: "B", Account: domain.Account{Plan: domain.Pro, Active: true},
		})
		for i := 0; i < n && err == nil; i++ {
			_, err = store.InsertKey(ctx, tx, domain.APIKey{UserID: user, Name: strconv.Itoa(i)}, []byte(strconv.Itoa(i)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func lastUses(t *testing.T, s *db.DB) map[int64]time.Time {
	t.Helper()
	uses := map[int64]time.Time{}
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		for k, err := range store.Keys(t.Context(), tx, nil) {
			if err != nil {
				return err
			}
			if k.Key.LastUsedAt != nil {
				uses[k.Key.ID] = *k.Key.LastUsedAt
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return uses
}

// held runs f while a transaction locks a key against writes.
func held(t *testing.T, s *db.DB, keyID int64, f func()) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE api_keys SET name = 'held' WHERE id = $1`, keyID); err != nil {
			return err
		}
		f()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnEarlierUseNeverReplacesALaterOne(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		mustMakeKeys(t, s, 1)
		near, far := newKeyUses(s), newKeyUses(s) // two nodes
		near.note(1, useTime.Add(time.Minute), useAddr)
		near.note(1, useTime.Add(time.Second), useAddr)
		far.note(1, useTime, useAddr)
		for _, u := range []*keyUses{near, far} {
			if err := u.flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := lastUses(t, s)[1]; !got.Equal(useTime.Add(time.Minute)) {
			t.Errorf("the last use is told as %s", got)
		}
	})
}

func TestUsesAreStoredInTheOrderOfTheKeys(t *testing.T) {
	t.Parallel()
	const keys = 40
	s := dbtest.MustOpen(t, dbtest.Postgres(t)) // SQLite has one writer, so two flushes cannot overlap
	mustMakeKeys(t, s, keys)
	u := newKeyUses(s)
	for id := range int64(keys) {
		u.note(id+1, useTime, useAddr)
	}
	flushed := make(chan error, 1)
	held(t, s, 1, func() {
		go func() { flushed <- u.flush(context.Background()) }()
		time.Sleep(300 * time.Millisecond)
		free := 0
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			return tx.One(t.Context(), `SELECT COUNT(*) FROM (SELECT id FROM api_keys FOR UPDATE SKIP LOCKED) k`, nil, &free)
		})
		if err != nil || free != keys-1 {
			t.Errorf("while it waits for the first key, %d of the other %d are free: %v", free, keys-1, err)
		}
	})
	if err := <-flushed; err != nil || len(lastUses(t, s)) != keys {
		t.Errorf("%d uses are stored: %v", len(lastUses(t, s)), err)
	}
}

func TestStopWaitsForAFlushNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		mustMakeKeys(t, s, 1)
		u := newKeyUses(s)
		held(t, s, 1, func() {
			u.note(1, useTime, useAddr)
			u.Start()
			time.Sleep(keyUsesEvery + 300*time.Millisecond) // by now, a flush is blocked
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			began := time.Now()
			if err := u.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("stop: %v", err)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("stop took %s", took)
			}
		})
		if err := u.Stop(t.Context()); err != nil || !lastUses(t, s)[1].Equal(useTime) {
			t.Errorf("a second stop did not store what was left: %v", err)
		}
	})
}

func TestAFlushThatHangsGivesUp(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		mustMakeKeys(t, s, 1)
		u := newKeyUses(s)
		u.note(1, useTime, useAddr)
		held(t, s, 1, func() {
			began := time.Now()
			if err := u.flushInTime(); err == nil {
				t.Error("a key that is held was written to")
			}
			if took := time.Since(began); took > 2*keyUsesTimeout {
				t.Errorf("it took %s", took)
			}
		})
		if err := u.flush(t.Context()); err != nil || !lastUses(t, s)[1].Equal(useTime) {
			t.Errorf("the use was lost: %v", err)
		}
	})
}

func TestMoreKeysThanAreRememberedAreForgotten(t *testing.T) {
	t.Parallel()
	u := newKeyUses(nil)
	u.most = 2
	for id := range int64(5) {
		u.note(id, useTime, useAddr)
	}
	u.note(1, useTime.Add(time.Second), useAddr)
	if len(u.last) != 2 || !u.last[1].at.Equal(useTime.Add(time.Second)) {
		t.Errorf("it remembers %v", u.last)
	}
	taken := u.take()
	for id := range int64(2) {
		u.note(10+id, useTime, useAddr)
	}
	if u.requeue(taken); len(u.last) != 2 {
		t.Errorf("it remembers %d keys after a flush that failed", len(u.last))
	}
}
