package admit

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

const (
	// keyUsesEvery is the interval between flushes.
	keyUsesEvery = time.Second
	// keyUsesTimeout limits how long a background flush may take.
	keyUsesTimeout = 5 * time.Second
	// keyUsesMost is the maximum number of keys whose use is held in memory; if the database stays unavailable, uses of further
	// keys are dropped.
	keyUsesMost = 20_000
	// keyUsesShare is the number of uses that one transaction stores, so that no row is locked for long.
	keyUsesShare = 500
)

// keyUses records when and from where each key was last used and stores this once a second, because a write per request would
// cost more than the request itself.
type keyUses struct {
	db    *db.DB
	most  int
	mu    sync.Mutex
	last  map[int64]keyUse
	quit  chan struct{}
	ended chan struct{} // nil until Start
	stop  sync.Once
}

type keyUse struct {
	at   time.Time
	addr netip.Addr
}

func newKeyUses(s *db.DB) *keyUses {
	return &keyUses{db: s, most: keyUsesMost, last: map[int64]keyUse{}, quit: make(chan struct{})}
}

// note records a use, unless a later one is known.
func (u *keyUses) note(keyID int64, at time.Time, addr netip.Addr) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.keep(keyID, keyUse{at, addr})
}

func (u *keyUses) keep(keyID int64, use keyUse) {
	known, ok := u.last[keyID]
	if ok && !known.at.Before(use.at) || !ok && len(u.last) >= u.most {
		return
	}
	u.last[keyID] = use
}

// Start stores the uses once a second until Stop. It must be called at most once.
func (u *keyUses) Start() {
	u.ended = make(chan struct{})
	go func() {
		defer close(u.ended)
		tick := time.NewTicker(keyUsesEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = u.flushInTime() // kept in memory and retried in a second
			case <-u.quit:
				return
			}
		}
	}()
}

// Stop ends the background work and stores the remaining uses, unless the context ends first.
func (u *keyUses) Stop(ctx context.Context) error {
	u.stop.Do(func() { close(u.quit) })
	if u.ended != nil {
		select {
		case <-u.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return u.flush(ctx)
}

func (u *keyUses) flushInTime() error {
	ctx, cancel := context.WithTimeout(context.Background(), keyUsesTimeout)
	defer cancel()
	return u.flush(ctx)
}

// flush stores the uses in order of key id, so that nodes never deadlock.
func (u *keyUses) flush(ctx context.Context) error {
	uses := u.take()
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(uses)), keyUsesShare) {
		err := u.db.Write(ctx, func(tx *db.Tx) error {
			for _, id := range ids {
				if err := store.SetKeyUsed(ctx, tx, id, uses[id].at, uses[id].addr.String()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			u.requeue(uses)
			return err
		}
	}
	return nil
}

func (u *keyUses) take() map[int64]keyUse {
	u.mu.Lock()
	defer u.mu.Unlock()
	uses := u.last
	u.last = map[int64]keyUse{}
	return uses
}

// requeue keeps uses that could not be stored; storing some of them twice does no harm.
func (u *keyUses) requeue(uses map[int64]keyUse) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, use := range uses {
		u.keep(id, use)
	}
}
