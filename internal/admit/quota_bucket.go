package admit

import (
	"sync"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/domain"
)

const (
	// quotaKnown is the maximum number of buckets in memory.
	quotaKnown = 100_000
	// quotaIdle is how long a bucket of a past hour stays in memory after its last use.
	quotaIdle = 10 * time.Minute
)

// quotaBucket is the part of a bucket that both counters share.
type quotaBucket struct {
	mu   sync.Mutex // never held while waiting for the database
	use  store.QuotaUse
	used time.Time // when it was last used
	busy bool      // it has unsaved counts or an outstanding request, so it must not be dropped
	gone bool      // it was dropped, so a caller that still holds it must look it up again
}

func (b *quotaBucket) bucket() *quotaBucket { return b }

// quotaTable holds the buckets by name, up to a limit. Lock the table first, then the bucket.
type quotaTable[B interface{ bucket() *quotaBucket }] struct {
	mu     sync.Mutex
	known  map[string]B
	bound  int
	create func(name string) B // called with the table locked
}

func newQuotaTable[B interface{ bucket() *quotaBucket }](create func(name string) B) quotaTable[B] {
	return quotaTable[B]{known: map[string]B{}, bound: quotaKnown, create: create}
}

// get finds or creates a bucket. When the table is full, every bucket whose counts are all saved is dropped; get fails if that
// does not make room.
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

// peek returns a bucket's usage as far as this process knows it.
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

// sweep drops the buckets that were used neither in this hour nor recently.
func (t *quotaTable[B]) sweep(now time.Time) {
	hour, since := QuotaWindow(now).Hour, now.Add(-quotaIdle)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(func(b *quotaBucket) bool { return b.use.Hour < hour && b.used.Before(since) })
}

// forget drops the matching buckets that are not busy; the table must be locked.
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

// drop removes one bucket whatever its state.
func (t *quotaTable[B]) drop(name string, b *quotaBucket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = true
	delete(t.known, name)
}
