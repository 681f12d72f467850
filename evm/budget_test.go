package evm_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

// drawBudgets draws a history of budgets in any order. No two begin on the same day.
func drawBudgets(t *rapid.T) []evm.BudgetFrom {
	var list []evm.BudgetFrom
	for range rapid.IntRange(0, 4).Draw(t, "budgets") {
		b := evm.BudgetFrom{From: drawDay(t, "from"), Budget: money(1e6).Draw(t, "amount"), ContingencyPct: 5}
		if !slices.ContainsFunc(list, func(have evm.BudgetFrom) bool { return have.From == b.From }) {
			list = append(list, b)
		}
	}
	return list
}

// inForce looks for the budget of a day in the plainest way: it goes back day by day, and from the days before all budgets forward.
func inForce(p evm.Project, day evm.Day) *float64 {
	if len(p.Budgets) == 0 {
		return p.Budget
	}
	on := func(d evm.Day) (*float64, bool) {
		for _, b := range p.Budgets {
			if b.From == d {
				return b.Budget, true
			}
		}
		return nil, false
	}
	for d := day; d > anchor-100; d-- {
		if budget, ok := on(d); ok {
			return budget
		}
	}
	for d := day; ; d++ {
		if budget, ok := on(d); ok {
			return budget
		}
	}
}

func TestTheCurveUsesTheBudgetOfEachPastDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		p := settled(t, today)
		p.Budgets = drawBudgets(t)
		for _, c := range curve(p, today) {
			alone := p
			alone.Budgets = nil
			if c.Day < today {
				alone.Budget = inForce(p, c.Day)
			}
			if want := curveOn(alone, today, c.Day)[0]; c != want {
				t.Fatalf("%v, today is %v: %+v, want %+v", c.Day, today, c, want)
			}
		}
		plain := p
		plain.Budgets = nil
		if evm.Compute(p, today) != evm.Compute(plain, today) {
			t.Fatal("past budgets change today's indicators")
		}
	})
}

func TestABudgetIsInForceUntilTheNextAndTheFirstOneAlsoBefore(t *testing.T) {
	t.Parallel()
	p := evm.Project{Budgets: []evm.BudgetFrom{
		{From: anchor + 10, Budget: new(300.0), Reason: "more"}, {From: anchor, Budget: new(100.0)}, {From: anchor + 5}, {From: anchor + 7},
	}}
	for day, want := range map[evm.Day]*float64{
		anchor - 1000: new(100.0), anchor: new(100.0), anchor + 4: new(100.0), anchor + 5: nil, anchor + 9: nil, anchor + 10: new(300.0), anchor + 999: new(300.0),
	} {
		if got, ok := p.BudgetOn(day); !ok || evm.KnownIf(got.Budget) != evm.KnownIf(want) {
			t.Errorf("on %v the budget is %v", day, evm.KnownIf(got.Budget))
		}
	}
	if _, ok := (evm.Project{}).BudgetOn(anchor); ok {
		t.Error("there is a budget without a history")
	}
	steps := []evm.BudgetStep{{Day: anchor + 5, Before: evm.Known(100)}, {Day: anchor + 10, After: evm.Known(300), Reason: "more"}}
	if got := p.BudgetSteps(anchor-50, anchor+50, 9); !slices.Equal(got, steps) {
		t.Errorf("the steps are %+v", got)
	}
	if got := p.BudgetSteps(anchor-50, anchor+50, 1); !slices.Equal(got, steps[1:]) {
		t.Errorf("the last step is %+v", got)
	}
	if got := p.BudgetSteps(anchor+5, anchor+9, 9); len(got) > 0 {
		t.Errorf("there are steps where the budget stays: %+v", got)
	}
}

// An explanation says which budget it uses, and its parts give the same number to the last bit.
func TestExplanationsNameTheBudgetTheyUse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		p := settled(t, today)
		p.Budgets = drawBudgets(t)
		then, known := p.BudgetOn(today)
		if known {
			p.Budget, p.ContingencyPct = then.Budget, then.ContingencyPct
		}
		numbers := evm.Compute(p, today)
		for _, name := range evm.IndicatorNames() {
			x, _, err := evm.Explain(t.Context(), p, today, name)
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := numbers.Value(name); x.Term.Value != want || x.Term.Recompute() != want {
				t.Fatalf("%s is %v, explained as %v and %v", name, want, x.Term.Value, x.Term.Recompute())
			}
			mustNameBudget(t, x.Term, then.From, known)
		}
	})
}

// mustNameBudget checks the terms of a breakdown that come from the budget.
func mustNameBudget(t *rapid.T, term evm.Term, from evm.Day, known bool) {
	isBudget := term.Kind == evm.IndicatorTerm && (term.Name == "bac" || term.Name == "contingency_pct")
	if since := term.Since(); isBudget && (since != nil) != known || isBudget && known && *since != from {
		t.Fatalf("%s is in force since %v, want %v", term.Name, since, from)
	}
	for _, part := range term.Terms {
		mustNameBudget(t, part, from, known)
	}
}

func TestAWhatIfQuestionAssumesTheSameBudgets(t *testing.T) {
	t.Parallel()
	p := evm.Project{Budget: new(200.0), Budgets: []evm.BudgetFrom{{From: anchor, Budget: new(100.0)}, {From: anchor + 5, Budget: new(200.0)}}}
	changed := p.WhatIf(evm.WhatIf{Scope: 2}, anchor+9)
	*changed.Budgets[0].Budget = 7
	if b, _ := p.BudgetOn(anchor); *b.Budget != 100 {
		t.Error("the question changed the project")
	}
}
