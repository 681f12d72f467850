package evm_test

import (
	"cmp"
	"encoding/json"
	"testing"

	"earnest/evm"
	"earnest/evm/scheduletest"
	"earnest/test/rig"
)

// The engine and a literal transcription of the rules that shares no code with it agree on every field.
func TestTheScheduleAgreesWithAnIndependentOne(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= uint64(rig.Times(300, 100_000)); seed++ {
		c := scheduletest.Random(seed)
		got, want := text(resultOf(scheduleOf(roadmapFrom(c)))), text(scheduletest.Solve(c))
		if got != want {
			t.Fatalf("seed %d: %s\nis scheduled as\n%s\ninstead of\n%s", seed, text(c), got, want)
		}
	}
}

func text(value any) string { return string(must(json.MarshalIndent(value, "", " "))) }

// roadmapFrom sums up a case as the engine takes it.
func roadmapFrom(c scheduletest.Case) evm.Roadmap {
	r := evm.Roadmap{DataDate: evm.Day(c.DataDate), Calendar: evm.NewCalendar(c.Workdays, days(c.Holidays)), Done: doneIn(c.Others)}
	superEpics := map[string]string{}
	for _, group := range c.SuperEpics {
		for _, epic := range group.Epics {
			superEpics[epic] = group.UUID
		}
	}
	for _, e := range c.Epics {
		epic := epicFrom(e)
		epic.SuperEpic = superEpics[e.UUID]
		r.Epics, r.Done = append(r.Epics, epic), append(r.Done, doneIn(e.Tickets)...)
	}
	for _, l := range c.Links {
		r.Links = append(r.Links, evm.RoadmapLink{ID: l.UUID, Pred: l.Pred, Succ: l.Succ, Type: evm.LinkType(l.Type), Lag: l.Lag})
	}
	for _, s := range c.Sprints {
		if s.Completed {
			r.Completed = append(r.Completed, evm.Period{First: evm.Day(s.Start), Last: evm.Day(s.End)})
		}
	}
	return r
}

func days(list []scheduletest.Day) (converted []evm.Day) {
	for _, d := range list {
		converted = append(converted, evm.Day(d))
	}
	return converted
}

// doneIn returns the points of done tickets by day.
func doneIn(tickets []scheduletest.Ticket) (list []evm.DayPoints) {
	for _, t := range tickets {
		if t.Done != nil {
			list = append(list, evm.DayPoints{Day: evm.Day(*t.Done), Points: t.Points})
		}
	}
	return list
}

func epicFrom(e scheduletest.Epic) evm.RoadmapEpic {
	epic := evm.RoadmapEpic{ID: e.UUID, Done: e.StatusDone, Start: (*evm.Day)(e.Start), Target: (*evm.Day)(e.Target), Tickets: len(e.Tickets)}
	for _, t := range e.Tickets {
		epic.Points += t.Points
		if t.Done == nil {
			epic.PointsLeft += t.Points
		} else {
			epic.DoneTickets++
			epic.LastDone = latest(epic.LastDone, evm.Day(*t.Done))
			epic.Begun = earliest(epic.Begun, evm.Day(*t.Done))
		}
		if t.FirstActive != nil {
			epic.Begun = earliest(epic.Begun, evm.Day(*t.FirstActive))
		}
		for _, d := range t.Booked {
			epic.Begun = earliest(epic.Begun, evm.Day(d))
		}
		for _, w := range t.Windows {
			epic.Sprints = spanning(epic.Sprints, evm.Period{First: evm.Day(w.Start), Last: evm.Day(w.End)})
		}
	}
	return epic
}

func earliest(known *evm.Day, d evm.Day) *evm.Day { return new(min(*cmp.Or(known, &d), d)) }

func latest(known *evm.Day, d evm.Day) *evm.Day { return new(max(*cmp.Or(known, &d), d)) }

func spanning(known *evm.Period, p evm.Period) *evm.Period {
	if known == nil {
		return &p
	}
	return &evm.Period{First: min(known.First, p.First), Last: max(known.Last, p.Last)}
}

// resultOf converts a schedule of the engine.
func resultOf(s evm.RoadmapSchedule) scheduletest.Result {
	r := scheduletest.Result{
		DataDate: scheduletest.Day(s.DataDate), PlannedFinish: (*scheduletest.Day)(s.PlannedFinish),
		ForecastFinish: (*scheduletest.Day)(s.ForecastFinish), CapacityFinish: (*scheduletest.Day)(s.CapacityFinish),
		Nodes: map[string]scheduletest.Node{}, Chains: [][]string{}, ChainsMore: s.ChainsMore, Pushed: []scheduletest.Push{}, Cycle: s.Cycle,
	}
	r.Chains = append(r.Chains, s.Chains...)
	for id, e := range s.Epics {
		r.Nodes[id] = nodeOf(e)
	}
	for _, p := range s.Pushed {
		r.Pushed = append(r.Pushed, scheduletest.Push(p))
	}
	return r
}

func nodeOf(e evm.ScheduledEpic) scheduletest.Node {
	return scheduletest.Node{
		State: scheduletest.State(e.State), PlannedStart: (*scheduletest.Day)(e.PlannedStart), PlannedFinish: (*scheduletest.Day)(e.PlannedFinish),
		Start: (*scheduletest.Day)(e.Start), RemainingStart: (*scheduletest.Day)(e.RemainingStart), Finish: (*scheduletest.Day)(e.Finish),
		LateStart: (*scheduletest.Day)(e.LateStart), LateFinish: (*scheduletest.Day)(e.LateFinish),
		RemainingDays: e.RemainingDays, TotalSlack: e.TotalSlack, FreeSlack: e.FreeSlack, Critical: e.Critical,
	}
}
