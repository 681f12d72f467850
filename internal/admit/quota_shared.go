package admit

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

// mostTargets is how many snapshots one ask takes: a few milliseconds of the database, for which others of its bucket wait.
const mostTargets = 32

// sharedQuota counts in the database, for several nodes. A bucket has one ask under way at a time; the
// requests that come meanwhile share the next one, so that a busy key costs a statement a round trip, not
// a statement a request. Requests share an ask as long as they rely on the same facts.
type sharedQuota struct {
	db     *db.DB
	limits Limits
	clock  func() time.Time
	table  quotaTable[*sharedBucket]
	asks   sync.WaitGroup
}

// sharedBucket is a bucket with the last use that the database told. It is busy while an ask is under way.
type sharedBucket struct {
	quotaBucket

	name    string
	waiting []*quotaAsk // what requests that come now may join, in the order in which they are sent
}

// quotaAsk is one round trip on behalf of several requests.
type quotaAsk struct {
	facts    store.KeyFacts
	requests int64          // guarded by the bucket, as what follows; fixed once it is sent
	targets  []store.Target // no two are the same
	sent     bool

	done    chan struct{} // closed when what follows is set
	answer  store.QuotaAnswer
	err     error
	claimed atomic.Int64
}

func newSharedQuota(s *db.DB, limits Limits, clock func() time.Time) *sharedQuota {
	c := &sharedQuota{db: s, limits: limits, clock: clock}
	c.table = newQuotaTable(func(name string) *sharedBucket { return &sharedBucket{name: name} })
	return c
}

// take lets a request share an ask. Where the bucket is known to be exhausted none is sent, and so no facts are confirmed.
func (c *sharedQuota) take(ctx context.Context, e entry) (passage, error) {
	for {
		b, err := c.table.get(e.bucket)
		if err != nil {
			return passage{}, err
		}
		ask, use, live := c.join(b, e)
		switch {
		case !live:
			continue
		case ask == nil:
			return passage{use: use, stale: e.facts.Any()}, nil
		}
		select {
		case <-ask.done:
			return ask.claim(e)
		case <-ctx.Done():
			b.leave(ask)
			return passage{}, ctx.Err()
		}
	}
}

// join adds a request to an ask that is still to be sent, and sees that it will be. There is none to join
// when the bucket is known to be exhausted: counts only rise inside a window, so the database could not
// answer otherwise. live is false when the bucket was forgotten.
func (c *sharedQuota) join(b *sharedBucket, e entry) (ask *quotaAsk, use store.QuotaUse, live bool) {
	now := c.clock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return nil, use, false
	}
	b.used = now
	if use = b.use.In(QuotaWindow(now)); !c.limits.Fits(use) {
		return nil, use, true
	}
	ask = b.open(e)
	ask.requests++
	if !b.busy {
		b.busy = true
		c.asks.Go(func() { c.serve(b) })
	}
	return ask, use, true
}

// open gives the first ask that takes the entry, or a new one; the bucket is locked.
func (b *sharedBucket) open(e entry) *quotaAsk {
	for _, ask := range b.waiting {
		if ask.facts == e.facts && ask.look(e.target) {
			return ask
		}
	}
	ask := &quotaAsk{facts: e.facts, done: make(chan struct{})}
	ask.look(e.target)
	b.waiting = append(b.waiting, ask)
	return ask
}

// look adds the target of a request, if there is room for it.
func (a *quotaAsk) look(t *store.Target) bool {
	switch {
	case t == nil || slices.Contains(a.targets, *t):
		return true
	case len(a.targets) == mostTargets:
		return false
	default:
		a.targets = append(a.targets, *t)
		return true
	}
}

// leave takes back a request whose caller gave up, unless it was sent.
func (b *sharedBucket) leave(ask *quotaAsk) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ask.sent {
		ask.requests--
	}
}

// serve sends one ask after the other until nobody waits.
func (c *sharedQuota) serve(b *sharedBucket) {
	for ask := b.send(); ask != nil; ask = b.send() {
		c.consult(b.name, ask)
		if ask.err == nil && ask.answer.Holds {
			b.mu.Lock()
			b.use = ask.answer.Use
			b.mu.Unlock()
		}
		close(ask.done)
	}
}

// send closes the next ask that is of use to somebody to further requests and gives it.
func (b *sharedBucket) send() *quotaAsk {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) > 0 {
		ask := b.waiting[0]
		b.waiting = slices.Delete(b.waiting, 0, 1)
		if ask.requests > 0 {
			ask.sent = true
			return ask
		}
	}
	b.busy = false
	return nil
}

// consult asks the database under a deadline of its own, since no single request owns the ask.
func (c *sharedQuota) consult(bucket string, ask *quotaAsk) {
	ctx, cancel := context.WithTimeout(context.Background(), quotaPatience)
	defer cancel()
	question := store.QuotaAsk{
		Bucket:     bucket,
		Window:     QuotaWindow(c.clock()),
		Requests:   ask.requests,
		HourLimit:  c.limits.Hour,
		MonthLimit: c.limits.Month,
		Facts:      ask.facts,
		Targets:    ask.targets,
	}
	err := c.db.Once(ctx, func(tx *db.Tx) (err error) {
		ask.answer, err = store.TakeQuota(ctx, tx, question)
		return err
	})
	ask.err = quotaAway(err)
}

// claim gives a request its share of the answer: as many as were granted may pass, each with the use
// as it stood when it was counted.
func (a *quotaAsk) claim(e entry) (passage, error) {
	switch {
	case a.err != nil:
		return passage{}, a.err
	case !a.answer.Holds:
		return passage{stale: true}, nil
	}
	n, granted := a.claimed.Add(1), a.answer.Granted
	if n > granted {
		return passage{use: a.answer.Use}, nil
	}
	p := passage{use: plus(a.answer.Use, n-granted), ok: true}
	if e.target != nil {
		p.snap = &a.answer.Snapshots[slices.Index(a.targets, *e.target)]
	}
	return p, nil
}

func (c *sharedQuota) peek(bucket string) store.QuotaUse { return c.table.peek(bucket) }

func (c *sharedQuota) sweep(now time.Time) { c.table.sweep(now) }

func (c *sharedQuota) wait() { c.asks.Wait() }

// flush has nothing to save: every count was made in the database.
func (c *sharedQuota) flush(context.Context) error { return nil }
