package jobs

import (
	"context"
	"log/slog"
	"time"

	"earnest/internal/app"
)

const (
	// batchesEvery is the interval between checks for work that another process started or a stopped server left unfinished.
	batchesEvery = 5 * time.Second
	// batchPause gives other writers a turn between two batches.
	batchPause = 5 * time.Millisecond
)

// Batches is background work done in a series of short transactions. The database records the remaining work, so every node can
// do a share of it and continue where another stopped.
type Batches struct {
	next   func(context.Context) (more bool, err error)
	begun  <-chan struct{} // signals that this node has started something
	failed string
	log    *slog.Logger
	stop   context.CancelFunc
	done   chan struct{}
}

// NewRename returns the job that marks tickets and time entries as modified after a person whose name they show has been
// renamed.
func NewRename(a *app.App, log *slog.Logger) *Batches {
	return newBatches(a.Accounts.MarkRenamed, a.Accounts.Renamed(), "could not mark what shows a new name as modified; trying again soon", log)
}

// NewRelabel returns the job that marks tickets as modified after the key of their project, and so theirs, or the name of their type has changed.
func NewRelabel(a *app.App, log *slog.Logger) *Batches {
	return newBatches(a.Projects.MarkRelabelled, a.Projects.Relabelled(),
		"could not mark tickets with new keys or names of types as modified; trying again soon", log)
}

// NewPurge returns the job that removes what is left of deleted projects.
func NewPurge(a *app.App, log *slog.Logger) *Batches {
	return newBatches(a.Projects.PurgeDeleted, a.Projects.Deleted(), "could not remove what is left of a deleted project; trying again soon", log)
}

// NewTagEnds returns the job that removes deleted and merged tags from everything that still has them.
func NewTagEnds(a *app.App, log *slog.Logger) *Batches {
	return newBatches(a.Categories.EndTags, a.Categories.TagEnded(),
		"could not remove a deleted or merged tag everywhere; trying again soon", log)
}

func newBatches(next func(context.Context) (bool, error), begun <-chan struct{}, failed string, log *slog.Logger) *Batches {
	return &Batches{next: next, begun: begun, failed: failed, log: log, done: make(chan struct{})}
}

// Start checks for work immediately, after each signal from this node, and every few seconds, until Stop.
func (b *Batches) Start() {
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	go func() {
		defer close(b.done)
		for {
			if err := b.run(ctx); err != nil && ctx.Err() == nil {
				b.log.WarnContext(ctx, b.failed, "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-b.begun:
			case <-time.After(batchesEvery):
			}
		}
	}()
}

// run processes one batch after another until nothing is left.
func (b *Batches) run(ctx context.Context) error {
	for {
		more, err := b.next(ctx)
		if err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(batchPause):
		}
	}
}

// Stop ends the job after the current batch. The next start continues from there.
func (b *Batches) Stop(ctx context.Context) error {
	b.stop()
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
