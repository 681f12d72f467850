package evm

import "slices"

// passes holds the early and late times of a roadmap, by node and in numbers of working days.
type passes struct {
	linked

	activities []activity
	out        [][]edge // by predecessor, without those that have no effect
	order      []int    // topological
	early      []span   // the remaining work, or the actual times of a done epic
	late       []span   // the latest start of the remaining work, and the finish that follows from it
	total      []int    // total slack
	free       []int    // free slack
	deadline   []int    // the latest finish if the work starts in time
	end        int      // the latest finish of all unfinished work
}

// newPasses computes the times of a roadmap.
func newPasses(p planner, l linked) *passes {
	size := len(l.next)
	w := &passes{
		linked: l, activities: make([]activity, size), out: make([][]edge, size), end: never,
		early: make([]span, size), late: make([]span, size), total: make([]int, size), free: make([]int, size), deadline: make([]int, size),
	}
	for v := range w.activities {
		w.activities[v] = activity{release: never, hold: never, work: 1} // as it should be for a group node
	}
	number := numbers(l.names)
	for _, e := range p.Epics {
		w.activities[number[e.ID]] = p.activity(e)
	}
	for _, e := range l.edges {
		if w.holds(e) {
			w.out[e.from] = append(w.out[e.from], e)
		}
	}
	w.sort()
	w.forward()
	w.backward()
	return w
}

// holds reports whether an edge can have an effect: nothing delays what has already happened.
func (w *passes) holds(e edge) bool {
	switch w.activities[e.to].state {
	case EpicDone:
		return false
	case EpicInProgress:
		return e.kind != StartToStart
	case EpicNotStarted:
	}
	return true
}

// sort finds a topological order. There are no cycles any more.
func (w *passes) sort() {
	waiting := make([]int, len(w.out)) // how many edges lead to a node from nodes that are not in the order yet
	for _, edges := range w.out {
		for _, e := range edges {
			waiting[e.to]++
		}
	}
	for v, n := range waiting {
		if n == 0 {
			w.order = append(w.order, v)
		}
	}
	for i := 0; i < len(w.order); i++ {
		for _, e := range w.out[w.order[i]] {
			waiting[e.to]--
			if waiting[e.to] == 0 {
				w.order = append(w.order, e.to)
			}
		}
	}
}

// forward computes the early times and the end.
func (w *passes) forward() {
	starts := make([]int, len(w.activities))
	for v, a := range w.activities {
		starts[v] = a.release
	}
	for _, v := range w.order {
		a := w.activities[v]
		w.early[v] = a.from(starts[v])
		if a.state == EpicDone {
			w.early[v] = a.actual
		} else if w.isActivity(v) {
			w.end = max(w.end, w.early[v].finish)
		}
		for _, e := range w.out[v] {
			starts[e.to] = max(starts[e.to], w.earliest(e))
		}
	}
}

// earliest returns the earliest start that an edge allows its successor.
func (w *passes) earliest(e edge) int {
	pred, succ := w.predecessor(e), w.activities[e.to]
	switch e.kind {
	case StartToStart:
		return pred.start + e.lag
	case FinishToFinish:
		return succ.startFor(pred.finish + e.lag)
	case StartToFinish:
		return succ.startFor(pred.start + e.lag - 1)
	case FinishToStart:
	}
	return pred.finish + e.lag + 1
}

// predecessor returns the times that an edge starts from: an epic in progress started on its actual day.
func (w *passes) predecessor(e edge) span {
	times := w.early[e.from]
	if a := w.activities[e.from]; a.state == EpicInProgress {
		times.start = a.actual.start
	}
	return times
}

// backward computes the late times and the slacks.
func (w *passes) backward() {
	room := slices.Clone(w.early) // up to when the nodes before a node can slip without delaying any epic behind it
	for _, v := range slices.Backward(w.order) {
		limit := w.limits(v, w.late)
		w.deadline[v] = limit.finish
		w.late[v] = w.activities[v].from(min(limit.start, limit.finish-w.activities[v].work+1))
		w.total[v] = min(w.late[v].start-w.early[v].start, limit.finish-w.early[v].finish)
		limit = w.limits(v, room)
		w.free[v] = min(limit.start-w.early[v].start, limit.finish-w.early[v].finish)
		if !w.isActivity(v) {
			room[v] = span{limit.finish, limit.finish}
		}
	}
}

// limits returns the latest start and finish of a node with which its successors can keep the given times.
func (w *passes) limits(v int, times []span) span {
	limit := span{always, always}
	if w.isActivity(v) {
		limit.finish = w.end
	}
	for _, e := range w.out[v] {
		if w.moves(e) {
			own := e.limits(times[e.to])
			limit = span{min(limit.start, own.start), min(limit.finish, own.finish)}
		}
	}
	return limit
}

// moves reports whether the remaining work of the predecessor can move the successor. It cannot if the successor depends on a
// start that has already happened.
func (w *passes) moves(e edge) bool {
	return w.activities[e.from].state != EpicInProgress || !e.fromStart()
}

// play returns by how many working days the end of the successor that an edge holds is later than the edge requires.
func (w *passes) play(e edge) int {
	limit, pred := e.limits(w.early[e.to]), w.predecessor(e)
	return min(limit.start-pred.start, limit.finish-pred.finish)
}

// critical reports whether a node is an unfinished epic without slack.
func (w *passes) critical(v int) bool {
	return w.isActivity(v) && w.activities[v].state != EpicDone && w.total[v] == 0
}
