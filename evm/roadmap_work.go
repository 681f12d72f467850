package evm

import "cmp"

// never and always are numbers of working days before and after all real ones.
const (
	never  = -always
	always = 1 << 60
)

// maxDays is more than the number of days in 9999 years. It limits lags and the work left, so that sums cannot overflow.
const maxDays = 4_000_000

// span is a start and a finish, as numbers of working days.
type span struct {
	start, finish int
}

// activity is what the schedule knows of an epic before it looks at links, in numbers of working days.
type activity struct {
	state   EpicState
	actual  span // the actual start and finish, or never
	planned bool // it has a planned start
	release int  // the earliest start of the remaining work without links
	hold    int  // the end of a planned window that is still ahead, or never; the epic does not finish before it
	work    int  // the work left, at least 1
	unknown bool // the work left is unknown and counts as one day
}

// from returns the start and the finish of the remaining work if it starts on a given day.
func (a activity) from(start int) span { return span{start, max(start+a.work-1, a.hold)} }

// startFor returns the earliest start with which the work does not finish before a given day.
func (a activity) startFor(finish int) int {
	if finish <= a.hold {
		return never
	}
	return finish - a.work + 1
}

// planner turns epics into activities.
type planner struct {
	Roadmap

	pace     pace
	tomorrow int // the first working day after the data date
}

func newPlanner(r Roadmap) planner {
	return planner{Roadmap: r, pace: r.pace(), tomorrow: r.Calendar.finish(r.DataDate) + 1}
}

func (p planner) activity(e RoadmapEpic) activity {
	a := activity{state: p.state(e), release: p.tomorrow, hold: never}
	a.actual = p.actual(e, a.state)
	first, last := e.planned()
	a.planned = first != nil
	if a.planned && a.state == EpicNotStarted {
		a.release = max(a.release, p.Calendar.start(*first))
	}
	length := Maybe{} // of the planned window
	if first != nil && last != nil {
		length = Known(float64(p.Calendar.Count(*first, *last)))
		if end := p.Calendar.finish(*last); end >= p.tomorrow {
			a.hold = end
		}
	}
	left := p.workLeft(e, length, a.hold != never)
	a.work, a.unknown = workingDays(left), !left.Known
	return a
}

func (p planner) state(e RoadmapEpic) EpicState {
	switch {
	case e.Tickets > 0 && e.DoneTickets == e.Tickets, e.Tickets == 0 && e.Done:
		return EpicDone
	case e.Tickets > 0 && e.Begun != nil && *e.Begun <= p.DataDate:
		return EpicInProgress
	}
	return EpicNotStarted
}

// actual returns when an epic began and finished, as far as it did and the days are known.
func (p planner) actual(e RoadmapEpic, state EpicState) span {
	actual := span{never, never}
	if start := e.actualStart(state); start != nil {
		actual.start = p.Calendar.start(*start)
	}
	if finish := e.actualFinish(state); finish != nil {
		actual.finish = p.Calendar.finish(*finish)
	}
	return actual
}

func (e RoadmapEpic) actualStart(state EpicState) *Day {
	if e.Tickets == 0 || state == EpicNotStarted {
		return nil
	}
	return e.Begun
}

func (e RoadmapEpic) actualFinish(state EpicState) *Day {
	if e.Tickets == 0 || state != EpicDone {
		return nil
	}
	return e.LastDone
}

// planned returns the ends of the planned window: those of the sprints, each replaced by the epic's own date if it has one.
func (e RoadmapEpic) planned() (first, last *Day) {
	if e.Sprints != nil {
		first, last = &e.Sprints.First, &e.Sprints.Last
	}
	return cmp.Or(e.Start, first), cmp.Or(e.Target, last)
}

// workLeft returns the work left in working days, before rounding. It depends on the pace or, as long as the team has no pace, on the length of the
// planned window.
func (p planner) workLeft(e RoadmapEpic, length Maybe, ahead bool) Maybe {
	switch {
	case p.pace.known() && e.PointsLeft > 0:
		return Known(p.pace.days(e.PointsLeft))
	case p.pace.known() && ahead:
		return Known(1)
	case p.pace.known():
		return Maybe{}
	case length.Known && e.Points > 0:
		return Known(proportion(length.Value, e.PointsLeft, e.Points))
	}
	return length
}

// workingDays rounds work up to whole days, but to at least one. Unknown work counts as one day.
func workingDays(work Maybe) int { return int(max(1, min(wholeDays(work.Value), maxDays))) }
