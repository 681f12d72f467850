package admit

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/domain"
)

func TestThreeNodesGrantExactlyWhatIsLeft(t *testing.T) {
	t.Parallel()
	for name, left := range map[string]func(Rate) int64{
		"hour":  func(r Rate) int64 { return r.HourLeft },
		"month": func(r Rate) int64 { return r.MonthLeft },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := postgresQuotas(t)
			limits := map[string]Limits{"hour": {500, 9999}, "month": {9999, 500}}[name]
			nodes := []*Quota{w.node(t, limits), w.node(t, limits), w.node(t, limits)}
			granted, refused := rush(t, "key:1", nodes...)
			mustBeExactly500(t, granted, refused, left)
			w.mustHold(t, nodes[0].db, "key:1", 500, 500)
		})
	}
}

func TestAnExhaustedBucketIsRefusedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	a, b := w.node(t, Limits{Hour: 3, Month: 9}), w.node(t, Limits{Hour: 3, Month: 9})
	mustTake(t, a, "key:1", 3, true)
	mustLeave(t, mustTake(t, b, "key:1", 1, false), 0, 6) // b learns this from the database
	before := b.db.Statements()
	mustLeave(t, mustTake(t, b, "key:1", 100, false), 0, 6)
	if n := b.db.Statements() - before; n != 0 {
		t.Errorf("100 refused requests ran %d statements", n)
	}
	w.setClock(midMonth.Add(time.Hour))
	mustLeave(t, mustTake(t, b, "key:1", 1, true), 2, 5)
}

// holdRow locks a bucket's row, as a slow node would, until release is called.
func holdRow(t *testing.T, s *db.DB, bucket string) (release func()) {
	t.Helper()
	held, free := make(chan struct{}), make(chan struct{})
	var end sync.WaitGroup
	end.Go(func() {
		err := s.Write(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Exec(context.Background(), `UPDATE quotas SET granted = 0 WHERE bucket = $1`, bucket)
			close(held)
			<-free
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	release = sync.OnceFunc(func() { close(free); end.Wait() })
	t.Cleanup(release)
	return release
}

// mustWait waits until n requests are queued while the bucket has a round trip in flight.
func mustWait(t *testing.T, q *Quota, bucket string, n int64) {
	t.Helper()
	b, err := q.counter.(*sharedQuota).table.get(bucket)
	if err != nil {
		t.Fatal(err)
	}
	for range 4000 {
		b.mu.Lock()
		waiting := int64(0)
		for _, ask := range b.waiting {
			waiting += ask.requests
		}
		joined := b.busy && waiting == n
		b.mu.Unlock()
		if joined {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%d requests never came to wait", n)
}

func TestRequestsThatComeMeanwhileShareTheNextStatement(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, Limits{Hour: 30, Month: 99})
	mustTake(t, q, "key:1", 1, true)
	release := holdRow(t, w.openStore(t), "key:1")
	before := q.db.Statements()

	var mu sync.Mutex
	granted := 0
	var all sync.WaitGroup
	take := func() {
		_, ok, err := q.Take(t.Context(), "key:1")
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		if ok {
			granted++
		}
	}
	all.Go(take)
	mustWait(t, q, "key:1", 0)
	for range 50 {
		all.Go(take)
	}
	mustWait(t, q, "key:1", 50)
	mustLeave(t, q.Peek("key:1"), 29, 98) // a peek does not block
	release()
	all.Wait()
	if n := q.db.Statements() - before; n != 2 {
		t.Errorf("51 requests ran %d statements, want 2", n)
	}
	if granted != 29 {
		t.Errorf("%d were granted, want 29", granted)
	}
	w.mustHold(t, q.db, "key:1", 30, 30)
}

func TestACallerThatGivesUpWhileWaitingIsNotCounted(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, plenty)
	mustTake(t, q, "key:1", 1, true)
	release := holdRow(t, w.openStore(t), "key:1")

	var all sync.WaitGroup
	all.Go(func() { mustTake(t, q, "key:1", 1, true) })
	mustWait(t, q, "key:1", 0)
	ctx, cancel := context.WithCancel(t.Context())
	for range 5 {
		all.Go(func() {
			rate, ok, err := q.Take(ctx, "key:1")
			if ok || !errors.Is(err, context.Canceled) {
				t.Errorf("granted is %v with %v, want a cancelled context", ok, err)
			}
			mustLeave(t, rate, plenty.Hour-1, plenty.Month-1)
		})
	}
	mustWait(t, q, "key:1", 5)
	cancel()
	mustWait(t, q, "key:1", 0)
	release()
	all.Wait()
	mustStop(t, q)
	w.mustHold(t, q.db, "key:1", 2, 2)
}

func TestAStatementThatFailsFailsItsRequestsOnly(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, Limits{Hour: 5, Month: 9})
	mustTake(t, q, "key:1", 2, true)
	if err := renameQuotas(t, q, "quotas", "away"); err != nil {
		t.Fatal(err)
	}
	rate, ok, err := q.Take(t.Context(), "key:1")
	if err == nil || ok {
		t.Fatal("a request was granted without the table")
	}
	mustLeave(t, rate, 3, 7)
	if err := renameQuotas(t, q, "away", "quotas"); err != nil {
		t.Fatal(err)
	}
	mustLeave(t, mustTake(t, q, "key:1", 1, true), 2, 6)
}

func TestNodesKnowNoMoreBucketsThanTheBound(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, Limits{Hour: 2, Month: 9})
	c := q.counter.(*sharedQuota)
	c.table.bound = 3
	for i := range int64(20) {
		mustTake(t, q, KeyBucket(i%5), 1, i < 10)
		c.asks.Wait()
	}
	if n := len(c.table.known); n > 3 {
		t.Errorf("%d buckets are known, want at most 3", n)
	}
	w.setClock(midMonth.Add(2 * time.Hour))
	mustFlush(t, q)
	if n := len(c.table.known); n != 0 {
		t.Errorf("%d idle buckets are known, want none", n)
	}
}

func TestADroppedBucketIsLookedUpAgainByNodesToo(t *testing.T) {
	t.Parallel()
	q := postgresQuotas(t).node(t, plenty)
	c := q.counter.(*sharedQuota)
	b, err := c.table.get("key:1")
	if err != nil {
		t.Fatal(err)
	}
	c.table.drop("key:1", &b.quotaBucket)
	if _, _, live := c.join(b, entry{bucket: "key:1"}); live {
		t.Error("a request joined a bucket that nobody else can find")
	}
}

// entries returns requests with one key, each with its own target.
func entries(n int, facts store.KeyFacts) []entry {
	var all []entry
	for i := range n {
		all = append(all, entry{bucket: "key:1", facts: facts, target: &store.Target{Noun: "project", UUID: strconv.Itoa(i), UserID: 1}})
	}
	return all
}

func TestRequestsThatShareARoundTripTakeEachSnapshotOnceAndNotTooManyAtATime(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, plenty)
	mustTake(t, q, "key:1", 1, true)
	release := holdRow(t, w.openStore(t), "key:1")
	before := q.db.Statements()
	var all sync.WaitGroup
	all.Go(func() { mustTake(t, q, "key:1", 1, true) })
	mustWait(t, q, "key:1", 0)
	wanted := append(entries(mostTargets+8, store.KeyFacts{}), entries(mostTargets+8, store.KeyFacts{})...)
	for _, e := range wanted {
		all.Go(func() {
			p, _, err := q.pass(t.Context(), e)
			if err != nil || !p.ok || p.snap == nil || p.snap.Found {
				t.Errorf("%+v: %+v, %v", e.target, p, err)
			}
		})
	}
	mustWait(t, q, "key:1", int64(len(wanted)))
	release()
	all.Wait()
	if n, want := q.db.Statements()-before, int64(1+mostTargets+1+8+1); n != want {
		t.Errorf("%d requests ran %d statements, want %d", len(wanted), n, want)
	}
	w.mustHold(t, q.db, "key:1", int64(len(wanted))+2, int64(len(wanted))+2)
}

func TestRequestsThatRelyOnOtherFactsShareNoAskAndAreNotCounted(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	q := w.node(t, plenty)
	mustTake(t, q, "key:1", 1, true)
	release := holdRow(t, w.openStore(t), "key:1")
	var all sync.WaitGroup
	all.Go(func() { mustTake(t, q, "key:1", 1, true) })
	mustWait(t, q, "key:1", 0)
	nobody := store.KeyOwner{Key: domain.APIKey{ID: 1, UserID: 1}}.Facts() // there is no such key
	for i := range 20 {
		e := entries(1, store.KeyFacts{})[0]
		if i%2 == 0 {
			e.facts = nobody
		}
		all.Go(func() {
			p, _, err := q.pass(t.Context(), e)
			if err != nil || p.ok == e.facts.Any() || p.stale != e.facts.Any() {
				t.Errorf("%+v: %+v, %v", e, p, err)
			}
		})
	}
	mustWait(t, q, "key:1", 20)
	release()
	all.Wait()
	w.mustHold(t, q.db, "key:1", 12, 12)
}

func TestABucketThatIsKnownToBeExhaustedConfirmsNoFacts(t *testing.T) {
	t.Parallel()
	q := postgresQuotas(t).node(t, Limits{Hour: 1, Month: 9})
	mustTake(t, q, "key:1", 1, true)
	p, _, err := q.pass(t.Context(), entry{bucket: "key:1", facts: store.KeyOwner{}.Facts()})
	if err != nil || p.ok || !p.stale {
		t.Errorf("%+v, %v", p, err)
	}
}
