package jobs

import (
	"context"
	"log/slog"
	"time"

	"earnest/internal/app"
)

const (
	// renameEvery is the pause between two looks for people whom another process renamed, or whose rename a stopped server left unfinished.
	renameEvery = 5 * time.Second
	// renamePause lets other writers in between two batches.
	renamePause = 5 * time.Millisecond
)

// Rename marks tickets and time entries as modified after a person whose name they show was renamed. Every node does it; the database
// keeps them from doing the same work twice.
type Rename struct {
	app  *app.App
	log  *slog.Logger
	stop context.CancelFunc
	done chan struct{}
}

// NewRename makes the job of one node. Start begins it.
func NewRename(a *app.App, log *slog.Logger) *Rename {
	return &Rename{app: a, log: log, done: make(chan struct{})}
}

// Start looks for renames at once, after each rename by this node, and every few seconds, until Stop.
func (r *Rename) Start() {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() {
		defer close(r.done)
		for {
			if err := r.run(ctx); err != nil && ctx.Err() == nil {
				r.log.WarnContext(ctx, "could not mark what shows a new name as modified; trying again soon", "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-r.app.Renamed():
			case <-time.After(renameEvery):
			}
		}
	}()
}

// run marks one batch after another until nothing is left.
func (r *Rename) run(ctx context.Context) error {
	for {
		more, err := r.app.MarkRenamed(ctx)
		if err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(renamePause):
		}
	}
}

// Stop ends the job after the batch at hand. The next start goes on where it stopped.
func (r *Rename) Stop(ctx context.Context) error {
	r.stop()
	select {
	case <-r.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
