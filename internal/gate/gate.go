// Package gate bounds how many requests are at work at once. Who only waits for a slow client is not at work.
package gate

import (
	"sync"
	"time"
)

const (
	// moment is how long one may wait for a client before the place is given to another.
	moment = 20 * time.Millisecond
	// waiters is how many may wait for their clients, for each place. Each holds what has come of its body so far.
	waiters = 4
)

// Gate lets so many in at once.
type Gate struct{ places, outside chan struct{} }

// New makes a gate with that many places.
func New(places int) *Gate {
	return &Gate{places: make(chan struct{}, places), outside: make(chan struct{}, waiters*places)}
}

// Pass is the place of one request.
type Pass struct {
	gate *Gate

	mu sync.Mutex
	in bool
}

// Enter takes a place. It never waits: false means that all are taken.
func (g *Gate) Enter() (*Pass, bool) {
	p := &Pass{gate: g}
	in := p.enter()
	return p, in
}

func (p *Pass) enter() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.in {
		p.in = take(p.gate.places)
	}
	return p.in
}

// Leave gives the place back. It may be called again.
func (p *Pass) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in {
		p.in = false
		<-p.gate.places
	}
}

// Wait runs f, which waits for the client. When that takes longer than a moment, another gets the place; false means that none was free
// when f was done. Where too many wait already, the place is kept.
func (p *Pass) Wait(f func()) (in bool) {
	left := make(chan bool, 1)
	timer := time.AfterFunc(moment, func() { left <- p.stepOut() })
	defer func() { // also where f panics
		if in = timer.Stop(); !in {
			in = p.comeBack(<-left)
		}
	}()
	f()
	return in
}

func (p *Pass) stepOut() bool {
	out := take(p.gate.outside)
	if out {
		p.Leave()
	}
	return out
}

func (p *Pass) comeBack(wasOut bool) bool {
	if wasOut {
		<-p.gate.outside
	}
	return p.enter()
}

func take(places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	default:
		return false
	}
}
