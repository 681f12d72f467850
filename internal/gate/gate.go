// Package gate shares out the server's capacity. It limits how many requests run concurrently and how much of their bodies is in
// memory, and shares the slots fairly among users, however many requests each of them sends.
package gate

import (
	"context"
	"errors"
	"sync"
)

const (
	// Waiting, multiplied by the number of slots, is how many requests from one user may wait for a slot.
	Waiting = 8
	// slowBodies, multiplied by the number of slots, is how many requests from one user or address may wait for their bodies. Each
	// of them holds memory.
	slowBodies = 8
	// strangersWaiting is like Waiting, but for requests from one address whose user is unknown. It is larger, because identifying
	// a user takes little time, and many people may share an address.
	strangersWaiting = 64
	// crowd is how many owners may fill their queues before the total is limited as well.
	crowd = 8

	// share is the ratio of known users' slots to strangers' slots. Strangers have at least minSlots.
	share    = 4
	minSlots = 4

	// userRoom and strangerRoom limit how many bytes of large bodies may be in memory at the same time.
	userRoom     = 12 << 20
	strangerRoom = 4 << 20
)

// ErrBusy is returned to a request that got no slot and may not wait for one.
var ErrBusy = errors.New("too many requests are waiting")

// Key identifies the party a request is attributed to: a user or, while the user is unknown, a network address.
type Key struct {
	User    int64
	Address string
}

// Gate has two sets of slots: one for known users, and a smaller one for requests whose user is not known yet, so that a flood
// of these cannot keep out known users.
type Gate struct {
	mu               sync.Mutex
	users, strangers *pool
}

// New returns a gate with the given number of slots for known users.
func New(slots int) *Gate {
	return &Gate{
		users:     newPool(slots, Waiting, userRoom),
		strangers: newPool(max(minSlots, slots/share), strangersWaiting, strangerRoom),
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
	idle    state = iota // it has no slot and is not waiting for one
	waiting              // for a slot
	inside               // it has a slot
	outside              // it gave up its slot while it waits for its client
)

// Pass is one request at the gate. Its fields are guarded by the gate's mutex.
type Pass struct {
	gate  *Gate
	pool  *pool
	owner *owner // nil once the request has left
	state state
	paced bool          // Wait is running
	held  int64         // bytes of its body in memory
	ready chan struct{} // closed when the wait for a slot is over; nil if it did not wait
}

// Enter takes a slot, and waits for one if none is free. It fails with ErrBusy if too many requests with the same key are
// already waiting, or with the context's cause if the context is done first.
func (g *Gate) Enter(ctx context.Context, key Key) (*Pass, error) {
	p := &Pass{gate: g}
	if err := p.As(ctx, key); err != nil {
		p.Leave()
		return nil, err
	}
	return p, nil
}

// As gives up the slot and takes another on behalf of key, as Enter does.
func (p *Pass) As(ctx context.Context, key Key) error {
	p.gate.mu.Lock()
	p.detach()
	p.pool = p.gate.pool(key)
	p.owner = p.pool.join(key)
	p.gate.mu.Unlock()
	return p.enter(ctx)
}

// Leave ends the request and frees its slot and memory. It may be called more than once.
func (p *Pass) Leave() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.detach()
}

// detach frees everything the pass holds.
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
		err = ErrBusy // an owner with fewer requests needed the space in the queue
	}
	return err
}
