package apiv1

import (
	"context"
	"errors"
	"time"
)

// errLate is why a request ends that took too long.
var errLate = errors.New("the request took too long")

// deadline ends a request whose answer is not ready in time. A long list lifts it when it begins to be sent.
type deadline struct {
	ctx    context.Context //nolint:containedctx // it ends this context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func newDeadline(ctx context.Context, patience time.Duration) *deadline {
	ctx, cancel := context.WithCancelCause(ctx)
	return &deadline{ctx, cancel, time.AfterFunc(patience, func() { cancel(errLate) })}
}

// lift takes the deadline away, unless it has passed.
func (d *deadline) lift() error {
	if !d.timer.Stop() {
		return errLate
	}
	return nil
}

// passed tells whether the deadline, and nothing else, ended the context.
func (d *deadline) passed() bool { return errors.Is(context.Cause(d.ctx), errLate) }

// end frees what the deadline holds.
func (d *deadline) end() {
	d.timer.Stop()
	d.cancel(nil)
}
