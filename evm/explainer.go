package evm

import (
	"context"
	"slices"
)

// explainer builds the terms of one project on one day. Each indicator has a method that reads like its formula.
type explainer struct {
	*index
	today   Day
	known   map[string]Term // the indicators built so far; many share their inputs
	outline bool            // leave out the operands of long sums
	ended   func() error    // returns an error once the context is done; from then on terms are left out
}

func newExplainer(ctx context.Context, p Project, today Day) explainer {
	if p.CostWithheld {
		p.Effort = unrated(p.Effort)
	}
	x := newIndex(p)
	return explainer{index: x, today: today, known: map[string]Term{}, ended: ctx.Err}
}

// unrated returns the effort without its rates, so that no figure can depend on them.
func unrated(lines []Effort) []Effort {
	out := slices.Clone(lines)
	for i := range out {
		out[i].Rate = nil
	}
	return out
}

// indicator returns the term of an indicator or estimate by name.
func (e explainer) indicator(name string) Term {
	if e.ended() != nil {
		return Term{}
	}
	if t, ok := e.known[name]; ok {
		return t
	}
	for _, f := range explainable() {
		if f.name == name {
			t := f.term(e)
			t.Kind, t.Name, t.Unit = IndicatorTerm, f.name, f.unit
			e.known[name] = t
		}
	}
	return e.known[name]
}

// combine builds a term from named indicators.
func (e explainer) combine(op Op, names ...string) Term {
	terms := make([]Term, len(names))
	for i, name := range names {
		terms[i] = e.indicator(name)
	}
	return made("", "", op, terms...)
}

// budgetLess returns a named term for the budget less another indicator, for use inside a larger formula.
func (e explainer) budgetLess(indicator, name string) Term {
	return made(name, MoneyUnit, OpDifference, e.indicator("bac"), e.indicator(indicator))
}

func (e explainer) workLeft() Term { return e.budgetLess("ev", "work left") }

func (e explainer) bac() Term {
	return e.ofHistory(given(IndicatorTerm, "bac", MoneyUnit, KnownIf(e.Budget)))
}

func (e explainer) contingency() Term {
	return e.ofHistory(given(IndicatorTerm, "contingency_pct", PercentUnit, Known(finite(e.ContingencyPct))))
}

// ofHistory adds the budget in force to a term, unless the question assumes another one.
func (e explainer) ofHistory(t Term) Term {
	b, ok := e.BudgetOn(e.today)
	if ok && KnownIf(b.Budget) == KnownIf(e.Budget) && b.ContingencyPct == e.ContingencyPct {
		t.Budget = &b
	}
	return t
}

func (e explainer) reserve() Term {
	hundred := figure("per cent", PercentUnit, 100)
	return made("", "", OpProportion, e.indicator("contingency_pct"), e.indicator("bac"), hundred)
}

func (e explainer) baseBudget() Term { return e.combine(OpDifference, "bac", "reserve") }

func (e explainer) pv() Term { return e.ofBudget("planned_sp") }
func (e explainer) ev() Term { return e.ofBudget("earned_sp") }

// ofBudget returns the share of the budget that corresponds to the given points.
func (e explainer) ofBudget(points string) Term {
	return made("", "", OpProportion, e.indicator(points), e.indicator("bac"), e.totalExact())
}

func (e explainer) progress() Term     { return e.ofHundred("earned_sp") }
func (e explainer) plannedShare() Term { return e.ofHundred("planned_sp") }

// ofHundred returns the given points as a percentage of all points.
func (e explainer) ofHundred(points string) Term {
	return made("", "", OpProportion, figure("per cent", PercentUnit, 100), e.indicator(points), e.totalExact())
}

func (e explainer) acTotal() Term { return e.combine(OpSum, "ac", "no_sprint_cost") }
func (e explainer) cpi() Term     { return e.combine(OpQuotient, "ev", "ac") }
func (e explainer) spi() Term     { return e.combine(OpQuotient, "earned_sp", "planned_sp") }
func (e explainer) eac() Term     { return e.combine(OpSum, "ac_total", "etc") }
func (e explainer) vac() Term     { return e.combine(OpDifference, "bac", "eac") }
func (e explainer) cv() Term      { return e.combine(OpDifference, "ev", "ac") }
func (e explainer) sv() Term      { return e.combine(OpDifference, "ev", "pv") }

func (e explainer) tcpi() Term {
	return made("", "", OpQuotient, e.workLeft(), e.budgetLess("ac_total", "budget left"))
}

func (e explainer) etc() Term {
	return made("", "", OpToGo, e.workLeft(), e.indicator("cpi"))
}
