package gate

import "sync"

// Limit bounds what is held for long, such as an open stream or a file on its way: so many in all, and so many of one user.
type Limit struct {
	most, mostOfUser int

	mu     sync.Mutex
	all    int
	byUser map[int64]int
}

// NewLimit makes a limit for all users together and for each of them.
func NewLimit(most, mostOfUser int) *Limit {
	return &Limit{most: most, mostOfUser: mostOfUser, byUser: map[int64]int{}}
}

// Take counts one more for a user, until release is called. ok is false if the limit is reached.
func (l *Limit) Take(user int64) (release func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= l.most || l.byUser[user] >= l.mostOfUser {
		return nil, false
	}
	l.all++
	l.byUser[user]++
	return func() { l.release(user) }, true
}

func (l *Limit) release(user int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	l.byUser[user]--
	if l.byUser[user] == 0 {
		delete(l.byUser, user)
	}
}

// Taken is how many are counted now.
func (l *Limit) Taken() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}
