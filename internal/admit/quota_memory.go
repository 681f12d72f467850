package admit

import (
	"context"
	"slices"
	"sync"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

// quotaSaveBatch is the number of buckets that one transaction saves, so that other writes get their turn.
const quotaSaveBatch = 1000

// memoryQuota counts requests in memory, for a process that has the database to itself, and saves its counts with every flush.
type memoryQuota struct {
	db     *db.DB
	limits Limits
	clock  func() time.Time
	table  quotaTable[*memoryBucket]
	loads  sync.WaitGroup

	saving  sync.Mutex // serialises flushes
	dirtyMu sync.Mutex // locked last
	dirty   []*memoryBucket
}

// memoryBucket is a bucket with its unsaved counts. It is busy while it is loading and while it has unsaved counts.
type memoryBucket struct {
	quotaBucket

	name    string
	loaded  chan struct{} // closed when use, or failed, is set
	failed  error
	pending store.QuotaUse // for the same windows as use
}

func newMemoryQuota(s *db.DB, limits Limits, clock func() time.Time) *memoryQuota {
	c := &memoryQuota{db: s, limits: limits, clock: clock}
	c.table = newQuotaTable(c.create)
	return c
}

// take confirms the entry in the database, and counts the request in memory.
func (c *memoryQuota) take(ctx context.Context, e entry) (outcome, error) {
	p, err := c.confirm(ctx, e)
	if err != nil || p.stale {
		return p, err
	}
	for {
		b, err := c.find(ctx, e.bucket)
		if err != nil {
			return outcome{}, err
		}
		var live bool
		if p.use, p.ok, live = c.count(b, 1); live {
			return p, nil
		}
	}
}

// confirm checks an entry's facts, if there are any, and takes a snapshot of its target, if there is one.
func (c *memoryQuota) confirm(ctx context.Context, e entry) (outcome, error) {
	if !e.facts.Any() && e.target == nil {
		return outcome{}, nil
	}
	var p outcome
	err := c.db.Once(ctx, func(tx *db.Tx) error {
		holds, snapshot, err := store.Confirm(ctx, tx, e.facts, e.target)
		p.stale = !holds
		if e.target != nil {
			p.snap = &snapshot
		}
		return err
	})
	return p, err
}

// find returns a bucket once it is loaded. If the table is full of unsaved counts, it saves them first.
func (c *memoryQuota) find(ctx context.Context, name string) (*memoryBucket, error) {
	b, err := c.table.get(name)
	if err != nil {
		if err := c.flush(ctx); err != nil {
			return nil, err
		}
		if b, err = c.table.get(name); err != nil {
			return nil, err
		}
	}
	select {
	case <-b.loaded: // nearly always already closed
		return b, b.failed
	default:
	}
	select {
	case <-b.loaded:
		return b, b.failed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// more counts n requests in memory.
func (c *memoryQuota) more(ctx context.Context, bucket string, counted store.QuotaWindow, n int64) (use store.QuotaUse, ok bool, err error) {
	for {
		b, err := c.find(ctx, bucket)
		if err != nil {
			return use, false, err
		}
		use, ok, live := c.count(b, n)
		if live && !ok {
			c.giveBack(bucket, counted)
			use = less(use, counted)
		}
		if live {
			return use, ok, nil
		}
	}
}

// count counts n requests if there is room for all of them; live is false if the bucket was dropped.
func (c *memoryQuota) count(b *memoryBucket, n int64) (use store.QuotaUse, ok, live bool) {
	now := c.clock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return store.QuotaUse{}, false, false
	}
	b.used = now
	b.use = b.use.In(QuotaWindow(now))
	if !c.limits.fit(b.use, n) {
		return b.use, false, true
	}
	b.use = plus(b.use, n)
	b.pending = plus(b.pending.In(b.use.Window()), n)
	if !b.busy {
		b.busy = true
		c.mark(b)
	}
	return b.use, true, true
}

// giveBack uncounts a request. A bucket that was dropped meanwhile has been idle for so long that its hour has ended.
func (c *memoryQuota) giveBack(bucket string, in store.QuotaWindow) {
	c.table.mu.Lock()
	b, ok := c.table.known[bucket]
	c.table.mu.Unlock()
	if !ok {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.use = less(b.use, in)
	b.pending = b.pending.In(b.use.Window())
	if b.pending.Hour == in.Hour {
		b.pending.HourN-- // below 0 if the request has been saved
	}
	if b.pending.Month == in.Month {
		b.pending.MonthN--
	}
	if !b.busy && !b.gone {
		b.busy = true
		c.mark(b)
	}
}

// plus adds n requests to both windows.
func plus(u store.QuotaUse, n int64) store.QuotaUse {
	u.HourN += n
	u.MonthN += n
	return u
}

func (c *memoryQuota) mark(b *memoryBucket) {
	c.dirtyMu.Lock()
	defer c.dirtyMu.Unlock()
	c.dirty = append(c.dirty, b)
}

func (c *memoryQuota) peek(bucket string) store.QuotaUse { return c.table.peek(bucket) }

func (c *memoryQuota) sweep(now time.Time) { c.table.sweep(now) }

func (c *memoryQuota) wait() { c.loads.Wait() }

// create creates a bucket and starts loading it, independently of the request that needed it first, which may give up while
// others wait for the same bucket.
func (c *memoryQuota) create(name string) *memoryBucket {
	b := &memoryBucket{name: name, loaded: make(chan struct{})}
	b.busy = true
	c.loads.Go(func() { c.load(b) })
	return b
}

func (c *memoryQuota) load(b *memoryBucket) {
	defer close(b.loaded)
	ctx, cancel := context.WithTimeout(context.Background(), quotaTimeout)
	defer cancel()
	var use store.QuotaUse
	err := c.db.Read(ctx, func(tx *db.Tx) (err error) {
		use, err = store.ReadQuotaUse(ctx, tx, b.name)
		return err
	})
	if err != nil {
		b.failed = quotaUnavailable(err)
		c.table.drop(b.name, &b.quotaBucket)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.use, b.used, b.busy = use, c.clock(), false
}

// flush saves everything counted since the last flush.
func (c *memoryQuota) flush(ctx context.Context) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	c.dirtyMu.Lock()
	dirty := c.dirty
	c.dirty = nil
	c.dirtyMu.Unlock()
	var failed error
	for batch := range slices.Chunk(dirty, quotaSaveBatch) {
		if err := c.save(ctx, batch); err != nil {
			failed = err
		}
	}
	return failed
}

// save stores a batch in one transaction. Counts that cannot be saved stay with their bucket for the next flush.
func (c *memoryQuota) save(ctx context.Context, batch []*memoryBucket) error {
	counted := make([]store.QuotaUse, len(batch))
	for i, b := range batch {
		counted[i] = b.takeUnsaved()
	}
	err := c.db.Write(ctx, func(tx *db.Tx) error {
		for i, b := range batch {
			if err := store.AddQuotaUse(ctx, tx, b.name, counted[i]); err != nil {
				return err
			}
		}
		return nil
	})
	for i, b := range batch {
		if err == nil {
			counted[i] = store.QuotaUse{}
		}
		c.settle(b, counted[i])
	}
	return err
}

// takeUnsaved returns the unsaved counts and clears them.
func (b *memoryBucket) takeUnsaved() store.QuotaUse {
	b.mu.Lock()
	defer b.mu.Unlock()
	counted := b.pending
	b.pending = store.QuotaUse{}
	return counted
}

// settle returns unsaved counts to the bucket, and queues it again if it has any.
func (c *memoryQuota) settle(b *memoryBucket, unsaved store.QuotaUse) {
	b.mu.Lock()
	defer b.mu.Unlock()
	unsaved = unsaved.In(b.use.Window())
	b.pending = b.pending.In(b.use.Window())
	b.pending.HourN += unsaved.HourN
	b.pending.MonthN += unsaved.MonthN
	b.busy = b.pending.HourN != 0 || b.pending.MonthN != 0
	if b.busy {
		c.mark(b)
	}
}
