// Package jobs holds the background services of a server. Each has a Start and a Stop method. They run on every node, and
// the nodes share the work.
package jobs

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"earnest/internal/app"
)

const (
	// defaultEvery is the interval between two checks for missing rows.
	defaultEvery = 10 * time.Minute
	// afterMidnight gives the last writes of a day time to finish.
	afterMidnight = 2 * time.Second
)

// Options holds the settings of the daily job; the zero value has sensible defaults.
type Options struct {
	Log   *slog.Logger  // nil: nothing is logged
	Every time.Duration // the longest pause between checks; default ten minutes
}

// Daily stores every project's indicators at the end of each day, and catches up on missed days. Every node does a share of it.
type Daily struct {
	app   *app.App
	log   *slog.Logger
	every time.Duration
	node  string
	stop  context.CancelFunc
	done  chan struct{}
}

// NewDaily returns the job for one node.
func NewDaily(a *app.App, opt Options) *Daily {
	d := &Daily{app: a, log: opt.Log, every: opt.Every, node: rand.Text(), done: make(chan struct{})}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if d.every <= 0 {
		d.every = defaultEvery
	}
	return d
}

// Start checks for missing rows immediately, then after the end of each day and every few minutes, until Stop.
func (d *Daily) Start() {
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	go func() {
		defer close(d.done)
		for {
			d.run(ctx)
			select {
			case <-ctx.Done():
				return
			case <-time.After(d.pause()):
			}
		}
	}()
}

// Stop ends the job. The other nodes, or the next start, continue from there.
func (d *Daily) Stop(ctx context.Context) error {
	d.stop()
	select {
	case <-d.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run stores the missing rows. A failure is logged, and the next run tries again.
func (d *Daily) run(ctx context.Context) {
	stored, err := d.app.Money.StoreDays(ctx, d.node)
	if err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "the day's indicators could not be stored; trying again soon", "error", err)
	}
	if stored > 0 {
		d.log.InfoContext(ctx, "stored the indicators of days that are over", "rows", stored)
	}
}

// pause returns how long to wait: until just after the end of the day, but at most d.every, since clocks and time zones can
// jump.
func (d *Daily) pause() time.Duration {
	return min(d.every, max(0, d.app.UntilTomorrow())+afterMidnight)
}
