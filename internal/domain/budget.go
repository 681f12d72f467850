package domain

import "time"

// Budget is a project's budget and contingency reserve from a day on, until the next one comes into force. The first budget of a
// new project begins on FirstDay, because it applies to all earlier days too.
type Budget struct {
	From           Date
	Amount         *float64 // nil means no budget
	ContingencyPct float64
	Reason         string // empty if none was given
	UserID         *int64 // who set it; nil if that is not known
	UserName       string // only in the history of a project
	CreatedAt      time.Time
}

// FirstBudget returns the budget of a new project.
func FirstBudget(p Project, userID *int64) Budget {
	return Budget{From: FirstDay, Amount: p.Budget, ContingencyPct: p.ContingencyPct, UserID: userID, CreatedAt: p.CreatedAt}
}

// Same reports whether two budgets have the same amount and the same reserve.
func (b Budget) Same(other Budget) bool {
	if b.Amount == nil || other.Amount == nil {
		return b.Amount == other.Amount && b.ContingencyPct == other.ContingencyPct
	}
	return *b.Amount == *other.Amount && b.ContingencyPct == other.ContingencyPct
}

// BudgetOn returns the budget in force on a day; budgets must be sorted by day. The first one also applies to every earlier day.
// ok is false if there are no budgets.
func BudgetOn(budgets []Budget, day Date) (in Budget, ok bool) {
	for i, b := range budgets {
		if i == 0 || b.From <= day {
			in, ok = b, true
		}
	}
	return in, ok
}

// BudgetChange sets a project's budget and contingency reserve from a given day on (by default, today). Absent amounts stay as
// they are on that day.
type BudgetChange struct {
	Amount         Opt[*float64]
	ContingencyPct Opt[float64]
	From           Opt[*Date]
	Reason         Opt[string]
}
