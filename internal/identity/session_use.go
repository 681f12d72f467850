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
	// seenTimeout limits how long storing the last use may take.
	seenTimeout = 5 * time.Second
	// seenAtOnce is the maximum number of uses stored at the same time; a use beyond it is dropped, and the session's next request
	// tries again.
	seenAtOnce = 64
)

// useRecorder stores the last use of sessions in the background.
type useRecorder struct {
	db    *db.DB
	mu    sync.Mutex
	busy  map[int64]bool // sessions whose use is being stored
	ended bool
	wait  sync.WaitGroup
}

func newUseRecorder(s *db.DB) *useRecorder { return &useRecorder{db: s, busy: map[int64]bool{}} }

// RecordUse records that a session was used, and from where, unless a use was stored within the last few minutes. It does not
// block.
func (a *Sessions) RecordUse(s Session, v admit.Visit) {
	now := a.Now()
	if now.Sub(s.LastSeenAt) < seenEvery || !a.seen.begin(s.ID) {
		return
	}
	go a.seen.keep(s, a.admission.Address(v), now)
}

// begin claims a session, unless its use is already being stored.
func (g *useRecorder) begin(id int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended || g.busy[id] || len(g.busy) >= seenAtOnce {
		return false
	}
	g.busy[id] = true
	g.wait.Add(1)
	return true
}

// keep stores a session's last use. A failure is ignored, because the session's next request tries again.
func (g *useRecorder) keep(s Session, from netip.Addr, at time.Time) {
	defer g.wait.Done()
	ctx, cancel := context.WithTimeout(context.Background(), seenTimeout)
	defer cancel()
	_ = g.db.Write(ctx, func(tx *db.Tx) error {
		if err := store.RecordSessionUse(ctx, tx, s.ID, from.String(), at, sessionEnd(s.CreatedAt, at)); err != nil {
			return err
		}
		return store.SetLastSeen(ctx, tx, s.User.ID, at)
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.busy, s.ID)
}

// stop makes the recorder refuse further work and waits for the work in progress.
func (g *useRecorder) stop(ctx context.Context) error {
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	return AwaitAll(ctx, &g.wait)
}

// AwaitAll waits until the background work has ended or the context is done.
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
