package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Budgets returns the budgets of a project over time, ordered by day.
func Budgets(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.Budget, error) {
	const text = budgetColumns + `FROM budgets b WHERE b.project_id = $1 ORDER BY b.from_date`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (b domain.Budget, err error) {
		err = rows.Scan(budgetTargets(&b)...)
		return b, err
	}))
}

const budgetColumns = `SELECT b.from_date, b.budget, b.contingency_pct, b.reason, b.user_id, b.created_at `

func budgetTargets(b *domain.Budget) []any {
	return []any{&b.From, &b.Amount, &b.ContingencyPct, &b.Reason, &b.UserID, db.Moment{To: &b.CreatedAt}}
}

// LastBudgets returns the budgets of a project with the names of their authors, up to limit, latest first.
func LastBudgets(ctx context.Context, tx *db.Tx, projectID int64, limit int) ([]domain.Budget, error) {
	const text = budgetColumns + `, COALESCE(u.firstname, ''), COALESCE(u.lastname, '')
FROM budgets b
LEFT JOIN users u ON u.id = b.user_id
WHERE b.project_id = $1
ORDER BY b.from_date DESC
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID, limit), func(rows db.Rows) (b domain.Budget, err error) {
		var first, last string
		err = rows.Scan(append(budgetTargets(&b), &first, &last)...)
		b.UserName = domain.FullName(first, last)
		return b, err
	}))
}

// SetBudget stores a budget, which replaces one that begins on the same day. The project's own fields then hold the latest budget; no
// other function changes them.
func SetBudget(ctx context.Context, tx *db.Tx, projectID int64, b domain.Budget) error {
	if err := insertBudget(ctx, tx, projectID, b); err != nil {
		return err
	}
	return tx.Run(ctx, `
UPDATE projects
SET (budget, contingency_pct) = (
  SELECT b.budget, b.contingency_pct FROM budgets b WHERE b.project_id = $1 ORDER BY b.from_date DESC LIMIT 1
)
WHERE id = $1`, projectID)
}

func insertBudget(ctx context.Context, tx *db.Tx, projectID int64, b domain.Budget) error {
	return tx.Run(ctx, `
INSERT INTO budgets (project_id, from_date, budget, contingency_pct, reason, user_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (project_id, from_date) DO UPDATE
SET budget = excluded.budget, contingency_pct = excluded.contingency_pct, reason = excluded.reason, user_id = excluded.user_id,
    created_at = excluded.created_at`,
		projectID, b.From, b.Amount, b.ContingencyPct, b.Reason, b.UserID, db.Micros(b.CreatedAt))
}
