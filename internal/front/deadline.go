package front

import (
	"context"
	"errors"
	"sync"
	"time"

	"earnest/internal/domain"
)

// errLate is the cause of the end of a request that took too long.
var errLate = errors.New("the request took too long")

// Deadline is the context of a request whose answer must be ready in time. Its timer is set when somebody first waits for it, so
// that an answer that waits for nobody costs no timer. A long list lifts the deadline when it begins to be sent. From then on the context
// does not end with the request either, but when the client reads no more: a client that has sent its request and closed its side of
// the connection looks like one that went away.
type Deadline struct {
	request context.Context //nolint:containedctx // it is that context, with an end
	by      time.Time

	mu     sync.Mutex
	inner  context.Context //nolint:containedctx // nil until somebody waits
	cancel context.CancelCauseFunc
	timer  *time.Timer
	part   func() bool // parts it from the request
}

// NewDeadline makes the context of a request that must be answered within patience. Call End when the request is over.
func NewDeadline(ctx context.Context, patience time.Duration) *Deadline {
	return &Deadline{request: ctx, by: time.Now().Add(patience)}
}

// running returns the context that ends in time.
func (d *Deadline) running() context.Context {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner == nil {
		ctx, cancel := context.WithCancelCause(context.WithoutCancel(d.request))
		d.inner, d.cancel = ctx, cancel
		left := time.Until(d.by)
		d.timer = time.AfterFunc(left, func() { cancel(errLate) })
		if left <= 0 { // the timer would let some work begin
			cancel(errLate)
		}
		d.part = context.AfterFunc(d.request, func() { cancel(context.Cause(d.request)) })
	}
	return d.inner
}

// Deadline returns that of the request: a long list may lift ours.
func (d *Deadline) Deadline() (time.Time, bool) { return d.request.Deadline() }

// Done is closed when the request ends, or when it took too long.
func (d *Deadline) Done() <-chan struct{} { return d.running().Done() }

// Err is not nil once Done is closed.
func (d *Deadline) Err() error { return d.running().Err() }

// Value returns the request's.
func (d *Deadline) Value(key any) any {
	d.mu.Lock()
	ctx := d.inner
	d.mu.Unlock()
	if ctx == nil {
		ctx = d.request
	}
	return ctx.Value(key)
}

// Pause stops the clock until resume is called.
func (d *Deadline) Pause() (resume func()) {
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

// Lift removes the deadline, and the end of the request with it. It fails if one of them has come.
func (d *Deadline) Lift() error {
	ctx := d.running()
	if !d.timer.Stop() || d.passed() {
		return errLate
	}
	if !d.part() {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	return nil
}

// Late returns an error of a request whose time was up as one that says so: drivers have many names for that.
func (d *Deadline) Late(err error) error {
	if !unsettled(err) || !d.passed() {
		return err
	}
	return domain.Wrap(domain.Unavailable, err, "%s", tooLong)
}

// passed reports whether the deadline, and nothing else, ended the context.
func (d *Deadline) passed() bool { return errors.Is(context.Cause(d), errLate) }

// End frees what the deadline holds.
func (d *Deadline) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner != nil {
		d.timer.Stop()
		d.part()
		d.cancel(nil)
	}
}
