package app

import (
	"context"
	"errors"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
	"earnest/internal/store/storetest"
)

var (
	useTime = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	useAddr = netip.MustParseAddr("192.0.2.1")
)

// mustMakeKeys stores n keys, numbered from 1.
func mustMakeKeys(t *testing.T, s *store.Store, n int) {
	t.Helper()
	a := New(s, Config{})
	if _, err := a.AddUser(t.Context(), NewUser{Email: "ada@example.org", Firstname: "A", Lastname: "B", Plan: domain.Pro}); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, err := a.CreateKey(t.Context(), NewKey{UserEmail: "ada@example.org", Name: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
}

func lastUses(t *testing.T, s *store.Store) map[int64]time.Time {
	t.Helper()
	keys, err := New(s, Config{}).Keys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	uses := map[int64]time.Time{}
	for _, k := range keys {
		if k.LastUsedAt != nil {
			uses[k.ID] = *k.LastUsedAt
		}
	}
	return uses
}

// held runs f while a transaction keeps others from writing to a key.
func held(t *testing.T, s *store.Store, keyID int64, f func()) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
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
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
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
	s := storetest.MustOpen(t, storetest.Postgres(t)) // SQLite has one writer: nobody can meet another half way
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
		err := s.Write(t.Context(), func(tx *store.Tx) error {
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
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		t.Helper()
		mustMakeKeys(t, s, 1)
		u := newKeyUses(s)
		held(t, s, 1, func() {
			u.note(1, useTime, useAddr)
			u.Start()
			time.Sleep(keyUsesEvery + 300*time.Millisecond) // a flush hangs by now
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
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		t.Helper()
		mustMakeKeys(t, s, 1)
		u := newKeyUses(s)
		u.note(1, useTime, useAddr)
		held(t, s, 1, func() {
			began := time.Now()
			if err := u.flushInTime(); err == nil {
				t.Error("a key that is held was written to")
			}
			if took := time.Since(began); took > 2*keyUsesPatience {
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
	if u.giveBack(taken); len(u.last) != 2 {
		t.Errorf("it remembers %d keys after a flush that failed", len(u.last))
	}
}
