package evm

import "slices"

// WhatIf is a what-if question about a project. The zero value changes nothing: a factor of 0 means 1.
type WhatIf struct {
	Scope    float64       // factor on the points of open tickets; snapshots do not change, just as with any new estimate
	Velocity float64       // factor on the pace that forecasts and the schedule of the roadmap assume; the plan does not change
	Rates    float64       // factor on every daily rate, applied to all booked time
	Shift    int           // days by which the plan after today slips; negative values bring it forward
	Growth   []ScopeChange // how the scope grew in the past, if forecasts are to expect the like; nil changes nothing
}

// WhatIf returns a copy of the project, changed as of today. The project itself is not modified, and the copy shares nothing
// writable with it.
func (p Project) WhatIf(q WhatIf, today Day) Project {
	c := p.clone()
	for i := range c.Tickets {
		if t := &c.Tickets[i]; !t.Done {
			t.Points = proportion(t.Points, factor(q.Scope), 1)
		}
	}
	for i := range c.Effort {
		if e := &c.Effort[i]; e.Rate != nil {
			*e.Rate = proportion(*e.Rate, factor(q.Rates), 1)
		}
	}
	c.Time = c.Time.atRates(factor(q.Rates))
	for i := range c.Sprints {
		c.Sprints[i] = c.Sprints[i].shifted(Day(q.Shift), today)
	}
	if q.Growth != nil {
		c.Growth = slices.Clone(q.Growth)
	}
	c.VelocityFactor = proportion(factor(c.VelocityFactor), factor(q.Velocity), 1)
	return c
}

func factor(f float64) float64 {
	if f == 0 {
		return 1
	}
	return f
}

// shifted moves the dates of a sprint that are still ahead: the start and the end of a future sprint, but only the end of a
// running one. A future sprint keeps its length and starts tomorrow at the earliest; a running one ends today at the earliest.
func (s Sprint) shifted(days, today Day) Sprint {
	if s.Start != nil && *s.Start > today {
		days = max(days, today+1-*s.Start)
		s.Start = new(*s.Start + days)
	}
	if s.End != nil && *s.End > today {
		s.End = new(max(*s.End+days, today))
	}
	return s
}

// clone returns a copy that shares nothing writable with the original.
func (p Project) clone() Project {
	p.Budget = cloneOf(p.Budget)
	p.Budgets = slices.Clone(p.Budgets)
	for i := range p.Budgets {
		p.Budgets[i].Budget = cloneOf(p.Budgets[i].Budget)
	}
	p.Sprints = slices.Clone(p.Sprints)
	for i := range p.Sprints {
		s := &p.Sprints[i]
		s.Start, s.End, s.Committed = cloneOf(s.Start), cloneOf(s.End), slices.Clone(s.Committed)
	}
	p.Epics = slices.Clone(p.Epics)
	p.Tickets = slices.Clone(p.Tickets)
	for i := range p.Tickets {
		p.Tickets[i].DoneDay = cloneOf(p.Tickets[i].DoneDay)
	}
	p.Growth = slices.Clone(p.Growth)
	p.Effort = slices.Clone(p.Effort)
	for i := range p.Effort {
		p.Effort[i].Day, p.Effort[i].Rate = cloneOf(p.Effort[i].Day), cloneOf(p.Effort[i].Rate)
	}
	return p
}

func cloneOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}
