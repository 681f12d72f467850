package gate

import (
	"cmp"
	"slices"
)

// pool is a set of slots and the requests waiting for them. While a slot is free, nobody waits.
type pool struct {
	slots, free int
	mostOfOne   int // maximum number of waiting requests per owner
	most        int // maximum number of waiting requests in total
	waiting     int
	outside     int

	room, held int64 // bytes of large bodies

	owners map[Key]*owner
	queue  []*owner // owners with waiting requests, the most recently served last
	spare  []*owner // for reuse
}

// owner is a user or an address with at least one request.
type owner struct {
	key             Key
	passes          int
	inside, outside int
	waiting         []*Pass // oldest first
	held            int64
}

func newPool(slots, queue int, room int64) *pool {
	return &pool{slots: slots, free: slots, mostOfOne: queue * slots, most: crowd * queue * slots, room: room, owners: map[Key]*owner{}}
}

// join adds a request to the owner with the given key, and returns the owner.
func (l *pool) join(key Key) *owner {
	o, known := l.owners[key]
	if !known {
		if n := len(l.spare); n > 0 {
			o, l.spare = l.spare[n-1], l.spare[:n-1]
		} else {
			o = &owner{}
		}
		o.key = key
		l.owners[key] = o
	}
	o.passes++
	return o
}

// part removes a request from its owner.
func (l *pool) part(o *owner) {
	o.passes--
	if o.passes > 0 {
		return
	}
	delete(l.owners, o.key)
	if len(l.spare) < l.slots {
		l.spare = append(l.spare, o)
	}
}

// ask gives the request a slot, or else queues it until ready is closed.
func (l *pool) ask(p *Pass) error {
	o := p.owner
	p.ready = nil
	switch {
	case l.free > 0:
		l.free--
		l.seat(p)
		return nil
	case len(o.waiting) >= l.mostOfOne, l.waiting >= l.most && !l.displace(o):
		return ErrBusy
	}
	if len(o.waiting) == 0 {
		l.queue = append(l.queue, o)
	}
	o.waiting = append(o.waiting, p)
	l.waiting++
	p.state, p.ready = waiting, make(chan struct{})
	return nil
}

func (l *pool) seat(p *Pass) {
	p.state = inside
	p.owner.inside++
}

// displace refuses the newest request of the owner with the most waiting requests, to make room for an owner with fewer.
func (l *pool) displace(by *owner) bool {
	greediest := slices.MaxFunc(l.queue, func(a, b *owner) int {
		return cmp.Or(len(a.waiting)-len(b.waiting), a.inside-b.inside)
	})
	if cmp.Or(len(greediest.waiting)-len(by.waiting)-1, greediest.inside-by.inside) <= 0 {
		return false
	}
	newest := greediest.waiting[len(greediest.waiting)-1]
	l.forget(newest)
	close(newest.ready)
	return true
}

// forget removes a request from wherever it is; if it had a slot, the next request gets it.
func (l *pool) forget(p *Pass) {
	o := p.owner
	switch p.state {
	case inside:
		o.inside--
		l.pass()
	case outside:
		o.outside--
		l.outside--
	case waiting:
		l.unqueue(o, slices.Index(o.waiting, p))
		if len(o.waiting) == 0 {
			i := slices.Index(l.queue, o)
			l.queue = slices.Delete(l.queue, i, i+1)
		}
	case idle:
	}
	p.state = idle
}

func (l *pool) unqueue(o *owner, i int) {
	o.waiting = slices.Delete(o.waiting, i, i+1)
	l.waiting--
}

// pass gives a freed slot to the waiting owner with the fewest slots; if several have equally few, to the one whose last turn
// was longest ago.
func (l *pool) pass() {
	if len(l.queue) == 0 {
		l.free++
		return
	}
	next := 0
	for i, o := range l.queue {
		if o.inside < l.queue[next].inside {
			next = i
		}
	}
	o := l.queue[next]
	l.queue = slices.Delete(l.queue, next, next+1)
	p := o.waiting[0]
	l.unqueue(o, 0)
	if len(o.waiting) > 0 {
		l.queue = append(l.queue, o)
	}
	l.seat(p)
	close(p.ready)
}
