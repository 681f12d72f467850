package evm_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"earnest/evm"
)

// steady returns the project of a team that finished the given points in sprints of ten days, one after the other until today, at
// 100 a day, with the given points left.
func steady(t *testing.T, left int, finished ...int) (evm.Project, evm.Day) {
	t.Helper()
	start := evm.DayOf(2026, 1, 1)
	var text strings.Builder
	fmt.Fprintf(&text, "today %s\nproject P\nrate ada 100\nticket rest %d\n", start+evm.Day(10*len(finished)-1), left)
	for i, points := range finished {
		fmt.Fprintf(&text, "sprint S%d %s..%s completed\nticket T%d %d done in S%d\nlogged ada 4800 on T%d 2026-01-01\n",
			i, start, start+9, i, points, i, i)
		start += 10
	}
	return story(t, text.String())
}

func TestATeamThatNeverVariesHasOneForecast(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 25, 10, 10, 10)
	f := predict(p, today) // two and a half sprints of ten days, 1000 each, on top of 3000
	if f.State != evm.Forecasted || f.Remaining != 25 || f.Sprints != 3 || f.Trials == 0 {
		t.Fatalf("%+v", f)
	}
	for _, o := range []evm.Outcome{f.P50, f.P80, f.P95} {
		if *o.Finish != today+25 || o.Cost != evm.Known(5500) {
			t.Errorf("%v for %v", o.Finish, o.Cost)
		}
	}
}

// TestTenthsOfAPointCostNoExtraDay uses points whose differences leave a rounding remainder: subtracting 0.1 from 1 ten times
// does not give 0.
func TestTenthsOfAPointCostNoExtraDay(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 10, 1, 1, 1)
	for i := range p.Tickets {
		p.Tickets[i].Points /= 10
	}
	f := predict(p, today)
	for _, o := range []evm.Outcome{f.P50, f.P80, f.P95} {
		if *o.Finish != today+100 || o.Cost != evm.Known(13_000) {
			t.Errorf("%v for %v", o.Finish, o.Cost)
		}
	}
}

func TestAForecastSpreadsAsHistoryDid(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 100, 5, 10, 20, 5, 10, 20, 5, 10, 20, 5, 10, 20)
	f := predict(p, today)
	if *f.P50.Finish >= *f.P80.Finish || *f.P80.Finish >= *f.P95.Finish || f.P50.Cost.Value >= f.P95.Cost.Value {
		t.Errorf("%v %v %v", f.P50.Finish, f.P80.Finish, f.P95.Finish)
	}
	if early, late := today+50, today+200; *f.P50.Finish <= early || *f.P95.Finish >= late {
		t.Errorf("%v to %v lies outside what is possible", f.P50.Finish, f.P95.Finish)
	}
	if mean := float64(*f.P50.Finish - today); mean < 75 || mean > 100 { // 100 points at 35/3 a sprint: about 86 days
		t.Errorf("P50 after %v days", mean)
	}
}

func TestTheSameQuestionGetsTheSameAnswerAndAnotherAnother(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 997, 5, 11, 23)
	first := predict(p, today)
	if again := predict(p, today); !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, then %+v", first, again)
	}
	p.UUID = "another"
	if other := predict(p, today); other.P50.Cost == first.P50.Cost && other.P80.Cost == first.P80.Cost && other.P95.Cost == first.P95.Cost {
		t.Error("another project drew the same numbers")
	}
}

func TestAForecastKnowsItsLimits(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 1_000_000, 1, 1, 1)
	if f := predict(p, today); f.State != evm.Forecasted || f.P50.Finish != nil || f.P50.Cost.Known {
		t.Errorf("a million points at one a sprint end on %v", f.P50.Finish)
	}
	p, _ = steady(t, 25, 10, 10, 10)
	if f := predict(p, evm.DayOf(9999, 12, 31)); f.State != evm.Forecasted || f.P50.Finish != nil || f.P50.Cost.Known {
		t.Errorf("after the last year it ends on %v", f.P50.Finish)
	}
	p, today = steady(t, 25, 10, 10, 10)
	p.Effort = nil
	if f := predict(p, today); f.P50.Finish == nil || f.P50.Cost.Known {
		t.Errorf("without booked time the cost is %v", f.P50.Cost)
	}
}

func TestAFasterTeamEndsSooner(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 40, 10, 10, 10)
	faster := p.WhatIf(evm.WhatIf{Velocity: 2}, today)
	if f := predict(faster, today); *f.P50.Finish != today+20 {
		t.Errorf("twice as fast: %v", f.P50.Finish)
	}
	bigger := p.WhatIf(evm.WhatIf{Scope: 1.5}, today)
	if f := predict(bigger, today); *f.P50.Finish != today+60 {
		t.Errorf("half as much again: %v", f.P50.Finish)
	}
	dearer := p.WhatIf(evm.WhatIf{Rates: 2}, today)
	if f := predict(dearer, today); f.P50.Cost != evm.Known(14000) {
		t.Errorf("twice as dear: %v", f.P50.Cost)
	}
}
