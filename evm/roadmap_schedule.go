package evm

import "context"

// ScheduleRoadmap places a roadmap on the calendar: done epics where they were, the remaining work of the others as early as the
// data date, the plan and the links allow. It takes time in proportion to the epics and links. If ctx is done first,
// ScheduleRoadmap returns its error.
//
// The planned window of an epic needs both ends. Otherwise its planned start still counts, but it gives no duration and does not
// hold the finish. A window that ends before it starts has no working days. A window is ahead as long as its last working day is
// after the data date.
//
// The late dates are those of a planner's backward pass. The late start is the latest one of contiguous work that delays nothing.
// The late finish is the latest one that delays nothing if the work starts in time. So an epic that others only start with may
// have slack at its finish but none at its start, and an epic held by its window the other way round; the smaller slack is its
// total slack. An epic without successors has as much free slack as the end of the roadmap leaves it.
//
// A link from a start that has already happened holds its successor and can join a chain, but it sets no late date: the remaining
// work of its predecessor cannot delay the successor any more.
func ScheduleRoadmap(ctx context.Context, r Roadmap) (RoadmapSchedule, error) {
	l, err := r.link(ctx)
	if err != nil {
		return RoadmapSchedule{}, err
	}
	p := newPlanner(r)
	w := newPasses(p, l)
	s := RoadmapSchedule{DataDate: r.DataDate, Epics: make(map[string]ScheduledEpic, len(r.Epics)), Pushed: w.pushed(), Cycle: l.cycle}
	number := numbers(l.names)
	for _, e := range r.Epics {
		s.Epics[e.ID] = p.scheduled(e, w, number[e.ID])
		s.PlannedFinish = latest(s.PlannedFinish, s.Epics[e.ID].PlannedFinish)
	}
	s.ForecastFinish = p.forecastFinish(w, s)
	s.CapacityFinish = p.capacityFinish()
	s.Chains, s.ChainsMore, err = w.chains(ctx)
	return s, err
}

// scheduled returns the dates of an epic.
func (p planner) scheduled(e RoadmapEpic, w *passes, v int) ScheduledEpic {
	a, early := w.activities[v], w.early[v]
	s := ScheduledEpic{State: a.state, Start: e.actualStart(a.state), Finish: e.actualFinish(a.state), RemainingDays: new(0)}
	first, last := e.planned()
	if first != nil {
		s.PlannedStart = p.day(p.Calendar.start(*first))
	}
	if last != nil {
		s.PlannedFinish = p.day(p.Calendar.finish(*last))
	}
	if a.state == EpicDone {
		return s
	}
	if a.state == EpicNotStarted {
		s.Start = p.day(early.start)
	}
	s.RemainingStart, s.LateStart = p.day(early.start), p.day(w.late[v].start)
	s.Finish, s.LateFinish, s.RemainingDays = p.day(early.finish), p.day(w.deadline[v]), new(early.finish-early.start+1)
	if a.unknown {
		s.Finish, s.LateFinish, s.RemainingDays = nil, nil, nil
	}
	s.TotalSlack, s.FreeSlack, s.Critical = new(w.total[v]), new(w.free[v]), w.critical(v)
	return s
}

// day returns the working day with a number, or nil if its year would have more than four digits.
func (p planner) day(number int) *Day {
	if d := p.Calendar.day(number); d <= lastDay() {
		return &d
	}
	return nil
}

// forecastFinish returns when the last epic finishes, or nil if that is unknown.
func (p planner) forecastFinish(w *passes, s RoadmapSchedule) *Day {
	for v := range w.names {
		if w.activities[v].unknown && w.critical(v) {
			return nil
		}
	}
	switch {
	case len(w.cycle) > 0:
		return nil
	case w.end != never:
		return p.day(w.end)
	}
	var finish *Day
	for _, e := range s.Epics {
		finish = latest(finish, e.Finish)
	}
	return finish
}

// capacityFinish returns when the whole team, at its pace, has done all points left in the epics. Without points left, that is the
// last working day up to the data date.
func (p planner) capacityFinish() *Day {
	var left accumulator
	for _, e := range p.Epics {
		left.add(e.PointsLeft)
	}
	if !p.pace.known() {
		return nil
	}
	days := min(wholeDays(p.pace.days(left.value())), maxDays)
	return p.day(p.tomorrow - 1 + int(days))
}

// latest returns the later of two days, either of which may be nil.
func latest(a, b *Day) *Day {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
