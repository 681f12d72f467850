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
