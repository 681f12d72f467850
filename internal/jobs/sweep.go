package jobs

import (
	"context"
	"log/slog"
	"time"

	"earnest/internal/app"
)

// sweepEvery is the interval between two sweeps.
const sweepEvery = 10 * time.Minute

// Sweep deletes expired sessions, links, counts and backups, and files that are not attached to anything. Every node does this, since doing it
// twice does no harm.
type Sweep struct {
	app  *app.App
	log  *slog.Logger
	stop context.CancelFunc
	done chan struct{}
}

// NewSweep returns the job for one node.
func NewSweep(a *app.App, log *slog.Logger) *Sweep {
	return &Sweep{app: a, log: log, done: make(chan struct{})}
}

// Start sweeps immediately and then every few minutes, until Stop.
func (s *Sweep) Start() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go func() {
		defer close(s.done)
		for {
			s.app.Transfer.SweepBackups()
			if err := s.app.Accounts.Sweep(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "expired rows could not be deleted; trying again soon", "error", err)
			}
			if err := s.app.Files.Sweep(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "files that are not attached to anything could not be deleted; trying again soon", "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(sweepEvery):
			}
		}
	}()
}

// Stop ends the job.
func (s *Sweep) Stop(ctx context.Context) error {
	s.stop()
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
