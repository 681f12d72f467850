package scheduletest

import "math/big"

// solver holds a case and what has been derived from it so far.
type solver struct {
	Case

	calendar calendar
	pace     *big.Rat // points per working day; nil if there is no pace
	epics    []*epic
	edges    []*edge
	end      *Day // the latest early finish of the unfinished epics; nil if there are none
}

// Solve returns the schedule of the case. At least one weekday must be a working day.
func Solve(c Case) Result {
	s := newSolver(c)
	s.forward()
	s.backward()
	result := Result{
		DataDate:       c.DataDate,
		PlannedFinish:  s.plannedFinish(),
		ForecastFinish: s.forecastFinish(),
		CapacityFinish: s.capacityFinish(),
		Nodes:          map[string]Node{},
		Pushed:         s.pushed(),
		Cycle:          s.cycle(),
	}
	for _, e := range s.epics {
		result.Nodes[e.UUID] = s.node(e)
	}
	result.Chains, result.ChainsMore = s.chains()
	return result
}

func newSolver(c Case) *solver {
	s := &solver{Case: c, calendar: c.calendar()}
	s.pace = s.findPace()
	for _, e := range c.Epics {
		s.epics = append(s.epics, s.newEpic(e))
	}
	s.edges = s.expand()
	return s
}

// forward moves each start one working day at a time, until every edge that holds is obeyed.
func (s *solver) forward() {
	for moved := true; moved; {
		moved = false
		for _, e := range s.edges {
			for e.holds() && s.earlyPlay(e) < 0 {
				e.succ.start = s.calendar.add(e.succ.start, 1)
				moved = true
			}
		}
	}
	for _, e := range s.epics {
		if !e.done() {
			s.end = later(s.end, new(s.finishOf(e, e.start)))
		}
	}
}

// backward puts each late start as late as the latest early finish allows, and moves it back one working day at a time until
// every edge that holds is obeyed.
func (s *solver) backward() {
	for _, e := range s.epics {
		e.lateStart = e.start
		for !e.done() && s.finishOf(e, s.calendar.add(e.lateStart, 1)) <= *s.end {
			e.lateStart = s.calendar.add(e.lateStart, 1)
		}
	}
	for moved := true; moved; {
		moved = false
		for _, e := range s.edges {
			for e.holds() && e.fromRemainingWork() && s.play(e, e.pred.lateStart, e.succ.lateStart) < 0 {
				e.pred.lateStart = s.calendar.add(e.pred.lateStart, -1)
				moved = true
			}
		}
	}
}

// lateFinish returns the last finish of the epic that delays nothing beyond its late dates, whatever its start.
func (s *solver) lateFinish(e *epic) Day {
	finish := s.finishOf(e, e.start)
	for s.allowsFinish(e, s.calendar.add(finish, 1)) {
		finish = s.calendar.add(finish, 1)
	}
	return finish
}

func (s *solver) allowsFinish(e *epic, finish Day) bool {
	for _, out := range s.edges {
		if out.pred == e && out.holds() && out.tiesFinishOfPred() && s.tiedEnd(out, out.succ.lateStart) < s.bound(out, finish) {
			return false
		}
	}
	return finish <= *s.end
}

func (s *solver) totalSlack(e *epic) int {
	return min(
		s.calendar.difference(s.lateFinish(e), s.finishOf(e, e.start)),
		s.calendar.difference(e.lateStart, e.start),
	)
}

// freeSlack returns how many working days the epic can slip without moving another epic or the latest finish.
func (s *solver) freeSlack(e *epic) int {
	slack := s.calendar.difference(*s.end, s.finishOf(e, e.start))
	for _, out := range s.edges {
		if out.pred == e && out.holds() && out.fromRemainingWork() {
			slack = min(slack, s.earlyPlay(out))
		}
	}
	return slack
}

func (s *solver) critical(e *epic) bool { return !e.done() && s.totalSlack(e) == 0 }

func (s *solver) node(e *epic) Node {
	node := Node{State: e.state, PlannedStart: e.plannedStart, PlannedFinish: e.plannedEnd, Start: e.actualStart}
	if e.done() {
		node.Finish, node.RemainingDays = e.actualFinish, new(0)
		return node
	}
	if e.state == NotStarted {
		node.Start = &e.start
	}
	node.RemainingStart, node.LateStart = &e.start, &e.lateStart
	node.TotalSlack, node.FreeSlack = new(s.totalSlack(e)), new(s.freeSlack(e))
	node.Critical = s.critical(e)
	if e.known {
		node.Finish, node.LateFinish = new(s.finishOf(e, e.start)), new(s.lateFinish(e))
		node.RemainingDays = new(s.calendar.count(e.start, *node.Finish))
	}
	return node
}

// plannedFinish returns the latest planned end of any epic.
func (s *solver) plannedFinish() *Day {
	var latest *Day
	for _, e := range s.epics {
		latest = later(latest, e.plannedEnd)
	}
	return latest
}

// forecastFinish returns the latest finish of any epic. It is nil while unknown work is critical or a cycle exists.
func (s *solver) forecastFinish() *Day {
	if len(s.cycle()) > 0 {
		return nil
	}
	latest := s.end
	for _, e := range s.epics {
		if s.critical(e) && !e.known {
			return nil
		}
		latest = later(latest, e.actualFinish)
	}
	return latest
}
