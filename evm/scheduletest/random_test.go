package scheduletest

import "testing"

// cases is how many random cases each test of a property looks at.
const cases = 200

// eachRandom calls check for many random cases, after the forward and backward pass.
func eachRandom(t *testing.T, check func(t *testing.T, s *solver)) {
	t.Helper()
	for seed := range uint64(cases) {
		s := newSolver(Random(seed))
		s.forward()
		s.backward()
		check(t, s)
		if t.Failed() {
			t.Fatalf("the case with seed %d fails", seed)
		}
	}
}

func TestEveryLinkThatHoldsIsObeyedByEarlyAndLateDates(t *testing.T) {
	t.Parallel()
	eachRandom(t, func(t *testing.T, s *solver) {
		for _, e := range s.edges {
			if e.holds() && s.earlyPlay(e) < 0 {
				t.Errorf("early dates violate link %s", e.UUID)
			}
			if e.holds() && e.fromRemainingWork() && s.play(e, e.pred.lateStart, e.succ.lateStart) < 0 {
				t.Errorf("late dates violate link %s", e.UUID)
			}
		}
		for _, e := range s.epics {
			if !e.done() && (e.start < e.base || e.lateStart < e.start || s.finishOf(e, e.lateStart) > *s.end) {
				t.Errorf("epic %s starts at %s, late at %s, without links at %s", e.UUID, e.start, e.lateStart, e.base)
			}
		}
	})
}

func TestNoStartCanBeEarlier(t *testing.T) {
	t.Parallel()
	eachRandom(t, func(t *testing.T, s *solver) {
		for _, e := range s.epics {
			if e.done() || e.start == e.base {
				continue
			}
			held := false
			for _, in := range s.edges {
				held = held || in.succ == e && in.holds() && s.play(in, in.pred.start, s.calendar.add(e.start, -1)) < 0
			}
			if !held {
				t.Errorf("nothing holds the start of %s at %s", e.UUID, e.start)
			}
		}
	})
}

// The late start is defined by what it means: the forward pass is repeated with the epic starting then, and one day later.
func TestTheLateStartIsTheLastThatDoesNotDelayTheLatestFinish(t *testing.T) {
	t.Parallel()
	eachRandom(t, func(t *testing.T, s *solver) {
		end := s.end
		for _, e := range s.epics {
			if e.done() {
				continue
			}
			if got := endIfStarted(s, e, e.lateStart); got != *end {
				t.Errorf("starting %s at its late start %s delays %s to %s", e.UUID, e.lateStart, end, got)
			}
			if got := endIfStarted(s, e, s.calendar.add(e.lateStart, 1)); got == *end {
				t.Errorf("%s can start later than its late start %s", e.UUID, e.lateStart)
			}
		}
	})
}

// endIfStarted repeats the forward pass with one epic starting on the day at the earliest, and returns the latest finish.
func endIfStarted(s *solver, started *epic, day Day) Day {
	for _, e := range s.epics {
		e.start = e.base
	}
	started.start, s.end = day, nil
	s.forward()
	return *s.end
}

func TestRandomCasesCoverEveryMixture(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	count := func(what string, yes bool) {
		seen[what] += 0
		if yes {
			seen[what]++
		}
	}
	eachRandom(t, func(_ *testing.T, s *solver) {
		result := Solve(s.Case)
		count("pace", s.pace != nil)
		count("no pace", s.pace == nil)
		count("cycle", result.Cycle != nil)
		count("pushed", len(result.Pushed) > 0)
		count("holidays", len(s.Holidays) > 0)
		count("14 epics", len(s.epics) == 14)
		count("20 links", len(s.Links) >= 20)
		count("forecast", result.ForecastFinish != nil)
		count("no forecast without a cycle", result.ForecastFinish == nil && result.Cycle == nil)
		for _, group := range s.SuperEpics {
			count("empty super-epic", len(group.Epics) == 0)
			count("super-epic", len(group.Epics) > 1)
		}
		for _, e := range s.epics {
			count(string(e.state), true)
			count("done without dates", !e.hasDates())
			count("target only", e.Target != nil && e.plannedStart == nil)
			count("start only", e.Start != nil && e.plannedEnd == nil)
			count("own dates only", e.Start != nil && e.Target != nil && len(e.Tickets) == 0)
			count("window the wrong way round", e.window && *e.plannedStart > *e.plannedEnd)
			count("unknown", !e.done() && !e.known)
			count("ahead", !e.done() && e.ahead)
			count("finish slack below start slack", !e.done() &&
				s.calendar.difference(s.lateFinish(e), s.finishOf(e, e.start)) < s.calendar.difference(e.lateStart, e.start))
			count("start slack below finish slack", !e.done() &&
				s.calendar.difference(e.lateStart, e.start) < s.calendar.difference(s.lateFinish(e), s.finishOf(e, e.start)))
		}
		for _, e := range s.edges {
			count("holding "+string(e.Type), e.holds())
			count("pushing "+string(e.Type), e.holds() && s.setsStart(e))
		}
	})
	for what, n := range seen {
		t.Logf("%6d %s", n, what)
		if n == 0 {
			t.Errorf("no random case has: %s", what)
		}
	}
}
