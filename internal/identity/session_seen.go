package identity

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"earnest/internal/admit"
	"earnest/internal/db"
	"earnest/internal/identity/store"
)

const (
	// seenEvery is how often the last use of a session is stored.
	seenEvery = 5 * time.Minute
	// seenPatience bounds how long storing it may take.
	seenPatience = 5 * time.Second
	// seenAtOnce is how many are stored at the same time; more wait for their next request.
	seenAtOnce = 64
)

// sightings stores the last use of sessions beside the requests that use them.
type sightings struct {
	db    *db.DB
	mu    sync.Mutex
	busy  map[int64]bool // sessions that are being stored
	ended bool
	wait  sync.WaitGroup
}

func newSightings(s *db.DB) *sightings { return &sightings{db: s, busy: map[int64]bool{}} }

// Saw remembers that a session was used, and from where, unless that was stored a short while ago. It does not wait.
func (a *Sessions) Saw(s Session, v admit.Visit) {
	now := a.Now()
	if now.Sub(s.LastSeenAt) < seenEvery || !a.seen.begin(s.ID) {
		return
	}
	go a.seen.keep(s, a.admission.Address(v), now)
}

// begin claims a session, unless somebody else stores it already.
func (g *sightings) begin(id int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended || g.busy[id] || len(g.busy) >= seenAtOnce {
		return false
	}
	g.busy[id] = true
	g.wait.Add(1)
	return true
}

// keep stores a use. One that cannot be stored is forgotten: the next request brings another.
func (g *sightings) keep(s Session, from netip.Addr, at time.Time) {
	defer g.wait.Done()
	ctx, cancel := context.WithTimeout(context.Background(), seenPatience)
	defer cancel()
	_ = g.db.Write(ctx, func(tx *db.Tx) error {
		if err := store.SeeSession(ctx, tx, s.ID, from.String(), at, sessionEnd(s.CreatedAt, at)); err != nil {
			return err
		}
		return store.SeeUser(ctx, tx, s.User.ID, at)
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.busy, s.ID)
}

// stop lets no more begin and waits for those under way.
func (g *sightings) stop(ctx context.Context) error {
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	return AwaitAll(ctx, &g.wait)
}

// AwaitAll waits for what runs in the background, within the context.
func AwaitAll(ctx context.Context, running *sync.WaitGroup) error {
	idle := make(chan struct{})
	go func() {
		running.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
