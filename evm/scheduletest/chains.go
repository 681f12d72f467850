package scheduletest

import (
	"cmp"
	"slices"
)

const maxChains = 50

// chains returns the maximal paths of critical epics along edges without play, ordered by UUIDs, and how many were left out.
func (s *solver) chains() (shown [][]string, more int) {
	all := [][]string{}
	for _, e := range s.epics {
		if s.critical(e) && len(s.criticalPreds(e)) == 0 {
			all = append(all, s.pathsFrom(e)...)
		}
	}
	slices.SortFunc(all, slices.Compare)
	shown = all[:min(maxChains, len(all))]
	return shown, len(all) - len(shown)
}

// pathsFrom returns all paths that begin with the epic and cannot be continued.
func (s *solver) pathsFrom(e *epic) [][]string {
	next := s.criticalSuccs(e)
	if len(next) == 0 {
		return [][]string{{e.UUID}}
	}
	var paths [][]string
	for _, succ := range next {
		for _, rest := range s.pathsFrom(succ) {
			paths = append(paths, append([]string{e.UUID}, rest...))
		}
	}
	return paths
}

// criticalSuccs returns each critical epic to which at least one edge without play leads from the critical epic e.
func (s *solver) criticalSuccs(e *epic) []*epic {
	var list []*epic
	for _, out := range s.edges {
		if out.pred == e && s.inChain(out) && !slices.Contains(list, out.succ) {
			list = append(list, out.succ)
		}
	}
	return list
}

func (s *solver) criticalPreds(e *epic) []*epic {
	var list []*epic
	for _, in := range s.edges {
		if in.succ == e && s.inChain(in) {
			list = append(list, in.pred)
		}
	}
	return list
}

func (s *solver) inChain(e *edge) bool {
	return e.holds() && s.critical(e.pred) && s.critical(e.succ) && s.earlyPlay(e) == 0
}

// pushed returns the edges that set the start of an epic which has begun or has a planned start. Of the edges of one link into
// one epic, it returns the one with the first predecessor.
func (s *solver) pushed() []Push {
	list := []Push{}
	for _, e := range s.edges {
		if e.holds() && (e.succ.state == InProgress || e.succ.plannedStart != nil) && s.setsStart(e) {
			days := s.calendar.difference(e.succ.start, e.succ.base)
			list = append(list, Push{Link: e.UUID, Pred: e.pred.UUID, Succ: e.succ.UUID, Days: days})
		}
	}
	slices.SortFunc(list, func(a, b Push) int {
		return cmp.Or(cmp.Compare(a.Link, b.Link), cmp.Compare(a.Succ, b.Succ), cmp.Compare(a.Pred, b.Pred))
	})
	return slices.CompactFunc(list, func(a, b Push) bool { return a.Link == b.Link && a.Succ == b.Succ })
}

// setsStart reports whether the edge alone would move the start without links to the early start.
func (s *solver) setsStart(e *edge) bool {
	start := e.succ.base
	for s.play(e, e.pred.start, start) < 0 {
		start = s.calendar.add(start, 1)
	}
	return start == e.succ.start && start > e.succ.base
}
