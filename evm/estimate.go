package evm

// Method is a way to estimate what a project will have cost at its end. All of them add an estimate of the remaining work to all cost
// so far; they differ in the pace at which they expect the remaining work to be done.
type Method string

// The methods.
const (
	ByCPI       Method = "cpi"     // at the cost performance so far; this is the project's eac
	ByCPIAndSPI Method = "cpi_spi" // the same, slowed down or sped up by the schedule performance
	ByBudget    Method = "budget"  // as budgeted, whatever happened so far
	ByAllInCPI  Method = "all_in"  // at the cost performance so far, counting the cost outside sprints too
)

// Estimate is the cost at completion by one method.
type Estimate struct {
	Method Method
	Name   string // under which [Explain] explains it
	EAC    Maybe
	VAC    Maybe // the budget less EAC
	Chosen bool  // it is the project's eac
}

// AllInCPI returns the value earned for each unit of money spent, in sprints or outside them. It is unknown when nothing is spent.
func (i Indicators) AllInCPI() Maybe {
	if i.CostWithheld {
		return Maybe{}
	}
	return quotient(i.EV, Known(i.ACTotal))
}

// Estimates returns the cost at completion by each method, or nil if the cost is withheld.
func (i Indicators) Estimates() []Estimate {
	if i.CostWithheld {
		return nil
	}
	left := difference(i.BAC, i.EV)
	estimate := func(method Method, name string, rest Maybe) Estimate {
		eac := plus(Known(i.ACTotal), rest)
		return Estimate{Method: method, Name: name, EAC: eac, VAC: difference(i.BAC, eac), Chosen: method == ByCPI}
	}
	return []Estimate{
		estimate(ByCPI, "eac", toGo(left, i.CPI)),
		estimate(ByCPIAndSPI, "eac_cpi_spi", toGo(left, apply(OpProportion, []Maybe{i.CPI, i.SPI, Known(1)}))),
		estimate(ByBudget, "eac_budget", left),
		estimate(ByAllInCPI, "eac_all_in", toGo(left, i.AllInCPI())),
	}
}

// estimateFormulas returns the formulas of the numbers that can be explained, but are neither stored nor part of the indicators.
func estimateFormulas() []formula {
	return []formula{
		{
			name: "cpi_all_in", unit: RatioUnit, needsBudget: true, needsCost: true,
			words:   "All-in cost performance: the value earned for each unit of money spent, in sprints or outside them.",
			symbols: "cpi_all_in = ev / ac_total",
			unknown: "No cost is booked.", term: explainer.allInCPI,
		},
		{
			name: "eac_cpi_spi", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words:   "Estimate at completion if the rest is done at the cost performance and the schedule performance so far.",
			symbols: "eac_cpi_spi = ac_total + (bac − ev) / (cpi × spi)",
			unknown: "Work is left, and cpi or spi is unknown or 0.", term: explainer.eacBySchedule,
		},
		{
			name: "eac_budget", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words:   "Estimate at completion if the rest costs what was budgeted for it.",
			symbols: "eac_budget = ac_total + (bac − ev)", term: explainer.eacAtBudget,
		},
		{
			name: "eac_all_in", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words:   "Estimate at completion if the rest is done at the all-in cost performance so far.",
			symbols: "eac_all_in = ac_total + (bac − ev) / cpi_all_in",
			unknown: "Work is left, and cpi_all_in is unknown or 0.", term: explainer.eacAllIn,
		},
	}
}

func (e explainer) allInCPI() Term { return e.combine(OpQuotient, "ev", "ac_total") }

func (e explainer) eacBySchedule() Term {
	pace := made("combined performance", RatioUnit, OpProportion, e.indicator("cpi"), e.indicator("spi"), figure("one", RatioUnit, 1))
	return e.allCostAnd(made("rest", MoneyUnit, OpToGo, e.workLeft(), pace))
}

func (e explainer) eacAtBudget() Term { return e.allCostAnd(e.workLeft()) }

func (e explainer) eacAllIn() Term {
	return e.allCostAnd(made("rest", MoneyUnit, OpToGo, e.workLeft(), e.indicator("cpi_all_in")))
}

// allCostAnd adds the estimated cost of the rest to all cost so far.
func (e explainer) allCostAnd(rest Term) Term {
	return made("", "", OpSum, e.indicator("ac_total"), rest)
}
