package evm_test

import (
	"math"
	"testing"

	"earnest/evm"
)

// fourRounds is the beginning of a story about a team that finishes 10 points in each sprint of five days, every two weeks, at
// 100 a day.
const fourRounds = `
project P
rate ada 100
sprint S1 2026-03-02..2026-03-06 completed
sprint S2 2026-03-16..2026-03-20 completed
sprint S3 2026-03-30..2026-04-03 completed
sprint S4 2026-04-13..2026-04-17 completed
ticket A 10 done in S1
ticket B 10 done in S2
ticket C 10 done in S3
ticket D 10 done in S4
logged ada 2400 on A 2026-03-02
logged ada 2400 on B 2026-03-16
logged ada 2400 on C 2026-03-30
logged ada 2400 on D 2026-04-13
`

// mustEnd checks the forecast of a project of which nothing varies.
func mustEnd(t *testing.T, text, finish string, cost float64) evm.Forecast {
	t.Helper()
	p, today := story(t, text)
	f := predict(p, today)
	if f.State != evm.Forecasted {
		t.Fatalf("%+v", f)
	}
	for _, o := range []evm.Outcome{f.P50, f.P80, f.P95} {
		if o.Finish == nil || o.Finish.String() != finish || !near(o.Cost.Value, cost) {
			t.Errorf("it ends on %v for %v, want %s for %v", o.Finish, o.Cost, finish, cost)
		}
	}
	return f
}

func TestPausesBetweenSprintsCount(t *testing.T) {
	t.Parallel()
	f := mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 20", "2026-05-15", 3000)
	if f.Rhythm != evm.Known(14) || f.Growth.Known {
		t.Errorf("rhythm %v, growth %v", f.Rhythm, f.Growth)
	}
}

func TestAPartOfASprintTakesAPartOfItsDaysAndCost(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 14", "2026-05-12", 2700)
}

func TestATeamThatIsLateWithItsNextSprintStartsTomorrow(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-05-31"+fourRounds+"ticket left 20", "2026-06-19", 3000)
}

func TestPlannedSprintsKeepTheirDates(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 10\nsprint S5 2026-05-04..2026-05-08", "2026-05-08", 2500)
	mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 20\nsprint S5 2026-05-04..2026-05-08", "2026-05-22", 3000)
}

func TestALongerPlannedSprintFinishesMore(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 20\nsprint S5 2026-04-27..2026-05-06", "2026-05-06", 3000)
}

func TestOnlyTheRestOfARunningSprintCounts(t *testing.T) {
	t.Parallel()
	running := "sprint S5 2026-04-27..2026-05-01 active\nticket E 4 done in S5\nlogged ada 960 on E 2026-04-27"
	mustEnd(t, "today 2026-04-28"+fourRounds+running+"\nticket left 6", "2026-05-01", 2500)
	mustEnd(t, "today 2026-04-28"+fourRounds+running+"\nticket left 16", "2026-05-15", 3000)
}

func TestASprintThatEndsTodayLeavesNothingToFinish(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-05-01"+fourRounds+"ticket left 10\nsprint S5 2026-04-27..2026-05-01 active", "2026-05-15", 2500)
}

func TestSprintsWithoutDatesAndCancelledOnesAheadHaveNoPart(t *testing.T) {
	t.Parallel()
	mustEnd(t, "today 2026-04-17"+fourRounds+"ticket left 10\nsprint S5 undated\nsprint S6 2026-06-01..2026-06-05 completed", "2026-05-01", 2500)
}

func TestSprintsSideBySideAreDrawnTogether(t *testing.T) {
	t.Parallel()
	second := `
sprint X1 2026-03-03..2026-03-06 completed
sprint X2 2026-03-17..2026-03-20 completed
sprint X3 2026-03-31..2026-04-03 completed
sprint X4 2026-04-14..2026-04-17 completed
ticket XA 30 done in X1
ticket XB 30 done in X2
ticket XC 30 done in X3
ticket XD 30 done in X4`
	f := mustEnd(t, "today 2026-04-17"+fourRounds+second+"\nticket left 80", "2026-05-15", 3000)
	if f.Sprints != 8 || f.Rhythm != evm.Known(14) {
		t.Errorf("%d sprints, rhythm %v", f.Sprints, f.Rhythm)
	}
}

func TestSprintsThatShareADayFollowEachOther(t *testing.T) {
	t.Parallel()
	p, today := story(t, `
today 2026-03-22
sprint S1 2026-03-01..2026-03-08 completed
sprint S2 2026-03-08..2026-03-15 completed
sprint S3 2026-03-15..2026-03-22 completed
ticket A 10 done in S1
ticket B 10 done in S2
ticket C 10 done in S3
ticket left 10`)
	// The next one cannot begin today any more.
	if f := predict(p, today); f.Rhythm != evm.Known(7) || f.P95.Finish.String() != "2026-03-30" {
		t.Errorf("rhythm %v, the end on %v", f.Rhythm, f.P95.Finish)
	}
}

// TestTheEndFallsOnADayOnWhichTicketsBecomeDone uses a team that always finishes its tickets on the last day of a sprint.
func TestTheEndFallsOnADayOnWhichTicketsBecomeDone(t *testing.T) {
	t.Parallel()
	p, today := story(t, "today 2026-04-17"+fourRounds+"ticket left 11")
	for i, s := range p.Sprints {
		p.Tickets[i].DoneDay = s.End
	}
	if f := predict(p, today); f.P50.Finish.String() != "2026-05-15" || f.P50.Cost != evm.Known(3000) {
		t.Errorf("it ends on %v for %v", f.P50.Finish, f.P50.Cost)
	}
}

func TestGrowingScopeTakesLonger(t *testing.T) {
	t.Parallel()
	p, today := story(t, "today 2026-04-17"+fourRounds+"ticket left 16")
	for _, s := range p.Sprints {
		p.Growth = append(p.Growth, evm.ScopeChange{Day: *s.Start + 3, Points: 3}, evm.ScopeChange{Day: *s.Start + 4, Points: -1})
	}
	p.Growth = append(p.Growth, evm.ScopeChange{Day: *p.Sprints[0].Start - 1, Points: 1000}) // before the first sprint
	f := predict(p, today)                                                                   // a sprint brings 8 net points
	if f.Growth != evm.Known(2) || f.P50.Finish.String() != "2026-05-15" || f.P50.Cost != evm.Known(3000) {
		t.Errorf("growing by %v, it ends on %v for %v", f.Growth, f.P50.Finish, f.P50.Cost)
	}
}

func TestScopeThatGrowsFasterThanTheTeamWorksHasNoEnd(t *testing.T) {
	t.Parallel()
	p, today := story(t, "today 2026-04-17"+fourRounds+"ticket left 16")
	for _, s := range p.Sprints {
		p.Growth = append(p.Growth, evm.ScopeChange{Day: *s.Start, Points: 11})
	}
	if f := predict(p, today); f.State != evm.Forecasted || f.TooFar != 1 || f.P50.Finish != nil || len(f.Distribution) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestTheDistributionAgreesWithTheQuantiles(t *testing.T) {
	t.Parallel()
	for name, finished := range map[string][]int{"by day": {9, 10, 11}, "by week": {4, 8, 20, 40}, "by four weeks": {1, 5, 30, 2}} {
		p, today := steady(t, 300, finished...)
		f := predict(p, today)
		if len(f.Distribution) < 20 || len(f.Distribution) > 400 {
			t.Errorf("%s: %d shares", name, len(f.Distribution))
		}
		before, sum := today, 0.0
		for _, s := range f.Distribution {
			if s.Finish <= before || s.Share <= 0 {
				t.Fatalf("%s: %v has a share of %v, after %v", name, s.Finish, s.Share, before)
			}
			for share, o := range map[float64]evm.Outcome{0.5: f.P50, 0.8: f.P80, 0.95: f.P95} {
				if reached := sum < share-1e-9 && sum+s.Share >= share-1e-9; reached && (*o.Finish <= before || *o.Finish > s.Finish) {
					t.Errorf("%s: %v of the trials end after %v and by %v, not by %v", name, share, before, s.Finish, o.Finish)
				}
			}
			before, sum = s.Finish, sum+s.Share
		}
		if math.Abs(sum+f.TooFar-1) > 1e-9 || (f.TooFar > 0.05) != (f.P95.Finish == nil) {
			t.Errorf("%s: the shares add up to %v, %v are too far away, P95 is %v", name, sum, f.TooFar, f.P95.Finish)
		}
		t.Log(name, len(f.Distribution), f.TooFar)
	}
}

func TestFewSprintsSayLessThanMany(t *testing.T) {
	t.Parallel()
	few, today := steady(t, 200, 8, 10, 12)
	many, later := steady(t, 200, 8, 10, 12, 8, 10, 12, 8, 10, 12, 8, 10, 12, 8, 10, 12)
	f, m := predict(few, today), predict(many, later)
	if narrow, wide := *m.P95.Finish-*m.P50.Finish, *f.P95.Finish-*f.P50.Finish; wide < 2*narrow {
		t.Errorf("P95 is %d days after P50 with 3 sprints and %d days with 15", wide, narrow)
	}
}
