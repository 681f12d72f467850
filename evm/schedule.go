package evm

import (
	"math"
	"sort"
)

// Schedule is the Earned Schedule of a project (Lipke): its progress in days rather than in money or points. It needs no budget.
// Time 0 is the start of the day Start; time 1 is the end of that day.
type Schedule struct {
	Start       Day
	PlannedEnd  Day
	PD          int   // planned length in days, both ends included
	AT          int   // days elapsed up to today, or up to the last done ticket once everything is earned; 0 before the start
	ES          Maybe // the time at which the plan reaches the points earned; unknown when nothing is planned
	SVT         Maybe // ES − AT: days ahead, or behind when negative
	SPIT        Maybe // ES / AT; unknown when AT is 0
	TSPI        Maybe // (PD − ES) / (PD − AT): the pace needed to finish as planned; unknown when AT = PD
	IEACT       Maybe // PD × AT / ES: the expected duration at this pace; unknown when AT or ES is 0
	ForecastEnd *Day  // the day on which a duration of IEACT ends; nil when unknown, or after the year 9999
}

// scheduleTolerance is the share of all planned points below which two amounts of points count as equal, because earned and
// planned points are summed in different groups and a rounding error must not hide a plateau of the plan. It also applies to
// durations in days.
const scheduleTolerance = 1e-12

// EarnedSchedule returns the schedule at the end of today, and false when no sprint is dated.
func EarnedSchedule(p Project, today Day) (Schedule, bool) {
	return newIndex(p).earnedSchedule(today)
}

func (x *index) earnedSchedule(today Day) (Schedule, bool) {
	pl := x.plan()
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
		s.ES = Known(s.reachedAt(pl, earned, slip))
	}
	return s.derived(), true
}

// daysGone counts the days from first to d, both included; it is 0 before first.
func daysGone(first, d Day) int { return max(0, int(d-first)+1) }

// lastDone returns the last day, not after today, on which a ticket in a sprint became done.
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

// reachedAt returns the time at which the plan reaches the earned points, which are fewer than the plan's total. Where the plan
// is flat at that level, it returns the moment nearest to AT.
func (s Schedule) reachedAt(pl plan, earned, slip float64) float64 {
	planned := func(k int) float64 { // by the end of day k; day 0 means the start of day 1
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

// wholeDays rounds a duration up to whole days, but does not let a rounding remainder add a day.
func wholeDays(length float64) float64 { return math.Ceil(length * (1 - scheduleTolerance)) }

// derived fills in the values that follow from the durations.
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
