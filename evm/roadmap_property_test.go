package evm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"earnest/evm"
)

// randomRoadmap draws a small roadmap whose team does one point a day or has no pace, with epics in all states, planned or not,
// links of all types and super-epics that may be empty. If cycles is false, links lead only from lower to higher names.
func randomRoadmap(r *rand.Rand, cycles bool) evm.Roadmap {
	plan := roadmapOf()
	if r.IntN(4) == 0 {
		plan = withoutPace(plan)
	}
	plan.DataDate += evm.Day(r.IntN(3)) // Friday to Sunday
	plan.Calendar = evm.NewCalendar(nil, []evm.Day{plan.DataDate + 1 + evm.Day(r.IntN(20)), plan.DataDate + 1 + evm.Day(r.IntN(20))})
	ends := []string{"nowhere"}
	for i := range 1 + r.IntN(8) {
		e := randomEpic(r, plan.DataDate, fmt.Sprint("e", i))
		plan.Epics, ends = append(plan.Epics, e), append(ends, e.ID)
	}
	if cycles {
		ends = append(ends, "x0", "x1", "x2", "x3") // super-epics, of which x3 is empty
	}
	types := []evm.LinkType{"", evm.FinishToStart, evm.StartToStart, evm.FinishToFinish, evm.StartToFinish}
	for i := range r.IntN(14) {
		from, to := r.IntN(len(ends)), r.IntN(len(ends))
		if !cycles && from == to {
			continue
		}
		if !cycles {
			from, to = min(from, to), max(from, to)
		}
		plan.Links = append(plan.Links, evm.RoadmapLink{
			ID: fmt.Sprintf("l%02d", i), Pred: ends[from], Succ: ends[to], Type: types[r.IntN(len(types))], Lag: max(0, r.IntN(9)-3) - r.IntN(3),
		})
	}
	return plan
}

// randomEpic draws an epic.
func randomEpic(r *rand.Rand, today evm.Day, id string) evm.RoadmapEpic {
	about := func(d evm.Day) *evm.Day { return new(d + evm.Day(r.IntN(15)-7)) }
	e := open(id, float64(r.IntN(6)))
	e.Points += float64(r.IntN(4))
	switch r.IntN(8) {
	case 0:
		e.DoneTickets, e.PointsLeft, e.Begun, e.LastDone = 1, 0, new(today-9), about(today-7)
	case 1:
		e.Tickets, e.Points, e.PointsLeft, e.Done = 0, 0, 0, r.IntN(2) == 0
	case 2, 3:
		e.Begun = about(today - 4)
	}
	if r.IntN(2) == 0 {
		first := about(today)
		e.Sprints = &evm.Period{First: *first, Last: *first + evm.Day(6+r.IntN(14))} // at least a week, so that it has working days
	}
	if r.IntN(6) == 0 {
		e.Start = about(today - 3)
		if e.Sprints != nil {
			e.Start = new(e.Sprints.First - 1)
		}
	}
	if r.IntN(6) == 0 {
		e.Target = new(today + 20 + evm.Day(r.IntN(9)))
	}
	e.SuperEpic = []string{"", "x0", "x1", "x2"}[r.IntN(4)]
	return e
}

// eachRoadmap calls a function for many random roadmaps.
func eachRoadmap(t *testing.T, cycles bool, check func(t *testing.T, r *rand.Rand, plan evm.Roadmap)) {
	t.Helper()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		plan := randomRoadmap(r, cycles)
		check(t, r, plan)
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, plan)
		}
	}
}

// spanOf returns the remaining work of an epic, with one day if that is unknown, or its actual dates.
func spanOf(e evm.ScheduledEpic) (start, finish *evm.Day) {
	start, finish = e.RemainingStart, e.Finish
	if e.State == evm.EpicDone {
		return e.Start, finish
	}
	if finish == nil {
		finish = start
	}
	return start, finish
}

func TestLateDatesAreNeverBeforeEarlyOnesAndCriticalMeansNoSlack(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, true, func(t *testing.T, _ *rand.Rand, plan evm.Roadmap) {
		critical, unfinished := 0, 0
		for id, e := range scheduleOf(plan).Epics {
			if e.State == evm.EpicDone {
				continue
			}
			unfinished++
			if e.Critical {
				critical++
			}
			if *e.LateStart < *e.RemainingStart || e.Finish != nil && *e.LateFinish < *e.Finish {
				t.Errorf("%s is late before it is early: %s", id, line(e))
			}
			if *e.FreeSlack < 0 || *e.FreeSlack > *e.TotalSlack || e.Critical != (*e.TotalSlack == 0) {
				t.Errorf("%s has the wrong slack: %s", id, line(e))
			}
		}
		if unfinished > 0 && critical == 0 {
			t.Errorf("nothing is critical")
		}
	})
}

func TestFreeSlackMovesNoOtherEpic(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, false, func(t *testing.T, r *rand.Rand, plan evm.Roadmap) {
		e := plan.Epics[r.IntN(len(plan.Epics))]
		before := scheduleOf(plan)
		if before.Epics[e.ID].State == evm.EpicDone {
			return
		}
		plan.Epics = append(plan.Epics, finished("done", "03-02", "03-06"))
		lag := plan.Calendar.Count(on("03-06")+1, *before.Epics[e.ID].RemainingStart) - 1 + *before.Epics[e.ID].FreeSlack
		after := scheduleOf(link(plan, fmt.Sprint("done ", e.ID, " FS ", lag)))
		for id, other := range before.Epics {
			if now := after.Epics[id]; id != e.ID && (short(now.RemainingStart) != short(other.RemainingStart) || short(now.Finish) != short(other.Finish)) {
				t.Errorf("%s moves %s from %s to %s", e.ID, id, line(other), line(now))
			}
		}
	})
}

func TestAnotherLinkMakesNothingEarlier(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, false, func(t *testing.T, _ *rand.Rand, plan evm.Roadmap) {
		if len(plan.Links) == 0 {
			return
		}
		after := scheduleOf(plan)
		plan.Links = plan.Links[1:]
		before := scheduleOf(plan)
		for id, e := range before.Epics {
			if e.State == evm.EpicDone {
				continue
			}
			start, finish := spanOf(e)
			laterStart, laterFinish := spanOf(after.Epics[id])
			if *laterStart < *start || *laterFinish < *finish {
				t.Errorf("%s moves from %s to %s", id, line(e), line(after.Epics[id]))
			}
		}
	})
}

func TestTheOrderOfTheInputDoesNotMatter(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, true, func(t *testing.T, r *rand.Rand, plan evm.Roadmap) {
		want := scheduleOf(plan)
		r.Shuffle(len(plan.Epics), func(i, j int) { plan.Epics[i], plan.Epics[j] = plan.Epics[j], plan.Epics[i] })
		r.Shuffle(len(plan.Links), func(i, j int) { plan.Links[i], plan.Links[j] = plan.Links[j], plan.Links[i] })
		if got := scheduleOf(plan); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nin another order %+v", want, got)
		}
	})
}

func TestWithoutLinksEachEpicStartsAsPlanned(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, true, func(t *testing.T, _ *rand.Rand, plan evm.Roadmap) {
		plan.Links = nil
		tomorrow := plan.Calendar.Add(plan.DataDate, 1)
		s := scheduleOf(plan)
		for id, e := range s.Epics {
			want := tomorrow
			if e.State == evm.EpicNotStarted && e.PlannedStart != nil {
				want = max(want, *e.PlannedStart)
			}
			if e.State != evm.EpicDone && *e.RemainingStart != want {
				t.Errorf("%s starts on %v, not %v", id, e.RemainingStart, want)
			}
		}
		if s.Pushed != nil || s.Cycle != nil {
			t.Errorf("pushed %v, cycle %v", s.Pushed, s.Cycle)
		}
	})
}

// Three more epics, between one of the others and a last one, are the same with and without links that form a cycle, and so is everything else.
func TestACycleDoesNotChangeTheRest(t *testing.T) {
	t.Parallel()
	eachRoadmap(t, false, func(t *testing.T, r *rand.Rand, plan evm.Roadmap) {
		pred := plan.Epics[r.IntN(len(plan.Epics))].ID
		plan.Epics = append(plan.Epics, open("z1", 1), open("z2", 2), open("z3", 3), open("last", 1))
		plan = link(plan, pred+" z1 FS -1", "z2 last")
		want := scheduleOf(plan)
		got := scheduleOf(link(plan, "z1 z2", "z2 z3 SS 5", "z3 z1 FF"))
		if !reflect.DeepEqual(got.Epics, want.Epics) || !reflect.DeepEqual(got.Cycle, []string{"z1", "z2", "z3"}) || got.ForecastFinish != nil {
			t.Errorf("%+v\nwith a cycle %+v", want, got)
		}
	})
}

func TestAScheduleStopsWhenItsContextIsDone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := evm.ScheduleRoadmap(ctx, wideRoadmap(20_000)); err == nil {
		t.Error("a schedule was computed although nobody waits for it")
	}
}
