package dash

import (
	"sync"

	"earnest/internal/domain"
)

const (
	mostStreams     = 2000 // of all
	mostUserStreams = 20   // of one user
)

// streams counts who follows projects: each holds a connection for as long as a page is open.
type streams struct {
	mu     sync.Mutex
	all    int
	byUser map[int64]int
}

// enter takes a place; the function it gives leaves it.
func (s *streams) enter(user int64) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= mostStreams || s.byUser[user] >= mostUserStreams {
		return nil, domain.Errorf(domain.Unavailable, "too many pages follow projects live at once; this one does not")
	}
	s.all++
	s.byUser[user]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		s.byUser[user]--
		if s.byUser[user] == 0 {
			delete(s.byUser, user)
		}
	}, nil
}

// Stop ends all streams: they would keep the server from stopping. It may be called twice.
func (d *Dash) Stop() { d.stopOnce.Do(func() { close(d.stopped) }) }
