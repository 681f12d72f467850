package app

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"earnest/internal/store"
)

// sharedQuota counts in the database, for several nodes. A bucket has one statement under way at a
// time; the requests that come meanwhile share the next one, so that a busy key costs a statement a
// round trip, not a statement a request.
type sharedQuota struct {
	store  *store.Store
	limits Limits
	clock  func() time.Time
	table  quotaTable[*sharedBucket]
	asks   sync.WaitGroup
}

// sharedBucket is a bucket with the last use that the database told. It is busy while a statement is
// under way.
type sharedBucket struct {
	quotaBucket

	name string
	next *quotaAsk // what requests that come now join; nil when none waits
}

// quotaAsk is one statement on behalf of several requests.
type quotaAsk struct {
	requests int64 // guarded by the bucket; fixed once it is sent
	sent     bool

	done    chan struct{} // closed when what follows is set
	granted int64
	use     store.QuotaUse
	err     error
	claimed atomic.Int64
}

func newSharedQuota(s *store.Store, limits Limits, clock func() time.Time) *sharedQuota {
	c := &sharedQuota{store: s, limits: limits, clock: clock}
	c.table = newQuotaTable(func(name string) *sharedBucket { return &sharedBucket{name: name} })
	return c
}

func (c *sharedQuota) take(ctx context.Context, bucket string) (store.QuotaUse, bool, error) {
	for {
		b, err := c.table.get(bucket)
		if err != nil {
			return store.QuotaUse{}, false, err
		}
		ask, use, live := c.join(b)
		switch {
		case !live:
			continue
		case ask == nil:
			return use, false, nil
		}
		select {
		case <-ask.done:
			return ask.claim()
		case <-ctx.Done():
			b.leave(ask)
			return store.QuotaUse{}, false, ctx.Err()
		}
	}
}

// join adds a request to the next statement, and sees that it will be sent. There is none to join when
// the bucket is known to be exhausted: counts only rise inside a window, so the database could not
// answer otherwise. live is false when the bucket was forgotten.
func (c *sharedQuota) join(b *sharedBucket) (ask *quotaAsk, use store.QuotaUse, live bool) {
	now := c.clock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return nil, use, false
	}
	b.used = now
	if use = b.use.In(quotaWindow(now)); !c.limits.fits(use) {
		return nil, use, true
	}
	if b.next == nil {
		b.next = &quotaAsk{done: make(chan struct{})}
	}
	b.next.requests++
	if !b.busy {
		b.busy = true
		c.asks.Go(func() { c.serve(b) })
	}
	return b.next, use, true
}

// leave takes back a request whose caller gave up, unless it was sent.
func (b *sharedBucket) leave(ask *quotaAsk) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ask.sent {
		ask.requests--
	}
}

// serve sends one statement after the other until nobody waits.
func (c *sharedQuota) serve(b *sharedBucket) {
	for ask := b.send(); ask != nil; ask = b.send() {
		ask.granted, ask.use, ask.err = c.ask(b.name, ask.requests)
		if ask.err == nil {
			b.mu.Lock()
			b.use = ask.use
			b.mu.Unlock()
		}
		close(ask.done)
	}
}

// send closes the next statement to further requests and gives it.
func (b *sharedBucket) send() *quotaAsk {
	b.mu.Lock()
	defer b.mu.Unlock()
	ask := b.next
	b.next = nil
	if ask == nil || ask.requests == 0 {
		b.busy = false
		return nil
	}
	ask.sent = true
	return ask
}

// ask runs the statement under a deadline of its own, since no single request owns it.
func (c *sharedQuota) ask(bucket string, requests int64) (granted int64, use store.QuotaUse, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), quotaPatience)
	defer cancel()
	ask := store.QuotaAsk{
		Bucket:     bucket,
		Window:     quotaWindow(c.clock()),
		Requests:   requests,
		HourLimit:  c.limits.Hour,
		MonthLimit: c.limits.Month,
	}
	err = c.store.Once(ctx, func(tx *store.Tx) (err error) {
		granted, use, err = tx.TakeQuota(ctx, ask)
		return err
	})
	return granted, use, quotaAway(err)
}

// claim gives a request its share of the answer: as many as were granted may pass, each with the use
// as it stood when it was counted.
func (a *quotaAsk) claim() (store.QuotaUse, bool, error) {
	if a.err != nil {
		return store.QuotaUse{}, false, a.err
	}
	n := a.claimed.Add(1)
	if n > a.granted {
		return a.use, false, nil
	}
	return plus(a.use, n-a.granted), true, nil
}

func (c *sharedQuota) peek(bucket string) store.QuotaUse { return c.table.peek(bucket) }

func (c *sharedQuota) sweep(now time.Time) { c.table.sweep(now) }

func (c *sharedQuota) wait() { c.asks.Wait() }

// flush has nothing to save: every count was made in the database.
func (c *sharedQuota) flush(context.Context) error { return nil }
