package dash

import (
	"sync"

	"earnest/internal/domain"
)

// places bounds what is held for long: so many of all, so many of one user. A page that follows a project holds a
// connection, a file on its way holds room on the disk.
type places struct {
	most, mostOfUser int
	full             string // what who gets none is told

	mu     sync.Mutex
	all    int
	byUser map[int64]int
}

func newPlaces(most, mostOfUser int, full string) *places {
	return &places{most: most, mostOfUser: mostOfUser, full: full, byUser: map[int64]int{}}
}

// enter takes a place; the function it gives leaves it.
func (p *places) enter(user int64) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all >= p.most || p.byUser[user] >= p.mostOfUser {
		return nil, domain.Errorf(domain.Unavailable, "%s", p.full)
	}
	p.all++
	p.byUser[user]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all--
		p.byUser[user]--
		if p.byUser[user] == 0 {
			delete(p.byUser, user)
		}
	}, nil
}

// count is how many are taken now.
func (p *places) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all
}
