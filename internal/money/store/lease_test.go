package store_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	moneystore "earnest/internal/money/store"
)

func TestALeaseHasOneHolderUntilItEnds(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		start := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
		take := func(holder string, after time.Duration, want bool) {
			t.Helper()
			now := start.Add(after)
			err := s.Write(t.Context(), func(tx *db.Tx) error {
				got, err := moneystore.TakeLease(t.Context(), tx, "task", holder, now, now.Add(time.Minute))
				if got != want {
					t.Errorf("%s after %s: %v", holder, after, got)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		end := func(holder string) {
			t.Helper()
			if err := s.Write(t.Context(), func(tx *db.Tx) error { return moneystore.EndLease(t.Context(), tx, "task", holder) }); err != nil {
				t.Fatal(err)
			}
		}
		take("a", 0, true)
		take("b", time.Second, false)
		take("a", 30*time.Second, true) // renewed
		take("b", 61*time.Second, false)
		take("b", 90*time.Second, true) // expired
		take("a", 91*time.Second, false)
		end("a") // not the holder
		take("a", 92*time.Second, false)
		end("b")
		take("a", 93*time.Second, true)
	})
}

func TestOfManyWhoAskAtOnceOneGetsTheLease(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		now := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
		for round := range 5 {
			var holders atomic.Int64
			var wg sync.WaitGroup
			for i := range 12 {
				wg.Go(func() {
					err := s.Write(t.Context(), func(tx *db.Tx) error {
						mine, err := moneystore.TakeLease(t.Context(), tx, "task", strconv.Itoa(round*100+i), now, now.Add(time.Minute))
						if mine {
							holders.Add(1)
						}
						return err
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if n := holders.Load(); n != 1 {
				t.Errorf("round %d: %d holders", round, n)
			}
			now = now.Add(time.Minute)
		}
	})
}
