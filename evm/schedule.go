package evm

import (
	"math"
	"sort"
)

// Schedule is the Earned Schedule of a project (Lipke): how far it is, in days rather than in money or points. It needs no budget.
// Time 0 is the morning of Start; day 1 ends with its evening.
type Schedule struct {
	Start       Day
	PlannedEnd  Day
	PD          int   // planned length in days, both ends included
	AT          int   // days gone up to today, or up to the last done ticket once all is earned; 0 before the start
	ES          Maybe // the time at which the plan reaches the points earned; unknown when nothing is planned
	SVT         Maybe // ES − AT: days ahead, or behind when negative
	SPIT        Maybe // ES / AT; unknown when AT is 0
	TSPI        Maybe // (PD − ES) / (PD − AT): the pace needed to end as planned; unknown when AT = PD
	IEACT       Maybe // PD × AT / ES: the length to expect at this pace; unknown when AT or ES is 0
	ForecastEnd *Day  // the day that IEACT ends on; nil when unknown, or after the year 9999
}

// scheduleTolerance is the share of all planned points below which two amounts of points are the same: earned and planned points
// are summed in different groups, and a plateau of the plan must not be missed for a last digit. Lengths in days are as close.
const scheduleTolerance = 1e-12

// EarnedSchedule gives the schedule at the end of the day today; false when no sprint is dated.
func EarnedSchedule(p Project, today Day) (Schedule, bool) {
	x := newIndex(p)
	pl := newPlan(x)
	first, last, ok := pl.span()
	if !ok {
		return Schedule{}, false
	}
	s := Schedule{Start: first, PlannedEnd: last, PD: int(last-first) + 1, AT: daysGone(first, today)}
	planned := pl.at(last)
	earned := x.earned()
	switch slip := planned * scheduleTolerance; {
	case planned == 0:
	case earned >= planned-slip:
		s.AT = daysGone(first, x.lastDone(today))
		s.ES = Known(float64(s.PD))
	default:
		s.ES = Known(s.reach(pl, earned, slip))
	}
	return s.derived(), true
}

// daysGone counts the days from first to d, both included; none before first.
func daysGone(first, d Day) int { return max(0, int(d-first)+1) }

// lastDone is the last day, not after today, on which a ticket of a sprint became done.
func (x *index) lastDone(today Day) Day {
	var last *Day
	for i := range x.sprints {
		for _, t := range x.sprints[i].tickets {
			if d := dayOr(t.DoneDay, today); t.Done && (last == nil || d > *last) {
				last = &d
			}
		}
	}
	return min(today, dayOr(last, today))
}

// reach is the time at which the plan reaches the points earned, which are fewer than it plans in all. Where the plan stands still at
// them it is the moment of that stretch nearest to AT.
func (s Schedule) reach(pl plan, earned, slip float64) float64 {
	planned := func(k int) float64 { // by the end of day k; day 0 is the morning of the first
		if k == 0 {
			return 0
		}
		return pl.at(s.Start + Day(k) - 1)
	}
	from := sort.Search(s.PD, func(k int) bool { return planned(k) >= earned-slip })
	to := sort.Search(s.PD, func(k int) bool { return planned(k) > earned+slip }) - 1
	if to >= from {
		return max(float64(from), min(float64(s.AT), float64(to)))
	}
	before, after := planned(from-1), planned(from)
	return float64(from-1) + (earned-before)/(after-before)
}

// wholeDays rounds a length up to days; a last digit must not cost one.
func wholeDays(length float64) float64 { return math.Ceil(length * (1 - scheduleTolerance)) }

// derived fills in what follows from the lengths.
func (s Schedule) derived() Schedule {
	pd, at := Known(float64(s.PD)), Known(float64(s.AT))
	s.SVT = difference(s.ES, at)
	s.SPIT = quotient(s.ES, at)
	s.TSPI = quotient(difference(pd, s.ES), difference(pd, at))
	if !s.SPIT.Known || s.ES.Value == 0 {
		return s
	}
	s.IEACT = Known(proportion(pd.Value, at.Value, s.ES.Value))
	if end, ok := dayAfter(s.Start, wholeDays(s.IEACT.Value)-1); ok {
		s.ForecastEnd = &end
	}
	return s
}
