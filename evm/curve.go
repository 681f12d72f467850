package evm

import (
	"cmp"
	"context"
	"slices"
)

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
// Values in money use the budget that was in force on their day and, from today on, the current one.
// It runs from the first planned or booked day to the later of today and the last planned day, and is empty when no sprint is
// dated and no time was booked by today. Time booked more than 90 days before the first planned day does not make it longer, but counts
// from its first day. Even a plan that spans centuries has one point per day; use [CurveSpan] and [CurveOn]
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
	start, dated := first, ok
	book := func(day Day) {
		if dated && day < start-EarlyDays {
			day = min(start, today)
		}
		see(day, today)
	}
	for _, e := range p.Effort {
		book(dayOr(e.Day, today))
	}
	if p.Time != nil {
		for line := range p.Time.lines {
			book(line.dayOr(today))
		}
	}
	return first, last, ok && first <= last
}

// CurveOn returns the S-curve on the given days, inside or outside its span, in the order given. If ctx is done first, CurveOn
// returns its error.
func CurveOn(ctx context.Context, p Project, today Day, days []Day) ([]CurvePoint, error) {
	return newIndex(p).curveOn(ctx, today, days)
}

func (x *index) curveOn(ctx context.Context, today Day, days []Day) ([]CurvePoint, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sorted := slices.Clone(days)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	r := newReplay(x, today, sorted)
	byDay := make([]CurvePoint, len(sorted))
	for i := range sorted {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		byDay[i] = r.at(i)
	}
	points := make([]CurvePoint, len(days))
	for i, d := range days {
		at, _ := slices.BinarySearch(sorted, d)
		points[i] = byDay[at]
	}
	return points, nil
}

// replay computes what the project had planned, earned and spent by the end of each of the given days, in ascending order,
// according to its current data. From day to day it computes only what changes. All sums are exact, so taking an old value out
// of a sum and putting the new one in leaves no error.
type replay struct {
	days     []Day
	today    Day
	budget   Maybe        // from today on
	budgets  []BudgetFrom // in order
	priced   bool         // false if the cost is withheld
	plan     *course
	earnings *earnings
	spending *spending
}

func newReplay(x *index, today Day, days []Day) replay {
	return replay{
		days: days, today: today, budget: KnownIf(x.Budget), budgets: x.budgetsInOrder(), priced: !x.CostWithheld,
		plan: x.plan().course(), earnings: newEarnings(x, today), spending: newSpending(x, today, days),
	}
}

// at returns the point of the curve on days[i].
func (r replay) at(i int) CurvePoint {
	d := r.days[i]
	point := CurvePoint{Day: d, PlannedSP: r.plan.at(d)}
	budget := r.budgetOn(d)
	point.PV = share(point.PlannedSP, budget, r.plan.total)
	if d > r.today {
		return point
	}
	earned := r.earnings.at(d)
	point.EarnedSP = Known(earned)
	point.EV = share(earned, budget, r.plan.total)
	if r.priced {
		ac, noSprint := r.spending.at(i)
		point.AC = Known(ac)
		point.ACTotal = Known(Sum(ac, noSprint))
	}
	return point
}

// budgetOn returns the budget that was in force on a past day, and the current one from today on.
func (r replay) budgetOn(d Day) Maybe {
	if then, ok := budgetOn(r.budgets, d); ok && d < r.today {
		return KnownIf(then.Budget)
	}
	return r.budget
}

// earnings computes the points earned by the end of a day, by the same rule as [index.earned].
type earnings struct {
	ahead   []doneTicket // by day
	sprints []earningSprint
	sum     accumulator // of what the sprints earned
	done    accumulator // of all done tickets
}

type doneTicket struct {
	day    Day
	count  int64
	points float64
	sprint int // its position, or -1
}

// earningSprint is a sprint with its done points, its commitment, which caps them, and the points it earned.
type earningSprint struct {
	done      accumulator
	committed float64
	earned    float64
}

func newEarnings(x *index, today Day) *earnings {
	e := &earnings{sprints: make([]earningSprint, len(x.sprints))}
	for i := range e.sprints {
		e.sprints[i].committed = x.sprints[i].committed()
		e.sprints[i].earn(&e.sum)
	}
	for _, t := range x.Tickets {
		if !t.Done {
			continue
		}
		row := doneTicket{day: dayOr(t.DoneDay, today), count: t.Count, points: t.Points, sprint: -1}
		if i, ok := x.position[t.SprintID]; ok {
			row.sprint = i
		}
		e.ahead = append(e.ahead, row)
	}
	slices.SortFunc(e.ahead, func(a, b doneTicket) int { return cmp.Compare(a.day, b.day) })
	return e
}

// at returns the points earned by the end of a day. Days must not decrease from call to call.
func (e *earnings) at(d Day) float64 {
	for len(e.ahead) > 0 && e.ahead[0].day <= d {
		t := e.ahead[0]
		e.ahead = e.ahead[1:]
		e.done.addTimes(t.count, t.points)
		if t.sprint >= 0 {
			s := &e.sprints[t.sprint]
			s.done.addTimes(t.count, t.points)
			s.earn(&e.sum)
		}
	}
	return min(e.sum.value(), e.done.value())
}

// earn computes what the sprint earned again, and replaces it in the sum.
func (s *earningSprint) earn(sum *accumulator) {
	sum.add(-s.earned)
	s.earned = min(s.done.value(), s.committed)
	sum.add(s.earned)
}

// spending computes the cost of the minutes booked up to the end of a day, in sprints and outside them.
type spending struct {
	sheet            *Timesheet
	lines            groups // for each day, those outside sprints, then those in sprints
	sprint, noSprint running
}

func newSpending(x *index, today Day, days []Day) *spending {
	s := &spending{sheet: x.time()}
	inSprint := s.sheet.sprints.where(x.inSprint)
	s.lines = s.sheet.grouped(func(b *booked) int {
		i, _ := slices.BinarySearch(days, b.dayOr(today)) // the first of the days by whose end the line counts
		switch {
		case i == len(days):
			return -1
		case inSprint[b.sprint]:
			return 2*i + 1
		}
		return 2 * i
	})
	s.sprint, s.noSprint = newRunning(s.sheet), newRunning(s.sheet)
	return s
}

// at returns the costs by the end of days[i]. It must be called for each day in turn.
func (s *spending) at(i int) (sprint, noSprint float64) {
	return s.sprint.add(s.sheet, s.lines.lines(2*i+1)), s.noSprint.add(s.sheet, s.lines.lines(2*i))
}

// running is the cost of the minutes added so far.
type running struct {
	minutes []int64   // by payee
	costs   []float64 // of these minutes
	sum     accumulator
	changed []int32
}

func newRunning(t *Timesheet) running {
	return running{minutes: make([]int64, len(t.payees)), costs: make([]float64, len(t.payees))}
}

// add adds lines and returns the cost of all minutes so far.
func (r *running) add(t *Timesheet, lines []int32) float64 {
	r.changed = r.changed[:0]
	for _, i := range lines {
		line := t.line(i)
		r.minutes[line.payee] += line.minutes
		r.changed = append(r.changed, line.payee)
	}
	slices.Sort(r.changed)
	for _, i := range slices.Compact(r.changed) {
		r.sum.add(-r.costs[i])
		r.costs[i] = t.payees[i].pay(r.minutes[i])
		r.sum.add(r.costs[i])
	}
	return r.sum.value()
}
