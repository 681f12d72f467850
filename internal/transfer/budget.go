package transfer

import (
	"cmp"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// budgets imports the budgets of the project over time, of which the latest becomes its own. If the file has none, the project's budget
// applies from the start.
func (p *projectImport) budgets() ([]domain.Budget, error) {
	if len(p.from.Budgets) == 0 {
		return []domain.Budget{domain.FirstBudget(p.project, nil)}, nil
	}
	last := p.app.Today().AddDays(1) // it may be tomorrow already in the time zone that the file comes from
	list := make([]domain.Budget, 0, len(p.from.Budgets))
	for i, from := range p.from.Budgets {
		b := p.budget(from)
		if b.From > last {
			return nil, p.path().In("budgets").At(i).In("from").Errorf("a budget cannot begin in the future, on %s", b.From)
		}
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b domain.Budget) int { return cmp.Compare(a.From, b.From) })
	latest := list[len(list)-1]
	p.project.Budget, p.project.ContingencyPct = latest.Amount, latest.ContingencyPct
	return list, nil
}

func (p *projectImport) budget(from workspace.Budget) domain.Budget {
	b := domain.Budget{
		From: domain.Date(from.From), Amount: from.Budget, ContingencyPct: p.project.ContingencyPct, Reason: from.Reason,
		UserID: p.userOrNil(from.Author), CreatedAt: p.project.CreatedAt,
	}
	if from.ContingencyPct != nil {
		b.ContingencyPct = *from.ContingencyPct
	}
	if at := optional(from.CreatedAt); at != nil {
		b.CreatedAt = *at
	}
	return b
}

func (x *exporter) budgetsFile(budgets []domain.Budget) []workspace.Budget {
	list := make([]workspace.Budget, 0, len(budgets))
	for _, b := range budgets {
		list = append(list, workspace.Budget{
			From: string(b.From), Budget: b.Amount, ContingencyPct: &b.ContingencyPct, Reason: b.Reason, Author: x.email(b.UserID),
			CreatedAt: workspace.Stamp(b.CreatedAt),
		})
	}
	return list
}
