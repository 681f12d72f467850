package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
)

// BudgetQuestion asks how another budget or contingency reserve would change the indicators. Absent fields keep their value; a nil budget
// means no budget.
type BudgetQuestion struct {
	Budget         domain.Opt[*float64]
	ContingencyPct domain.Opt[float64]
}

// BudgetPreview holds the indicators of a project as they are and as they would be.
type BudgetPreview struct{ Now, Then evm.Indicators }

// PreviewBudget answers a question about the budget, for those who manage the project. It changes nothing.
func (a *Service) PreviewBudget(ctx context.Context, caller domain.Caller, project string, in domain.Input[BudgetQuestion]) (BudgetPreview, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (BudgetPreview, error) {
		access, err := work.OfProject(caller, project).Authorize(ctx, tx, domain.ManageProject)
		if err != nil {
			return BudgetPreview{}, err
		}
		q, err := in.Get()
		if err != nil {
			return BudgetPreview{}, err
		}
		all, err := store.Finances(ctx, tx, []int64{access.ProjectID})
		if err != nil {
			return BudgetPreview{}, err
		}
		p, today := EvmProject(all[access.ProjectID]), EvmDay(a.Today())
		preview := BudgetPreview{Now: evm.Compute(p, today)}
		q.Budget.Apply(&p.Budget)
		q.ContingencyPct.Apply(&p.ContingencyPct)
		preview.Then = evm.Compute(p, today)
		return preview, nil
	})
}

// atBudgetOf returns a project with the budget and the reserve that were in force on a day.
func atBudgetOf(p evm.Project, day evm.Day) evm.Project {
	if then, ok := p.BudgetOn(day); ok {
		p.Budget, p.ContingencyPct = then.Budget, then.ContingencyPct
	}
	return p
}

// budgetSteps is the maximum number of steps of the budget that are shown with a curve.
const budgetSteps = 50

// BudgetSteps returns the latest days of the S-curve on which another budget came into force, up to the day of the insight.
func (in Insight) BudgetSteps() []evm.BudgetStep {
	if len(in.Project.Budgets) < 2 {
		return nil
	}
	first, _, ok := evm.CurveSpan(in.Project, in.Today)
	if !ok {
		return nil
	}
	return in.stepsAfter(first)
}

func (in Insight) stepsAfter(first evm.Day) []evm.BudgetStep {
	return in.Project.BudgetSteps(first, in.Today, budgetSteps)
}

// stepDays returns the days of a curve on which it steps, each after the day before.
func (in Insight) stepDays(first evm.Day) []evm.Day {
	var days []evm.Day
	for _, step := range in.stepsAfter(first) {
		days = append(days, step.Day-1, step.Day)
	}
	return days
}
