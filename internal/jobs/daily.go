// Package jobs holds the background services of a server. Each has Start and Stop; what several nodes must
// not do at once, one of them does.
package jobs

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"earnest/internal/app"
)

const (
	// defaultEvery is the pause between two looks for rows that are missing.
	defaultEvery = 10 * time.Minute
	// afterMidnight leaves the writes of a day's last moment time to end.
	afterMidnight = 2 * time.Second
)

// Options tune the daily job; the zero value is right.
type Options struct {
	Log   *slog.Logger  // nil: nothing is logged
	Every time.Duration // the longest pause; 0: ten minutes
}

// Daily stores every project's indicators once a day is over, and catches up when it was not there.
type Daily struct {
	app   *app.App
	log   *slog.Logger
	every time.Duration
	node  string
	stop  context.CancelFunc
	done  chan struct{}
}

// NewDaily makes the job of one node. Start begins it.
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

// Start looks for missing rows at once, then after the end of each day and every few minutes, until Stop.
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

// Stop ends the job and lets another node go on with it.
func (d *Daily) Stop(ctx context.Context) error {
	d.stop()
	select {
	case <-d.done:
		return d.app.Money.EndStoreDays(ctx, d.node)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run stores what is missing. A failure is logged, and the next run tries again.
func (d *Daily) run(ctx context.Context) {
	stored, err := d.app.Money.StoreDays(ctx, d.node)
	if err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "the day's indicators could not be stored; trying again soon", "error", err)
	}
	if stored > 0 {
		d.log.InfoContext(ctx, "stored the indicators of days that are over", "rows", stored)
	}
}

// pause is how long to wait: to the end of the day, but never long, since clocks and time zones jump.
func (d *Daily) pause() time.Duration {
	return min(d.every, max(0, d.app.UntilTomorrow())+afterMidnight)
}
