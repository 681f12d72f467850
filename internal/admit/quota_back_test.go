package admit

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/admit/store"
)

// mustPass takes one request and returns the usage that includes it.
func mustPass(t *testing.T, q *Quota, bucket string) store.QuotaUse {
	t.Helper()
	p, _, err := q.pass(t.Context(), entry{bucket: bucket})
	if err != nil || !p.ok {
		t.Fatalf("not granted: %+v, %v", p, err)
	}
	return p.use
}

func TestARequestThatIsGivenBackIsNotCounted(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 3, Month: 9})
			mustTake(t, q, "key:1", 2, true)
			mustLeave(t, q.giveBack("key:1", mustPass(t, q, "key:1")), 1, 7)
			mustLeave(t, q.Peek("key:1"), 1, 7)
			mustLeave(t, mustTake(t, q, "key:1", 1, true), 0, 6) // the quota was used up only for a moment
			mustTake(t, q, "key:1", 1, false)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 3, 3)
		})
	}
}

func TestARequestThatHasBeenSavedCanBeGivenBack(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 3, Month: 9})
			mustTake(t, q, "key:1", 1, true)
			counted := mustPass(t, q, "key:1")
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 2, 2)
			q.giveBack("key:1", counted)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 1, 1)
			mustLeave(t, mustTake(t, q, "key:1", 1, true), 1, 7)
			before := q.db.Statements()
			mustFlush(t, q)
			mustFlush(t, q)
			if n := q.db.Statements() - before; n > 1 {
				t.Errorf("flushing the last request took %d statements", n)
			}
		})
	}
}

func TestARequestIsGivenBackOnlyToTheWindowsThatCountedIt(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 5, Month: 9})
			counted := mustPass(t, q, "key:1")
			w.setClock(midMonth.Add(time.Hour))
			mustTake(t, q, "key:1", 2, true)
			q.giveBack("key:1", counted)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 2, 2)
			w.setClock(midMonth.AddDate(0, 1, 0))
			mustTake(t, q, "key:1", 2, true)
			q.giveBack("key:1", counted)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 2, 2)
		})
	}
}

func TestANodeAsksAgainWhetherAQuotaIsStillUsedUp(t *testing.T) {
	t.Parallel()
	w := postgresQuotas(t)
	a, b := w.node(t, Limits{Hour: 3, Month: 9}), w.node(t, Limits{Hour: 3, Month: 9})
	mustTake(t, a, "key:1", 2, true)
	counted := mustPass(t, a, "key:1")
	mustTake(t, b, "key:1", 1, false)
	a.giveBack("key:1", counted)
	mustFlush(t, a)
	mustTake(t, b, "key:1", 1, false) // it learned a moment ago that nothing is left
	w.setClock(midMonth.Add(exhaustedFor))
	mustLeave(t, mustTake(t, b, "key:1", 1, true), 0, 6)
	mustTake(t, a, "key:1", 1, false)
	w.mustHold(t, a.db, "key:1", 3, 3)
}

func TestCountsStayExactWhileRequestsAreGivenBack(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			nodes := []*Quota{w.node(t, plenty)}
			if name == "postgres" {
				nodes = append(nodes, w.node(t, plenty))
			}
			var kept atomic.Int64
			var all sync.WaitGroup
			for g := range 16 {
				q := nodes[g%len(nodes)]
				all.Go(func() {
					for i := range 40 {
						p, _, err := q.pass(t.Context(), entry{bucket: "key:1"})
						switch {
						case err != nil || !p.ok:
							t.Errorf("%+v, %v", p, err)
						case i%3 == 0:
							kept.Add(1)
						default:
							q.giveBack("key:1", p.use)
						}
						if i%10 == 0 {
							if err := q.Flush(t.Context()); err != nil {
								t.Error(err)
							}
						}
					}
				})
			}
			all.Wait()
			for _, q := range nodes {
				mustFlush(t, q)
			}
			w.mustHold(t, nodes[0].db, "key:1", kept.Load(), kept.Load())
		})
	}
}
