package money

import (
	"context"
	"math"
	"strconv"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/work"
)

// WhatIfQuery is a what-if question about a project. Absent fields change nothing.
type WhatIfQuery struct {
	Project    string
	AsOf       *domain.Date // nil means today
	Thresholds evm.Thresholds
	Scope      Change  // to the remaining points
	Velocity   Change  // to the points that a sprint finishes from now on
	Rates      float64 // factor on every daily rate, applied to all logged time; 0 means no change
	Shift      int     // days by which the plan after today slips
	Finish     *domain.Date
	Growth     bool // expect the scope to grow as it did in past sprints
	Points     int  // the maximum number of points in each of the two curves; 0 means no curves
}

// ChangeKind determines what the amount of a change means.
type ChangeKind int

// The kinds of change.
const (
	Unchanged ChangeKind = iota
	Times                // the factor
	More                 // the amount to add, or to subtract if negative
	Exactly              // the new value
)

// Change describes a change to a number.
type Change struct {
	Kind   ChangeKind
	Amount float64
}

// WhatIf compares a project as it is with the project as it would be. It is read-only.
func (a *Service) WhatIf(ctx context.Context, caller domain.Caller, q WhatIfQuery) (report.WhatIf, error) {
	now, then, question, err := a.ask(ctx, caller, q)
	if err != nil {
		return report.WhatIf{}, err
	}
	answer := report.WhatIf{
		UUID: now.Project.UUID, Name: now.Project.Name, Currency: now.Currency, Today: now.Today, Question: question, Steps: now.BudgetSteps(),
	}
	if answer.Now, err = now.outlook(ctx, q); err != nil {
		return report.WhatIf{}, err
	}
	answer.Then, err = then.outlook(ctx, q)
	return answer, err
}

// ask returns a project as it is and as it would be, and the question in the engine's form.
func (a *Service) ask(ctx context.Context, caller domain.Caller, q WhatIfQuery) (now, then Insight, question evm.WhatIf, err error) {
	var growth []evm.ScopeChange
	now, err = work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (in Insight, err error) {
		if q.Growth {
			if growth, err = a.scopeGrowth(ctx, tx, access.ProjectID); err != nil {
				return in, err
			}
		}
		return a.linkedInsight(ctx, tx, reading{projectID: access.ProjectID, withCost: access.SeesCost(), asOf: q.AsOf})
	})
	if err != nil {
		return now, then, question, err
	}
	if q.Rates != 0 && now.Project.CostWithheld {
		return now, then, question, domain.Errorf(domain.Forbidden,
			"this project shows daily rates and cost to its owner and admins only, so you cannot ask what other rates would do").At("rates")
	}
	if question, err = now.question(q); err != nil {
		return now, then, question, err
	}
	question.Growth = growth
	then = now.WhatIf(question)
	return now, then, question, then.checkEnd(q.Finish)
}

// question converts a query to the engine's form.
func (in Insight) question(q WhatIfQuery) (asked evm.WhatIf, err error) {
	if asked.Scope, err = q.Scope.factor("scope", "points left", in.Project.Remaining()); err != nil {
		return asked, err
	}
	if asked.Velocity, err = q.Velocity.factor("velocity", "points that a past sprint finished", in.Velocity(0).Mean.Value); err != nil {
		return asked, err
	}
	rates := Change{}
	if q.Rates != 0 {
		rates = Change{Times, q.Rates}
	}
	if asked.Rates, err = rates.factor("rates", "daily rates", 0); err != nil {
		return asked, err
	}
	asked.Shift, err = in.shift(q)
	return asked, err
}

// Limits of a question. Anything beyond them is probably a mistake.
const (
	mostTimes = 1000
	mostShift = 3650
)

// factor returns the change as a factor on the current value. An error names the field of the change.
func (c Change) factor(field, what string, now float64) (float64, error) {
	if c.Kind == Unchanged {
		return 1, nil
	}
	if c.Kind != Times && now == 0 {
		return 0, domain.Invalidf("there are no %s, so only a factor is possible, such as 1.2x or +20%%", what).At(field)
	}
	factor := c.Amount
	switch c.Kind {
	case More:
		factor = (now + c.Amount) / now
	case Exactly:
		factor = c.Amount / now
	case Times, Unchanged:
	}
	if !(factor >= 1.0/mostTimes && factor <= mostTimes) { // also refuses NaN
		return 0, domain.Invalidf("the %s can be changed by a factor of 0.001 to %d, not %s", what, mostTimes,
			strconv.FormatFloat(factor, 'g', 6, 64)).At(field)
	}
	return factor, nil
}

// shift returns the number of days by which the plan moves.
func (in Insight) shift(q WhatIfQuery) (int, error) {
	if q.Finish == nil {
		if math.Abs(float64(q.Shift)) > mostShift {
			return 0, domain.Invalidf("the plan can be moved by at most %d days, not by %d", mostShift, q.Shift).At("shift")
		}
		return q.Shift, nil
	}
	end := in.plannedEnd()
	switch {
	case end == nil:
		return 0, domain.Invalidf("no sprint has dates, so the plan has no end to move").At("finish")
	case *end <= in.Today:
		return 0, domain.Invalidf("the plan ends on %s, not after %s: only what lies ahead can be moved", *end, in.Today).At("finish")
	}
	return int(EvmDay(*q.Finish) - *end), nil
}

// checkEnd refuses a plan that does not end as requested, or that would end after the year 9999.
func (in Insight) checkEnd(asked *domain.Date) error {
	end := in.plannedEnd()
	switch {
	case end == nil:
		return nil
	case *end > EvmDay("9999-12-31"):
		return domain.Invalidf("the plan would end after the year 9999").At("shift")
	case asked != nil && *end != EvmDay(*asked):
		return domain.Invalidf("the plan cannot end on %s: future sprints keep their length and start after %s, so it ends on %s at the earliest",
			*asked, in.Today, *end).At("finish")
	}
	return nil
}

// plannedEnd returns the last day of the plan, as EarnedSchedule does, or nil if no sprint has dates.
func (in Insight) plannedEnd() (last *evm.Day) {
	for _, span := range in.sprintSpans() {
		if last == nil || span.Last > *last {
			last = new(span.Last)
		}
	}
	return last
}

// outlook returns the figures that a question can change.
func (in Insight) outlook(ctx context.Context, q WhatIfQuery) (o report.Outlook, err error) {
	if o.Forecast, err = in.Forecast(ctx); err != nil {
		return o, err
	}
	o.Finance, o.Schedule, o.Pace = in.Indicators(), in.EarnedSchedule(), in.pace()
	o.Health = evm.Health(o.Finance.CPI, o.Finance.SPI, q.Thresholds)
	roadmap, err := in.Schedule(ctx)
	o.Roadmap = roadmap.ForecastFinish
	if err == nil && q.Points > 0 {
		o.Curve, err = in.course(ctx, q.Points)
	}
	return o, err
}

// pace returns the points that a sprint is expected to finish.
func (in Insight) pace() evm.Maybe {
	mean := in.Velocity(0).Mean
	if mean.Known && in.Project.VelocityFactor != 0 {
		return evm.Known(mean.Value * in.Project.VelocityFactor)
	}
	return mean
}
