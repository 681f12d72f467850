package scheduletest

import "slices"

// epic is an epic with everything that is known about it before its links are looked at, and the dates of its remaining work.
type epic struct {
	Epic

	state                    State
	actualStart              *Day
	actualFinish             *Day // only if it is done
	plannedStart, plannedEnd *Day
	window                   bool // both planned dates are set, and span a window
	ahead                    bool // the window ends after the data date
	known                    bool // the work left is known
	workLeft                 int  // in working days; 1 if unknown

	base      Day // the start of the remaining work if there were no links
	start     Day // the early start of the remaining work
	lateStart Day // the late start of the remaining work
}

func (e *epic) done() bool { return e.state == Done }

// hasDates reports whether the epic has a start and a finish. A done epic without tickets has neither.
func (e *epic) hasDates() bool { return !e.done() || e.actualFinish != nil }

func (s *solver) newEpic(given Epic) *epic {
	e := &epic{Epic: given, actualStart: actualStart(given.Tickets, s.DataDate)}
	e.state = stateOf(e)
	if e.done() {
		e.actualFinish = latestDone(given.Tickets)
	}
	s.plan(e)
	if !e.done() {
		e.workLeft, e.known = s.workLeft(e)
		e.base = s.startWithoutLinks(e)
		e.start = e.base
	}
	return e
}

func stateOf(e *epic) State {
	isOpen := func(t Ticket) bool { return t.Done == nil }
	switch {
	case len(e.Tickets) > 0 && !slices.ContainsFunc(e.Tickets, isOpen):
		return Done
	case len(e.Tickets) == 0 && e.StatusDone:
		return Done
	case e.actualStart != nil:
		return InProgress
	default:
		return NotStarted
	}
}

// actualStart returns the first day up to the data date on which something happened to one of the tickets.
func actualStart(tickets []Ticket, dataDate Day) *Day {
	var first *Day
	for _, t := range tickets {
		for _, day := range append([]*Day{t.FirstActive, t.Done}, pointers(t.Booked)...) {
			if day != nil && *day <= dataDate {
				first = earlier(first, day)
			}
		}
	}
	return first
}

func latestDone(tickets []Ticket) *Day {
	var last *Day
	for _, t := range tickets {
		last = later(last, t.Done)
	}
	return last
}

// plan sets the planned dates.
func (s *solver) plan(e *epic) {
	var start, end *Day
	for _, t := range e.Tickets {
		for _, w := range t.Windows {
			start, end = earlier(start, &w.Start), later(end, &w.End)
		}
	}
	if e.Start != nil {
		start = e.Start
	}
	if e.Target != nil {
		end = e.Target
	}
	if start != nil {
		e.plannedStart = new(s.calendar.start(*start))
	}
	if end != nil {
		e.plannedEnd = new(s.calendar.finish(*end))
	}
	e.window = e.plannedStart != nil && e.plannedEnd != nil
	e.ahead = e.window && *e.plannedEnd > s.DataDate
}

// startWithoutLinks returns the latest of d + 1 and, if the epic has not started, its planned start.
func (s *solver) startWithoutLinks(e *epic) Day {
	start := s.calendar.start(s.DataDate + 1)
	if e.state == NotStarted && e.plannedStart != nil {
		start = max(start, *e.plannedStart)
	}
	return start
}

func pointers(days []Day) []*Day {
	var list []*Day
	for _, day := range days {
		list = append(list, &day)
	}
	return list
}

// earlier returns the earlier of two days, of which either may be missing.
func earlier(a, b *Day) *Day {
	if a == nil || (b != nil && *b < *a) {
		return b
	}
	return a
}

// later returns the later of two days, of which either may be missing.
func later(a, b *Day) *Day {
	if a == nil || (b != nil && *b > *a) {
		return b
	}
	return a
}
