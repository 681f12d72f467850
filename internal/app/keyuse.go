package app

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"earnest/internal/store"
)

// keyUses remembers when and from where each key was last used and stores it once a second: a write for
// each request would cost more than the request.
type keyUses struct {
	store *store.Store
	mu    sync.Mutex
	last  map[int64]keyUse
	quit  chan struct{}
	done  chan struct{}
}

type keyUse struct {
	at   time.Time
	addr netip.Addr
}

func newKeyUses(s *store.Store) *keyUses {
	return &keyUses{store: s, last: map[int64]keyUse{}, quit: make(chan struct{}), done: make(chan struct{})}
}

func (u *keyUses) note(keyID int64, at time.Time, addr netip.Addr) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last[keyID] = keyUse{at, addr}
}

// Start stores the uses once a second until Stop.
func (u *keyUses) Start() {
	go func() {
		defer close(u.done)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = u.flush(context.Background()) // kept in memory and tried again in a second
			case <-u.quit:
				return
			}
		}
	}()
}

// Stop stores what is left.
func (u *keyUses) Stop(ctx context.Context) error {
	close(u.quit)
	<-u.done
	return u.flush(ctx)
}

func (u *keyUses) flush(ctx context.Context) error {
	uses := u.take()
	if len(uses) == 0 {
		return nil
	}
	err := u.store.Write(ctx, func(tx *store.Tx) error {
		for id, use := range uses {
			if err := tx.SetKeyUsed(ctx, id, use.at, use.addr.String()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		u.giveBack(uses)
	}
	return err
}

func (u *keyUses) take() map[int64]keyUse {
	u.mu.Lock()
	defer u.mu.Unlock()
	uses := u.last
	u.last = map[int64]keyUse{}
	return uses
}

// giveBack keeps uses that could not be stored, unless a later one came meanwhile.
func (u *keyUses) giveBack(uses map[int64]keyUse) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, use := range uses {
		if _, later := u.last[id]; !later {
			u.last[id] = use
		}
	}
}
