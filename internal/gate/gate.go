// Package gate shares out the server's capacity. It bounds how many requests are at work at once and how much of their bodies is in
// memory, and hands out places fairly: user by user, whatever number of requests each of them sends.
package gate

import (
	"context"
	"errors"
	"sync"
)

const (
	// Waiting is how many requests of one user may wait for a place, for each place there is.
	Waiting = 8
	// slowBodies is how many requests of one user may wait for their bodies, for each place there is. Each of them holds memory.
	slowBodies = 8
	// strangersWaiting is the same for requests of one address whose user is not known. It is larger: to find out who somebody is takes
	// little time, and many people may share an address.
	strangersWaiting = 64
	// crowd is how many may fill their queues before the total is bounded as well.
	crowd = 8

	// share is how many places known users have for each one of the others, who have fewestDoors at least.
	share       = 4
	fewestDoors = 4

	// userRoom and strangerRoom are how many bytes of large bodies are in memory at once.
	userRoom     = 12 << 20
	strangerRoom = 4 << 20
)

// ErrBusy is returned to a request that found no place and may not wait for one.
var ErrBusy = errors.New("too many requests are waiting")

// Key says on whose account a request is: a user's or, while the user is not known, a network address's.
type Key struct {
	User    int64
	Address string
}

// Gate has two sets of places: one for known users, and a smaller one for requests whose user is not known yet, so that a flood of
// these keeps out no user.
type Gate struct {
	mu               sync.Mutex
	users, strangers *pool
}

// New makes a gate that lets that many requests of known users work at once.
func New(places int) *Gate {
	return &Gate{
		users:     newPool(places, Waiting, userRoom),
		strangers: newPool(max(fewestDoors, places/share), strangersWaiting, strangerRoom),
	}
}

func (g *Gate) pool(key Key) *pool {
	if key.User != 0 {
		return g.users
	}
	return g.strangers
}

type state int

const (
	idle    state = iota // it has no place and does not wait for one
	waiting              // for a place
	inside               // it has a place
	outside              // it gave its place away while it waits for its client
)

// Pass is one request at the gate. Its fields are guarded by the gate.
type Pass struct {
	gate  *Gate
	pool  *pool
	owner *owner // nil once the request has left
	state state
	paced bool          // Wait runs
	held  int64         // bytes of its body
	ready chan struct{} // closed when the wait for a place is over; nil: it did not wait
}

// Enter takes a place, and waits for one if none is free. It fails with ErrBusy if too many requests of the same key wait
// already, or with the cause of the context's end.
func (g *Gate) Enter(ctx context.Context, key Key) (*Pass, error) {
	p := &Pass{gate: g}
	if err := p.As(ctx, key); err != nil {
		p.Leave()
		return nil, err
	}
	return p, nil
}

// As gives up the place and takes another on the account of key, as Enter does.
func (p *Pass) As(ctx context.Context, key Key) error {
	p.gate.mu.Lock()
	p.detach()
	p.pool = p.gate.pool(key)
	p.owner = p.pool.join(key)
	p.gate.mu.Unlock()
	return p.enter(ctx)
}

// Leave ends the request: its place and its share of memory are free. It may be called again.
func (p *Pass) Leave() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.detach()
}

// detach frees all that the pass has.
func (p *Pass) detach() {
	if p.owner == nil {
		return
	}
	p.pool.forget(p)
	p.pool.drop(p)
	p.pool.part(p.owner)
	p.owner = nil
}

func (p *Pass) enter(ctx context.Context) error {
	p.gate.mu.Lock()
	err := p.pool.ask(p)
	ready := p.ready
	p.gate.mu.Unlock()
	if ready == nil {
		return err
	}
	select {
	case <-ready:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	switch {
	case err != nil:
		p.pool.forget(p)
	case p.state != inside:
		err = ErrBusy // somebody with fewer requests needed the room to wait
	}
	return err
}
