package apiv1

import (
	"context"
	"errors"
	"time"

	"earnest/internal/domain"
)

// streamWait is how long a long list waits for its turn.
const streamWait = 2 * time.Second

// errNoTurn says that a list outgrew what is held back while no turn was free. Nothing of it was sent.
var errNoTurn = errors.New("too many lists are being sent")

// streams holds a turn for each list that may be sent while it is read. Such a list keeps a reader of the
// database for as long as its client takes, so there are fewer turns than readers: the rest of the API goes
// on, however slowly clients read.
type streams chan struct{}

// try takes a turn if one is free.
func (s streams) try() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

// await takes a turn, and waits for one a little.
func (s streams) await(ctx context.Context) error {
	wait := time.NewTimer(streamWait)
	defer wait.Stop()
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-wait.C:
		return domain.Wrap(domain.Unavailable, errNoTurn, "too many long lists are being read; try again in a moment, or read it in pages")
	}
}

func (s streams) leave() { <-s }
