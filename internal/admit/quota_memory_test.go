package admit

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/domain"
)

func newMemoryWorld(t *testing.T, limits Limits) (*quotaWorld, *Quota, *memoryQuota) {
	t.Helper()
	w := sqliteQuotas(t)
	q := w.node(t, limits)
	return w, q, q.counter.(*memoryQuota)
}

func TestOneProcessCountsWithoutTheDatabaseAfterFirstUse(t *testing.T) {
	t.Parallel()
	_, q, _ := newMemoryWorld(t, plenty)
	mustTake(t, q, "key:1", 1, true)
	before := q.db.Statements()
	mustTake(t, q, "key:1", 100, true)
	if n := q.db.Statements() - before; n != 0 {
		t.Errorf("100 requests ran %d statements", n)
	}
	mustFlush(t, q)
	before = q.db.Statements()
	mustFlush(t, q)
	if n := q.db.Statements() - before; n != 0 {
		t.Errorf("a flush with nothing to save ran %d statements", n)
	}
}

func TestAFlushThatFailsLosesNothing(t *testing.T) {
	t.Parallel()
	w, q, _ := newMemoryWorld(t, plenty)
	mustTake(t, q, "key:1", 3, true)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.Flush(cancelled); err == nil {
		t.Fatal("a flush under a cancelled context succeeded")
	}
	mustTake(t, q, "key:1", 2, true)
	w.setClock(midMonth.Add(time.Hour))
	if err := q.Flush(cancelled); err == nil {
		t.Fatal("a flush under a cancelled context succeeded")
	}
	mustTake(t, q, "key:1", 1, true)
	mustFlush(t, q)
	w.mustHold(t, q.db, "key:1", 1, 6)
}

func TestTwoProcessesOnOneFileLoseNoCounts(t *testing.T) {
	t.Parallel()
	w, q, _ := newMemoryWorld(t, plenty)
	other := w.node(t, plenty)
	mustTake(t, q, "key:1", 3, true)
	mustTake(t, other, "key:1", 4, true)
	mustFlush(t, q)
	mustFlush(t, other)
	w.mustHold(t, q.db, "key:1", 7, 7)
}

func TestCountsStayExactWhileBucketsAreForgottenAndFlushed(t *testing.T) {
	t.Parallel()
	w, q, c := newMemoryWorld(t, Limits{Hour: 20, Month: 1000})
	c.table.bound = 10
	var granted [40]atomic.Int64
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 8 * 40 {
				n := (i + g*5) % 40
				_, ok, err := q.Take(t.Context(), KeyBucket(int64(n)))
				for domain.KindOf(err) == domain.Unavailable { // all ten are unsaved again, so nothing was counted
					_, ok, err = q.Take(t.Context(), KeyBucket(int64(n)))
				}
				if err != nil {
					t.Error(err)
				}
				if ok {
					granted[n].Add(1)
				}
			}
		})
	}
	all.Wait()
	mustFlush(t, q)
	if n := len(c.table.known); n > 10 {
		t.Errorf("%d buckets are known, want at most 10", n)
	}
	for n := range granted {
		if got := granted[n].Load(); got != 20 {
			t.Errorf("bucket %d: %d granted, want 20", n, got)
		}
		w.mustHold(t, q.db, KeyBucket(int64(n)), 20, 20)
	}
}

func TestIdleBucketsOfPastHoursAreForgottenOnceSaved(t *testing.T) {
	t.Parallel()
	w, q, c := newMemoryWorld(t, plenty)
	w.setClock(midMonth.Add(29 * time.Minute)) // 10:59
	mustTake(t, q, "key:1", 3, true)
	for _, step := range []struct {
		after time.Duration
		want  int
	}{
		{0, 1},
		{2 * time.Minute, 1}, // a new hour, but the bucket was used a moment ago
		{9 * time.Minute, 1},
		{11 * time.Minute, 0},
	} {
		w.setClock(midMonth.Add(29*time.Minute + step.after))
		mustFlush(t, q)
		if n := len(c.table.known); n != step.want {
			t.Errorf("%v after its use %d buckets are known, want %d", step.after, n, step.want)
		}
	}
	mustLeave(t, mustTake(t, q, "key:1", 1, true), plenty.Hour-1, plenty.Month-4)
}

func TestABucketOfThisHourStaysKnown(t *testing.T) {
	t.Parallel()
	w, q, c := newMemoryWorld(t, plenty)
	w.setClock(midMonth.Add(-29 * time.Minute)) // 10:01
	mustTake(t, q, "key:1", 1, true)
	w.setClock(midMonth.Add(29 * time.Minute)) // 10:59
	mustFlush(t, q)
	if n := len(c.table.known); n != 1 {
		t.Errorf("%d buckets are known, want 1", n)
	}
}

func TestALoadThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	w, q, c := newMemoryWorld(t, Limits{Hour: 5, Month: 9})
	w.use(t, q, "key:1", 2, 2)
	if err := renameQuotas(t, q, "quotas", "away"); err != nil {
		t.Fatal(err)
	}
	rate, ok, err := q.Take(t.Context(), "key:1")
	if err == nil || ok {
		t.Fatalf("a request was granted without knowing its count: %+v", rate)
	}
	mustLeave(t, rate, 5, 9)
	if len(c.table.known) != 0 {
		t.Error("the bucket stays known though it could not be loaded")
	}
	if err := renameQuotas(t, q, "away", "quotas"); err != nil {
		t.Fatal(err)
	}
	mustLeave(t, mustTake(t, q, "key:1", 1, true), 2, 6)
}

func TestADroppedBucketIsLookedUpAgain(t *testing.T) {
	t.Parallel()
	_, q, c := newMemoryWorld(t, plenty)
	b, err := c.find(t.Context(), "key:1")
	if err != nil {
		t.Fatal(err)
	}
	c.table.bound = 1
	mustTake(t, q, "key:2", 1, true) // takes the only slot
	if _, _, live := c.count(b, 1); live {
		t.Error("a request was counted in a bucket that is never saved")
	}
}
