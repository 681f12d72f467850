package apiv1

import (
	"context"
	"errors"
	"sync"
	"time"

	"earnest/internal/domain"
)

// streamWait is how long a long list waits for a turn.
const streamWait = 2 * time.Second

// errNoTurn means that a list outgrew its buffer while no turn was free. None of it was sent.
var errNoTurn = errors.New("too many lists are being sent")

// streams gives turns to lists that are sent while they are being read. Such a list occupies a database reader for as long as its client
// takes to read it, so there are fewer turns than readers; slow clients therefore cannot block the rest of the API. No user may hold more
// than three quarters of the turns, so others can still read long lists.
type streams struct {
	mostOfUser int

	mu     sync.Mutex
	free   int
	byUser map[int64]int
	freed  chan struct{} // closed when a turn is released
}

func newStreams(turns int) *streams {
	return &streams{mostOfUser: max(1, turns-max(1, turns/4)), free: turns, byUser: map[int64]int{}, freed: make(chan struct{})}
}

// try takes a turn if one is free. Otherwise it returns a channel that is closed as soon as a turn is released.
func (s *streams) try(user int64) (ok bool, freed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == 0 || s.byUser[user] >= s.mostOfUser {
		return false, s.freed
	}
	s.free--
	s.byUser[user]++
	return true, nil
}

// await takes a turn, waiting up to streamWait for one.
func (s *streams) await(ctx context.Context, user int64) error {
	wait := time.NewTimer(streamWait)
	defer wait.Stop()
	for {
		ok, freed := s.try(user)
		if ok {
			return nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-wait.C:
			return domain.Wrap(domain.Unavailable, errNoTurn, "too many long lists are being read; try again in a moment, or read it in pages")
		}
	}
}

func (s *streams) leave(user int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.byUser[user]--
	if s.byUser[user] == 0 {
		delete(s.byUser, user)
	}
	close(s.freed)
	s.freed = make(chan struct{})
}
