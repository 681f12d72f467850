package apiv1

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errLate is why a request ends that took too long.
var errLate = errors.New("the request took too long")

// deadline is the context of a request whose answer must be ready in time. The clock is set when somebody first waits for it, so
// that an answer that waits for nobody costs no timer. A long list lifts the deadline when it begins to be sent. From then on it does not
// end with the request either, but when the client takes no more: a client that has said all it had to say, and closed its side of the
// connection, looks like one that went away.
type deadline struct {
	request context.Context //nolint:containedctx // it is that context, with an end
	by      time.Time

	mu     sync.Mutex
	inner  context.Context //nolint:containedctx // nil until somebody waits
	cancel context.CancelCauseFunc
	timer  *time.Timer
	part   func() bool // from the request
}

func newDeadline(ctx context.Context, patience time.Duration) *deadline {
	return &deadline{request: ctx, by: time.Now().Add(patience)}
}

// running is the context that ends in time.
func (d *deadline) running() context.Context {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner == nil {
		ctx, cancel := context.WithCancelCause(context.WithoutCancel(d.request))
		d.inner, d.cancel = ctx, cancel
		d.timer = time.AfterFunc(time.Until(d.by), func() { cancel(errLate) })
		d.part = context.AfterFunc(d.request, func() { cancel(context.Cause(d.request)) })
	}
	return d.inner
}

// Deadline is not told: a long list may lift it.
func (d *deadline) Deadline() (time.Time, bool) { return d.request.Deadline() }

// Done ends with the request, or when it took too long.
func (d *deadline) Done() <-chan struct{} { return d.running().Done() }

// Err tells whether it has ended.
func (d *deadline) Err() error { return d.running().Err() }

// Value is the request's.
func (d *deadline) Value(key any) any {
	d.mu.Lock()
	ctx := d.inner
	d.mu.Unlock()
	if ctx == nil {
		ctx = d.request
	}
	return ctx.Value(key)
}

// pause stops the clock until the function it gives is called.
func (d *deadline) pause() (resume func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	began := time.Now()
	if d.timer != nil {
		d.timer.Stop()
	}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.by = d.by.Add(time.Since(began))
		if d.timer != nil {
			d.timer.Reset(time.Until(d.by))
		}
	}
}

// lift takes the deadline away, and the end of the request with it, unless one of them has come.
func (d *deadline) lift() error {
	ctx := d.running()
	if !d.timer.Stop() {
		return errLate
	}
	if !d.part() {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	return nil
}

// passed tells whether the deadline, and nothing else, ended the context.
func (d *deadline) passed() bool { return errors.Is(context.Cause(d), errLate) }

// end frees what the deadline holds.
func (d *deadline) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner != nil {
		d.timer.Stop()
		d.part()
		d.cancel(nil)
	}
}
