package evm

// Indicators holds a project's numbers on one day. A Maybe is unknown where the number has no meaning; the comment on each field
// says when that is.
type Indicators struct {
	ProjectUUID    string
	BAC            Maybe // budget at completion; unknown without a budget, like every figure below that needs one
	BaseBudget     Maybe // the budget without its reserve
	Reserve        Maybe // the part of the budget held for contingencies
	ContingencyPct float64
	PV             Maybe   // planned value
	EV             Maybe   // earned value
	AC             float64 // cost of the time on tickets that are in a sprint now
	NoSprintCost   float64 // cost of all other time
	ACTotal        float64
	EngagedCharge  float64 // cost of the time on epics that are not finished
	CPI            Maybe   // cost performance: value earned for each unit spent; unknown when nothing is spent
	SPI            Maybe   // schedule performance: points earned for each point planned; unknown when none is planned; needs no budget
	TCPI           Maybe   // performance needed to end on budget; may be negative; unknown when exactly the whole budget is spent
	EAC            Maybe   // estimate at completion; unknown when ETC is
	ETC            Maybe   // estimate to complete; unknown when work is left and CPI is unknown or 0
	VAC            Maybe   // variance at completion; unknown when ETC is
	CV             Maybe   // cost variance
	SV             Maybe   // schedule variance
	TotalSP        int64   // all points, rounded to an integer for display, halves away from zero
	TotalExact     float64 // all points, unrounded, as used in every ratio
	DoneSP         float64 // points of done tickets, in sprints or not
	EarnedSP       float64 // points earned in sprints, capped at each sprint's commitment
	PlannedSP      float64 // points planned by the end of the day
	UndatedSP      float64 // points committed in sprints without dates: they can be earned, but are never planned
	ProgressPct    float64 // earned points as a percentage of all points; 0 when there are none
	PlannedPct     float64 // planned points as a percentage of all points; 0 when there are none
	CostWithheld   bool    // see [Project]; if true, AC, NoSprintCost, ACTotal and EngagedCharge are 0 and meaningless
}

// Compute returns the indicators of a project at the end of today. Effort dated after today counts too. The result is the same
// to the last bit whatever the order of the project's lists, and whether its effort consists of single entries or of roll-ups.
func Compute(p Project, today Day) Indicators {
	return newIndex(p).indicators(today)
}

func (x *index) indicators(today Day) Indicators {
	p, l, pl := x.Project, x.ledger(), x.plan()
	i := Indicators{
		ProjectUUID:    p.UUID,
		ContingencyPct: finite(p.ContingencyPct),
		BAC:            KnownIf(p.Budget),
		AC:             l.sprint,
		NoSprintCost:   l.noSprint,
		EngagedCharge:  l.engaged,
		TotalExact:     pl.total,
		DoneSP:         x.done(),
		EarnedSP:       x.earned(),
		PlannedSP:      pl.at(today),
		UndatedSP:      x.undated(),
	}
	i = derived(i)
	if p.CostWithheld {
		return i.WithoutCost()
	}
	return i
}

// WithoutCost returns a copy for a reader who may not see the cost, without the indicators that depend on it.
func (i Indicators) WithoutCost() Indicators {
	i.CostWithheld = true
	i.AC, i.NoSprintCost, i.ACTotal, i.EngagedCharge = 0, 0, 0, 0
	i.CPI, i.TCPI, i.EAC, i.ETC, i.VAC, i.CV = Maybe{}, Maybe{}, Maybe{}, Maybe{}, Maybe{}, Maybe{}
	return i
}

// NeedsCost reports whether the indicator or estimate with that name depends on cost.
func NeedsCost(indicator string) bool {
	for _, f := range explainable() {
		if f.name == indicator {
			return f.needsCost
		}
	}
	return false
}

// derived fills in the indicators that follow from the sums alone.
func derived(i Indicators) Indicators {
	i.TotalSP = roundAway(i.TotalExact)
	i.ProgressPct = proportion(100, i.EarnedSP, i.TotalExact)
	i.PlannedPct = proportion(100, i.PlannedSP, i.TotalExact)
	i.Reserve = share(i.ContingencyPct, i.BAC, 100)
	i.BaseBudget = difference(i.BAC, i.Reserve)
	i.ACTotal = Sum(i.AC, i.NoSprintCost)
	i.PV = i.Worth(i.PlannedSP)
	i.EV = i.Worth(i.EarnedSP)
	i.SPI = quotient(Known(i.EarnedSP), Known(i.PlannedSP))

	money := measure(i.BAC, i.PV, i.EV, Known(i.AC), Known(i.ACTotal))
	i.CPI, i.CV, i.SV = money.cpi, money.cv, money.sv
	i.ETC, i.EAC, i.VAC = money.etc, money.eac, money.vac
	i.TCPI = quotient(difference(i.BAC, i.EV), difference(i.BAC, Known(i.ACTotal)))
	return i
}

// Worth returns the share of the budget that corresponds to the given number of points. It is unknown without a budget and 0
// when there are no points.
func (i Indicators) Worth(points float64) Maybe { return share(points, i.BAC, i.TotalExact) }

// money holds the figures that are computed in the same way for a project and for a portfolio.
type money struct {
	cpi, cv, sv, etc, eac, vac Maybe
}

// measure applies the formulas to a project's values, or to a portfolio's sums.
func measure(bac, pv, ev, ac, acTotal Maybe) money {
	var m money
	m.cpi = quotient(ev, ac)
	m.cv = difference(ev, ac)
	m.sv = difference(ev, pv)
	m.etc = toGo(difference(bac, ev), m.cpi)
	m.eac = plus(acTotal, m.etc)
	m.vac = difference(bac, m.eac)
	return m
}
