package admit

import (
	"sync"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/domain"
)

const (
	// quotaKnown is how many buckets are known in memory at most.
	quotaKnown = 100_000
	// quotaIdle is how long a bucket of a past hour stays known after its last use.
	quotaIdle = 10 * time.Minute
)

// quotaBucket is what both counters know of a bucket.
type quotaBucket struct {
	mu   sync.Mutex // never held while waiting for the database
	use  store.QuotaUse
	used time.Time // when it was last asked
	busy bool      // the database has yet to hear of it or to answer: it must not be forgotten
	gone bool      // it was forgotten: whoever still holds it looks it up again
}

func (b *quotaBucket) bucket() *quotaBucket { return b }

// quotaTable holds the buckets by name, up to a bound. Locks are taken table first, then bucket.
type quotaTable[B interface{ bucket() *quotaBucket }] struct {
	mu     sync.Mutex
	known  map[string]B
	bound  int
	create func(name string) B // runs under the table's lock
}

func newQuotaTable[B interface{ bucket() *quotaBucket }](create func(name string) B) quotaTable[B] {
	return quotaTable[B]{known: map[string]B{}, bound: quotaKnown, create: create}
}

// get finds or creates a bucket. When the table is full every bucket that the database knows as well
// is forgotten; it fails if that left no room.
func (t *quotaTable[B]) get(name string) (B, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b, ok := t.known[name]; ok {
		return b, nil
	}
	if len(t.known) >= t.bound {
		t.forget(func(*quotaBucket) bool { return true })
	}
	if len(t.known) >= t.bound {
		var none B
		return none, domain.Errorf(domain.Unavailable, "too many callers at once; try again in a moment")
	}
	b := t.create(name)
	t.known[name] = b
	return b, nil
}

// peek gives what is known of a bucket.
func (t *quotaTable[B]) peek(name string) store.QuotaUse {
	t.mu.Lock()
	b, ok := t.known[name]
	t.mu.Unlock()
	if !ok {
		return store.QuotaUse{}
	}
	core := b.bucket()
	core.mu.Lock()
	defer core.mu.Unlock()
	return core.use
}

// sweep forgets the buckets that were not used in this hour nor for a while.
func (t *quotaTable[B]) sweep(now time.Time) {
	hour, since := QuotaWindow(now).Hour, now.Add(-quotaIdle)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(func(b *quotaBucket) bool { return b.use.Hour < hour && b.used.Before(since) })
}

// forget drops the buckets that are not busy and match; the table is locked.
func (t *quotaTable[B]) forget(match func(*quotaBucket) bool) {
	for name, b := range t.known {
		core := b.bucket()
		core.mu.Lock()
		if !core.busy && match(core) {
			core.gone = true
			delete(t.known, name)
		}
		core.mu.Unlock()
	}
}

// drop forgets one bucket whatever its state.
func (t *quotaTable[B]) drop(name string, b *quotaBucket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = true
	delete(t.known, name)
}
