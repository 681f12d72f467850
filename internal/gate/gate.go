// Package gate bounds how many requests are at work at once, and how much of their bodies is held. Who only waits for a slow
// client is not at work.
package gate

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// moment is how long one may wait for a client before the place is given to another.
	moment = 20 * time.Millisecond
	// waiters is how many may wait for their clients, for each place. Each holds what has come of its body so far.
	waiters = 4
	// room is how much of large bodies all requests may hold together. What is small always has room, so that who sends large
	// bodies slowly keeps out nobody else but others with large ones.
	room  = 16 << 20
	small = 16 << 10
)

// ErrFull is given to who would hold more than there is room for.
var ErrFull = errors.New("there is no room for more of the request's body")

// Gate lets so many in at once.
type Gate struct {
	places, outside chan struct{}
	held            atomic.Int64
}

// New makes a gate with that many places.
func New(places int) *Gate {
	return &Gate{places: make(chan struct{}, places), outside: make(chan struct{}, waiters*places)}
}

// Pass is the place of one request.
type Pass struct {
	gate *Gate

	mu   sync.Mutex
	in   bool
	held int64
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

// Leave ends the request: its place and its room are free. It may be called again.
func (p *Pass) Leave() {
	p.leave()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate.held.Add(-p.large())
	p.held = 0
}

func (p *Pass) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in {
		p.in = false
		<-p.gate.places
	}
}

// Hold gives the body of the request, all of which will be held until it leaves. Where there is no room for more of it, reading
// ends with ErrFull.
func (p *Pass) Hold(body io.Reader) io.Reader { return holder{p, body} }

type holder struct {
	pass *Pass
	body io.Reader
}

func (h holder) Read(b []byte) (int, error) {
	n, err := h.body.Read(b)
	if !h.pass.hold(int64(n)) {
		return 0, ErrFull
	}
	return n, err
}

func (p *Pass) hold(n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.large()
	p.held += n
	more := p.large() - before
	return p.gate.held.Add(more) <= room || more == 0
}

func (p *Pass) large() int64 { return max(0, p.held-small) }

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
		p.leave()
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
