package evm

import "context"

// CurvePoint is one day of the S-curve, at its end. What the plan does not say is unknown after today; what needs a budget is unknown
// without one.
type CurvePoint struct {
	Day       Day
	PlannedSP float64
	EarnedSP  Maybe
	PV        Maybe
	EV        Maybe
	AC        Maybe
	ACTotal   Maybe
}

// Curve is the S-curve by day, restated with what is known now: the present plan, the tickets as they are now, each from the day it last
// became done, and the effort by its day, each line by the sprint its ticket is in now. It runs from the first planned or booked
// day to the later of today and the last planned day, and is empty when nothing is planned or booked by today. A plan over
// centuries has as many points as days: see [CurveSpan] and [CurveOn]. When ctx ends first, Curve returns its error.
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

// CurveSpan is the first and the last day of the S-curve; false when it is empty.
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

// CurveOn is the S-curve on chosen days, in or out of its span, in the order given. When ctx ends first, it returns its error.
func CurveOn(ctx context.Context, p Project, today Day, days []Day) ([]CurvePoint, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := newReplay(p, today)
	points := make([]CurvePoint, len(days))
	for i, d := range days {
		if err := ctx.Err(); err != nil { // a day costs a look at every sprint, the check some nanoseconds
			return nil, err
		}
		points[i] = r.at(d)
	}
	return points, nil
}

// replay answers for any day what the project, as it is known now, had planned, earned and spent by then.
type replay struct {
	today  Day
	budget Maybe
	priced bool // false: the cost is withheld
	plan   plan
	done   series // all done tickets
	earned []earnedSeries
	sprint map[payKey]series // minutes on tickets in sprints
	loose  map[payKey]series // all other minutes
}

// earnedSeries is the done points of one sprint, with the commitment that bounds them.
type earnedSeries struct {
	done      series
	committed float64
}

func newReplay(p Project, today Day) replay {
	x := newIndex(p)
	r := replay{
		today:  today,
		budget: KnownIf(p.Budget),
		priced: !p.CostWithheld,
		plan:   newPlan(x),
		done:   doneSeries(p.Tickets, today),
		sprint: minutesByDay(x, today, true),
		loose:  minutesByDay(x, today, false),
	}
	for i := range x.sprints {
		s := &x.sprints[i]
		r.earned = append(r.earned, earnedSeries{done: doneSeries(s.tickets, today), committed: s.committed()})
	}
	return r
}

// doneSeries is the points of done tickets by the day each last became done.
func doneSeries(tickets []Ticket, today Day) series {
	var amounts []amount
	for _, t := range tickets {
		if t.Done {
			amounts = append(amounts, amount{day: dayOr(t.DoneDay, today), value: t.Points})
		}
	}
	return newSeries(amounts)
}

// minutesByDay is the rated time in sprints, or outside, by member and rate.
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

// at is one point of the curve.
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
		point.ACTotal = Known(Sum(ac, costAt(r.loose, d)))
	}
	return point
}

// earnedAt is the points earned by the end of a day, by the rule of [index.earned].
func (r replay) earnedAt(d Day) float64 {
	var sum accumulator
	for _, s := range r.earned {
		sum.add(min(s.done.at(d), s.committed))
	}
	return min(sum.value(), r.done.at(d))
}

// costAt prices the minutes booked up to the end of a day.
func costAt(minutes map[payKey]series, d Day) float64 {
	var sum accumulator
	for key, s := range minutes {
		sum.add(pay(s.at(d), key.rate))
	}
	return sum.value()
}
