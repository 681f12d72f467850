package evm

import (
	"cmp"
	"slices"
)

// BudgetFrom is a budget with its reserve, and the first day on which they are in force.
type BudgetFrom struct {
	From           Day
	Budget         *float64 // nil means no budget
	ContingencyPct float64
	Reason         string // why it was set; no figure depends on it
}

// BudgetOn returns the budget that was in force at the end of a day, according to [Project.Budgets]. The earliest budget also
// applies to all days before it. BudgetOn returns false if the project has no history of budgets.
func (p Project) BudgetOn(d Day) (BudgetFrom, bool) { return budgetOn(p.budgetsInOrder(), d) }

// budgetsInOrder returns the budgets by day.
func (p Project) budgetsInOrder() []BudgetFrom {
	return slices.SortedFunc(slices.Values(p.Budgets), func(a, b BudgetFrom) int { return cmp.Compare(a.From, b.From) })
}

// budgetOn returns the budget in force on a day. The budgets must be in order.
func budgetOn(budgets []BudgetFrom, d Day) (BudgetFrom, bool) {
	if len(budgets) == 0 {
		return BudgetFrom{}, false
	}
	later, _ := slices.BinarySearchFunc(budgets, d+1, func(b BudgetFrom, d Day) int { return cmp.Compare(b.From, d) })
	return budgets[max(0, later-1)], true
}

// BudgetStep is a day on which another amount came into force. The S-curve in money steps there, although no work was planned or
// done.
type BudgetStep struct {
	Day           Day
	Before, After Maybe // unknown means no budget
	Reason        string
}

// BudgetSteps returns the last steps of the budget after the first day and up to the last one, in order, but no more than the
// given number.
func (p Project) BudgetSteps(first, last Day, most int) []BudgetStep {
	var steps []BudgetStep
	budgets := p.budgetsInOrder()
	for i := range budgets {
		b := budgets[i]
		if i == 0 || b.From <= first || b.From > last {
			continue
		}
		step := BudgetStep{Day: b.From, Before: KnownIf(budgets[i-1].Budget), After: KnownIf(b.Budget), Reason: b.Reason}
		if step.Before != step.After {
			steps = append(steps, step)
		}
	}
	return steps[max(0, len(steps)-most):]
}
