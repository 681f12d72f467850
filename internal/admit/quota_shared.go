package admit

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

// exhaustedFor is how long a bucket is taken to be exhausted once the database has reported it. After that, the database is asked again,
// since another node may have given requests back.
const exhaustedFor = time.Second

// mostTargets is the maximum number of snapshots in one round trip. They take the database a few milliseconds, during which the
// bucket's other requests wait.
const mostTargets = 32

// sharedQuota counts requests in the database, for several nodes. A bucket has one round trip in flight at a time; the requests that arrive
// in the meantime share the next one, so that a busy key costs one statement per round trip, not per request. Requests share a round trip
// as long as they rely on the same facts.
type sharedQuota struct {
	db     *db.DB
	limits Limits
	clock  func() time.Time
	table  quotaTable[*sharedBucket]
	asks   sync.WaitGroup

	owingMu sync.Mutex // locked last
	owing   []*sharedBucket
}

// sharedBucket is a bucket with the usage that the database last reported. It is busy while a round trip is in flight.
type sharedBucket struct {
	quotaBucket

	name    string
	waiting []*quotaBatch  // round trips that new requests may join, in the order in which they are sent
	told    time.Time      // when the database last reported the usage
	owed    store.QuotaUse // requests to be given back with the next round trip or flush
	listed  bool           // in sharedQuota.owing
}

// quotaBatch is one round trip on behalf of several requests.
type quotaBatch struct {
	facts    store.KeyFacts
	requests int64          // guarded by the bucket's lock, like the next two fields; fixed once sent
	targets  []store.Target // without duplicates
	owed     store.QuotaUse // set when it is sent
	sent     bool

	done    chan struct{} // closed when answer and err are set
	answer  store.QuotaAnswer
	err     error
	claimed atomic.Int64
}

func newSharedQuota(s *db.DB, limits Limits, clock func() time.Time) *sharedQuota {
	c := &sharedQuota{db: s, limits: limits, clock: clock}
	c.table = newQuotaTable(func(name string) *sharedBucket { return &sharedBucket{name: name} })
	return c
}

// take lets a request share a round trip. If the bucket is known to be exhausted, there is no round trip, so the facts are not
// confirmed.
func (c *sharedQuota) take(ctx context.Context, e entry) (outcome, error) {
	for {
		b, err := c.table.get(e.bucket)
		if err != nil {
			return outcome{}, err
		}
		ask, use, live := c.join(b, e)
		switch {
		case !live:
			continue
		case ask == nil:
			return outcome{use: use, stale: e.facts.Any()}, nil
		}
		select {
		case <-ask.done:
			return ask.claim(e)
		case <-ctx.Done():
			b.leave(ask)
			return outcome{}, ctx.Err()
		}
	}
}

// join adds a request to the bucket's next round trip, and starts one if none is in flight. If the bucket was exhausted a moment ago, no
// round trip is needed. live is false if the bucket was dropped.
func (c *sharedQuota) join(b *sharedBucket, e entry) (ask *quotaBatch, use store.QuotaUse, live bool) {
	now := c.clock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return nil, use, false
	}
	b.used = now
	if use = b.use.In(QuotaWindow(now)); !c.limits.Fits(use) && now.Sub(b.told).Abs() < exhaustedFor {
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

// open returns the first waiting round trip that the entry can join, or a new one; the bucket must be locked.
func (b *sharedBucket) open(e entry) *quotaBatch {
	for _, ask := range b.waiting {
		if ask.facts == e.facts && ask.look(e.target) {
			return ask
		}
	}
	ask := &quotaBatch{facts: e.facts, done: make(chan struct{})}
	ask.look(e.target)
	b.waiting = append(b.waiting, ask)
	return ask
}

// look adds the target of a request, if there is room for it.
func (a *quotaBatch) look(t *store.Target) bool {
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

// leave removes a request whose caller gave up, unless it was already sent.
func (b *sharedBucket) leave(ask *quotaBatch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ask.sent {
		ask.requests--
	}
}

// serve makes one round trip after another until no request is waiting.
func (c *sharedQuota) serve(b *sharedBucket) {
	for ask := b.send(); ask != nil; ask = b.send() {
		c.consult(b.name, ask)
		if ask.err == nil && ask.answer.Holds {
			b.report(ask.answer.Use, c.clock())
		}
		close(ask.done)
	}
}

// report stores the usage that the database reported, without the requests that it will be told to give back.
func (b *sharedBucket) report(use store.QuotaUse, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	owed := b.owed.In(use.Window())
	use.HourN, use.MonthN = max(0, use.HourN-owed.HourN), max(0, use.MonthN-owed.MonthN)
	b.use, b.told = use, now
}

// giveBack uncounts a request: at once in what this node knows, and in the database with the bucket's next round trip or the next flush. A
// bucket that was dropped meanwhile has been idle for so long that its hour has ended.
func (c *sharedQuota) giveBack(bucket string, in store.QuotaWindow) {
	c.table.mu.Lock()
	b, ok := c.table.known[bucket]
	c.table.mu.Unlock()
	if !ok {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.use = less(b.use, in)
	b.owed = b.owed.In(in)
	if b.owed.Hour == in.Hour {
		b.owed.HourN++
	}
	if b.owed.Month == in.Month {
		b.owed.MonthN++
	}
	if !b.listed {
		b.listed = true
		c.owingMu.Lock()
		c.owing = append(c.owing, b)
		c.owingMu.Unlock()
	}
}

// takeOwed returns the requests to be given back, and clears them; the bucket must be locked.
func (b *sharedBucket) takeOwed() store.QuotaUse {
	owed := b.owed
	b.owed = store.QuotaUse{}
	return owed
}

// send closes the next non-empty round trip to further requests and returns it.
func (b *sharedBucket) send() *quotaBatch {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) > 0 {
		ask := b.waiting[0]
		b.waiting = slices.Delete(b.waiting, 0, 1)
		if ask.requests > 0 {
			ask.sent, ask.owed = true, b.takeOwed()
			return ask
		}
	}
	b.busy = false
	return nil
}

// consult queries the database with its own deadline, since no single request owns the round trip.
func (c *sharedQuota) consult(bucket string, ask *quotaBatch) {
	ctx, cancel := context.WithTimeout(context.Background(), quotaTimeout)
	defer cancel()
	question := store.QuotaRequest{
		Bucket:     bucket,
		Window:     QuotaWindow(c.clock()),
		Requests:   ask.requests,
		HourLimit:  c.limits.Hour,
		MonthLimit: c.limits.Month,
		Facts:      ask.facts,
		Targets:    ask.targets,
		GiveBack:   ask.owed,
	}
	err := c.db.Once(ctx, func(tx *db.Tx) (err error) {
		ask.answer, err = store.TakeQuota(ctx, tx, question)
		return err
	})
	ask.err = quotaUnavailable(err)
}

// claim returns the outcome for one of the requests. Only as many requests pass as were granted, each with the usage at the moment when it
// was counted.
func (a *quotaBatch) claim(e entry) (outcome, error) {
	switch {
	case a.err != nil:
		return outcome{}, a.err
	case !a.answer.Holds:
		return outcome{stale: true}, nil
	}
	n, granted := a.claimed.Add(1), a.answer.Granted
	if n > granted {
		return outcome{use: a.answer.Use}, nil
	}
	p := outcome{use: plus(a.answer.Use, n-granted), ok: true}
	if e.target != nil {
		p.snap = &a.answer.Snapshots[slices.Index(a.targets, *e.target)]
	}
	return p, nil
}

// more makes a round trip of its own, so that every node knows at once what a refused batch has left.
func (c *sharedQuota) more(ctx context.Context, bucket string, counted store.QuotaWindow, n int64) (use store.QuotaUse, ok bool, err error) {
	request := store.QuotaRequest{
		Bucket: bucket, Window: QuotaWindow(c.clock()), Requests: n, HourLimit: c.limits.Hour, MonthLimit: c.limits.Month,
	}
	err = c.db.Once(ctx, func(tx *db.Tx) (err error) {
		use, ok, err = store.TakeMoreQuota(ctx, tx, request, counted)
		return err
	})
	return use, ok, quotaUnavailable(err)
}

func (c *sharedQuota) peek(bucket string) store.QuotaUse { return c.table.peek(bucket) }

func (c *sharedQuota) sweep(now time.Time) { c.table.sweep(now) }

func (c *sharedQuota) wait() { c.asks.Wait() }

// flush gives back the requests that no round trip has given back yet; every count was made in the database. What cannot be given back
// stays counted, since it is not known whether the database has done it.
func (c *sharedQuota) flush(ctx context.Context) error {
	c.owingMu.Lock()
	owing := c.owing
	c.owing = nil
	c.owingMu.Unlock()
	owed := map[string]store.QuotaUse{}
	for _, b := range owing {
		if use := b.settle(); use != (store.QuotaUse{}) {
			owed[b.name] = use
		}
	}
	var failed error
	for names := range slices.Chunk(slices.Sorted(maps.Keys(owed)), quotaSaveBatch) { // sorted, so that nodes never deadlock
		err := c.db.Write(ctx, func(tx *db.Tx) error {
			for _, name := range names {
				if err := store.GiveBackQuota(ctx, tx, name, owed[name]); err != nil {
					return err
				}
			}
			return nil
		})
		failed = errors.Join(failed, err)
	}
	return failed
}

// settle returns what the bucket owes when it is flushed.
func (b *sharedBucket) settle() store.QuotaUse {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listed = false
	return b.takeOwed()
}
