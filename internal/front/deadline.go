package front

import (
	"context"
	"errors"
	"sync"
	"time"

	"earnest/internal/domain"
)

// errLate is the cancellation cause of a request that took too long.
var errLate = errors.New("the request took too long")

// Deadline is the context of a request that must be answered in time. Its timer starts when something first waits on the context, so a
// request that never waits needs no timer. The deadline is lifted when the server begins to send a long list. From then on, the context no
// longer ends with the request's own context, because a client that has only closed its sending side looks as if it had disconnected;
// instead, the list is aborted if the client stops reading.
type Deadline struct {
	request context.Context //nolint:containedctx // the wrapped context

	mu     sync.Mutex
	by     time.Time
	lifted bool
	inner  context.Context //nolint:containedctx // nil until something waits
	cancel context.CancelCauseFunc
	timer  *time.Timer
	detach func() bool // detaches inner from the request
}

// NewDeadline returns the context of a request that must be answered within patience. Call End when the request is over.
func NewDeadline(ctx context.Context, patience time.Duration) *Deadline {
	return &Deadline{request: ctx, by: time.Now().Add(patience)}
}

// running returns the context with the deadline, and starts its timer on first use.
func (d *Deadline) running() context.Context {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner == nil {
		ctx, cancel := context.WithCancelCause(context.WithoutCancel(d.request))
		d.inner, d.cancel = ctx, cancel
		left := time.Until(d.by)
		d.timer = time.AfterFunc(left, func() { cancel(errLate) })
		if left <= 0 { // with a timer, some work could still begin
			cancel(errLate)
		}
		d.detach = context.AfterFunc(d.request, func() { cancel(context.Cause(d.request)) })
	}
	return d.inner
}

// Deadline returns the time by which the request must be answered, until that is lifted. The database does not wait for a commit beyond it.
func (d *Deadline) Deadline() (time.Time, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lifted {
		return time.Time{}, false
	}
	if by, ok := d.request.Deadline(); ok && by.Before(d.by) {
		return by, true
	}
	return d.by, true
}

// Done returns a channel that is closed when the request ends or takes too long.
func (d *Deadline) Done() <-chan struct{} { return d.running().Done() }

// Err returns a non-nil error once Done is closed.
func (d *Deadline) Err() error { return d.running().Err() }

// Value returns a value of the request's context.
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

// Lift detaches the context from the deadline and from the end of the request. It fails if either has already occurred.
func (d *Deadline) Lift() error {
	ctx := d.running()
	if !d.timer.Stop() || d.passed() {
		return errLate
	}
	if !d.detach() {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lifted = true
	return nil
}

// Late converts an error caused by the deadline into an Unavailable error that says so. Drivers report expired contexts in many ways.
func (d *Deadline) Late(err error) error {
	if !unsettled(err) || !d.passed() {
		return err
	}
	return domain.Wrap(domain.Unavailable, err, "%s", tooLong)
}

// passed reports whether the deadline, and nothing else, ended the context.
func (d *Deadline) passed() bool { return errors.Is(context.Cause(d), errLate) }

// End releases the timer and the context.
func (d *Deadline) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inner != nil {
		d.timer.Stop()
		d.detach()
		d.cancel(nil)
	}
}
