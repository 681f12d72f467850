package gate

import (
	"context"
	"errors"
	"io"
	"time"
)

const (
	// moment is how long a request may wait for its client before its slot is given to another request.
	moment = 20 * time.Millisecond
	// small is the part of every body that is not counted, so that large bodies that arrive slowly keep out only other large bodies.
	small = 16 << 10
)

// ErrFull is returned to a request whose body would need more memory than is available.
var ErrFull = errors.New("there is no room for more of the request's body")

// Hold returns a reader for the request's body. The memory for everything read from it is counted until the request leaves. If no
// memory is left, or one user would take more than three quarters of it, reading fails with ErrFull.
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
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	before := p.large()
	p.held += n
	more := p.large() - before
	if more == 0 {
		return true
	}
	p.pool.held += more
	p.owner.held += more
	return p.pool.held <= p.pool.room && p.owner.held <= p.pool.room-p.pool.room/4
}

func (p *Pass) large() int64 { return max(0, p.held-small) }

// drop frees the memory that a request holds.
func (l *pool) drop(p *Pass) {
	l.held -= p.large()
	p.owner.held -= p.large()
	p.held = 0
}

// Wait runs f, which waits for the client. If that takes longer than a moment, another request gets the slot, and this one
// queues again when f is done, as in Enter. If too many requests with the same key are already waiting for their clients, Wait
// returns ErrBusy without running f.
func (p *Pass) Wait(ctx context.Context, f func()) error {
	if err := p.beginWait(); err != nil {
		return err
	}
	timer := time.AfterFunc(moment, p.stepOut)
	defer timer.Stop() // even if f panics
	f()
	return p.comeBack(ctx)
}

func (p *Pass) beginWait() error {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	l, o := p.pool, p.owner
	if o.outside >= slowBodies*l.slots || l.outside >= crowd*slowBodies*l.slots && o.outside > 0 {
		return ErrBusy
	}
	p.paced = true
	return nil
}

func (p *Pass) stepOut() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.state != inside || !p.paced {
		return
	}
	p.pool.forget(p)
	p.state = outside
	p.owner.outside++
	p.pool.outside++
}

func (p *Pass) comeBack(ctx context.Context) error {
	p.gate.mu.Lock()
	p.paced = false
	out := p.state == outside
	if out {
		p.pool.forget(p)
	}
	p.gate.mu.Unlock()
	if !out {
		return nil
	}
	return p.enter(ctx)
}
