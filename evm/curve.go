package evm

import "context"

// CurvePoint is the S-curve at the end of one day. Figures other than planned values are unknown after today; figures that need
// a budget are unknown without one.
type CurvePoint struct {
	Day       Day
	PlannedSP float64
	EarnedSP  Maybe
	PV        Maybe
	EV        Maybe
	AC        Maybe
	ACTotal   Maybe
}

// Curve returns the S-curve by day, restated from what is known now: the current plan; the tickets as they are now, each
// counted from the day it last became done; and the effort by day, each line counted in the sprint that its ticket is in now.
// It runs from the first planned or booked day to the later of today and the last planned day, and is empty when no sprint is
// dated and no time was booked by today. Even a plan that spans centuries has one point per day; use [CurveSpan] and [CurveOn]
// to get fewer. If ctx is done first, Curve returns its error.
func Curve(ctx context.Context, p Project, today Day) ([]CurvePoint, error) {
	first, last, ok := CurveSpan(p, today)
	if !ok {
		return nil, ctx.Err()
	}
	days := make([]Day, 0, last-first+1)
	for d := first; d <= last; d++ {
		days = append(days, d)
	}
	return CurveOn(ctx, p, today, days)
}

// CurveSpan returns the first and last day of the S-curve, and false when the curve is empty.
func CurveSpan(p Project, today Day) (first, last Day, ok bool) {
	last = today
	see := func(start, end Day) {
		if !ok || start < first {
			first, ok = start, true
		}
		last = max(last, end)
	}
	for _, s := range p.Sprints {
		if s.dated() {
			see(*s.Start, *s.End)
		}
	}
	for _, e := range p.Effort {
		see(dayOr(e.Day, today), today)
	}
	return first, last, ok && first <= last
}

// CurveOn returns the S-curve on the given days, inside or outside its span, in the order given. If ctx is done first, CurveOn
// returns its error.
func CurveOn(ctx context.Context, p Project, today Day, days []Day) ([]CurvePoint, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := newReplay(p, today)
	points := make([]CurvePoint, len(days))
	for i, d := range days {
		if err := ctx.Err(); err != nil { // each day visits every sprint, while the check takes only nanoseconds
			return nil, err
		}
		points[i] = r.at(d)
	}
	return points, nil
}

// replay computes what the project had planned, earned and spent by the end of any day, according to its current data.
type replay struct {
	today    Day
	budget   Maybe
	priced   bool // false if the cost is withheld
	plan     plan
	done     series // all done tickets
	earned   []earnedSeries
	sprint   map[payKey]series // minutes on tickets in sprints
	noSprint map[payKey]series // all other minutes
}

// earnedSeries holds the done points of one sprint, with the commitment that caps them.
type earnedSeries struct {
	done      series
	committed float64
}

func newReplay(p Project, today Day) replay {
	x := newIndex(p)
	r := replay{
		today:    today,
		budget:   KnownIf(p.Budget),
		priced:   !p.CostWithheld,
		plan:     newPlan(x),
		done:     doneSeries(p.Tickets, today),
		sprint:   minutesByDay(x, today, true),
		noSprint: minutesByDay(x, today, false),
	}
	for i := range x.sprints {
		s := &x.sprints[i]
		r.earned = append(r.earned, earnedSeries{done: doneSeries(s.tickets, today), committed: s.committed()})
	}
	return r
}

// doneSeries returns the points of done tickets by the day each one last became done.
func doneSeries(tickets []Ticket, today Day) series {
	var amounts []amount
	for _, t := range tickets {
		if t.Done {
			amounts = append(amounts, amount{day: dayOr(t.DoneDay, today), count: t.Count, value: t.Points})
		}
	}
	return newSeries(amounts)
}

// minutesByDay returns the time that has a rate, either in sprints or outside them, by member and rate.
func minutesByDay(x *index, today Day, inSprint bool) map[payKey]series {
	amounts := map[payKey][]amount{}
	for _, e := range x.Effort {
		if e.Rate == nil || x.inSprint(e.SprintID) != inSprint {
			continue
		}
		key := payKey{member: e.MemberID, rate: finite(*e.Rate)}
		amounts[key] = append(amounts[key], amount{day: dayOr(e.Day, today), value: float64(e.Minutes)})
	}
	minutes := make(map[payKey]series, len(amounts))
	for key, a := range amounts {
		minutes[key] = newSeries(a)
	}
	return minutes
}

// at returns one point of the curve.
func (r replay) at(d Day) CurvePoint {
	point := CurvePoint{Day: d, PlannedSP: r.plan.at(d)}
	point.PV = share(point.PlannedSP, r.budget, r.plan.total)
	if d > r.today {
		return point
	}
	earned := r.earnedAt(d)
	point.EarnedSP = Known(earned)
	point.EV = share(earned, r.budget, r.plan.total)
	if r.priced {
		ac := costAt(r.sprint, d)
		point.AC = Known(ac)
		point.ACTotal = Known(Sum(ac, costAt(r.noSprint, d)))
	}
	return point
}

// earnedAt returns the points earned by the end of a day, by the same rule as [index.earned].
func (r replay) earnedAt(d Day) float64 {
	var sum accumulator
	for _, s := range r.earned {
		sum.add(min(s.done.at(d), s.committed))
	}
	return min(sum.value(), r.done.at(d))
}

// costAt returns the cost of the minutes booked up to the end of a day.
func costAt(minutes map[payKey]series, d Day) float64 {
	var sum accumulator
	for key, s := range minutes {
		sum.add(pay(s.at(d), key.rate))
	}
	return sum.value()
}
