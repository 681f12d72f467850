package scheduletest

import "slices"

// edge is one link between two epics. A link on a super-epic becomes one edge for each pair of epics.
type edge struct {
	Link // with the UUIDs of the link's own ends

	pred, succ *epic
	onCycle    bool
}

// expand returns the edges of all links. Links to what is neither an epic nor a super-epic have none.
func (s *solver) expand() []*edge {
	var edges []*edge
	for _, link := range s.Links {
		for _, pred := range s.epicsOf(link.Pred) {
			for _, succ := range s.epicsOf(link.Succ) {
				edges = append(edges, &edge{Link: s.asFinishStart(link), pred: pred, succ: succ})
			}
		}
	}
	for _, e := range edges {
		e.onCycle = leadsTo(edges, e.succ, e.pred)
	}
	return edges
}

// epicsOf returns the epic with the UUID, or the epics of the super-epic with it.
func (s *solver) epicsOf(uuid string) []*epic {
	var list []*epic
	for _, e := range s.epics {
		if e.UUID == uuid || s.isIn(e, uuid) {
			list = append(list, e)
		}
	}
	return list
}

func (s *solver) isIn(e *epic, superEpic string) bool {
	return slices.ContainsFunc(s.SuperEpics, func(group SuperEpic) bool {
		return group.UUID == superEpic && slices.Contains(group.Epics, e.UUID)
	})
}

// asFinishStart makes every link on a super-epic finish-to-start, since no other type is allowed there.
func (s *solver) asFinishStart(link Link) Link {
	if slices.ContainsFunc(s.SuperEpics, func(group SuperEpic) bool { return group.UUID == link.Pred || group.UUID == link.Succ }) {
		link.Type = FinishStart
	}
	return link
}

// leadsTo reports whether the edges lead from one epic to another, or whether both are the same.
func leadsTo(edges []*edge, from, to *epic) bool {
	reached := []*epic{from}
	for i := 0; i < len(reached); i++ {
		for _, e := range edges {
			if e.pred == reached[i] && !slices.Contains(reached, e.succ) {
				reached = append(reached, e.succ)
			}
		}
	}
	return slices.Contains(reached, to)
}

// cycle returns the UUIDs of the epics on a cycle.
func (s *solver) cycle() []string {
	var uuids []string
	for _, e := range s.edges {
		if e.onCycle {
			uuids = append(uuids, e.pred.UUID, e.succ.UUID)
		}
	}
	slices.Sort(uuids)
	return slices.Compact(uuids)
}

// holds reports whether the edge holds its successor at all.
func (e *edge) holds() bool {
	switch {
	case e.onCycle, e.succ.done(), !e.pred.hasDates():
		return false
	case e.Type == StartStart:
		return e.succ.state == NotStarted
	default:
		return true
	}
}

// fromRemainingWork reports whether delaying the remaining work of the predecessor can delay what the edge asks for. What is done
// cannot be delayed, nor can the start of what has begun.
func (e *edge) fromRemainingWork() bool {
	if e.Type == StartStart || e.Type == StartFinish {
		return e.pred.state == NotStarted
	}
	return !e.pred.done()
}

// tiesStart reports whether the edge ties the start of its successor, rather than its finish.
func (e *edge) tiesStart() bool { return e.Type == FinishStart || e.Type == StartStart }

// tiesFinishOfPred reports whether the edge waits for the finish of its predecessor, rather than its start.
func (e *edge) tiesFinishOfPred() bool { return e.Type == FinishStart || e.Type == FinishFinish }

// bound returns the earliest day that the edge allows for the end of the successor that it ties, if the end of the predecessor that
// it ties is on the given day.
func (s *solver) bound(e *edge, end Day) Day {
	switch e.Type {
	case StartStart, FinishFinish:
		return s.calendar.add(end, e.Lag)
	case StartFinish:
		return s.calendar.add(end, e.Lag-1)
	default:
		return s.calendar.add(end, e.Lag+1)
	}
}

// play returns how many working days the tied end of the successor is after the bound, if the remaining work of the two starts
// on the given days.
func (s *solver) play(e *edge, predStart, succStart Day) int {
	end := s.startOf(e.pred, predStart)
	if e.tiesFinishOfPred() {
		end = s.finishOf(e.pred, predStart)
	}
	return s.calendar.difference(s.tiedEnd(e, succStart), s.bound(e, end))
}

// tiedEnd returns the end of the successor that the edge ties, if its remaining work starts on the given day.
func (s *solver) tiedEnd(e *edge, succStart Day) Day {
	if e.tiesStart() {
		return succStart
	}
	return s.finishOf(e.succ, succStart)
}

// earlyPlay returns the play between the early dates.
func (s *solver) earlyPlay(e *edge) int { return s.play(e, e.pred.start, e.succ.start) }

// startOf returns the working day on which an epic starts if its remaining work starts on the given day.
func (s *solver) startOf(e *epic, remainingStart Day) Day {
	if e.actualStart != nil {
		return s.calendar.start(*e.actualStart)
	}
	return remainingStart
}

// finishOf returns the working day on which an epic finishes if its remaining work starts on the given day.
func (s *solver) finishOf(e *epic, remainingStart Day) Day {
	if e.done() {
		return s.calendar.finish(*e.actualFinish)
	}
	finish := s.calendar.add(remainingStart, e.workLeft-1)
	if e.ahead {
		finish = max(finish, *e.plannedEnd)
	}
	return finish
}
