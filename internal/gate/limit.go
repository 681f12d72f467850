package gate

import "sync"

// Limit bounds the number of long-lived operations, such as open streams or downloads, both in total and per user.
type Limit struct {
	most, mostOfUser int

	mu     sync.Mutex
	all    int
	byUser map[int64]int
}

// NewLimit returns a limit for all users together and for each of them.
func NewLimit(most, mostOfUser int) *Limit {
	return &Limit{most: most, mostOfUser: mostOfUser, byUser: map[int64]int{}}
}

// Take counts one more operation for a user, until release is called. ok is false if a limit has been reached.
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

// Taken returns the number of operations that are currently counted.
func (l *Limit) Taken() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}
