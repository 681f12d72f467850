package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// BudgetField is the name under which the log records a budget with its day and its reason, unless the budget is in force from today on and has
// no reason: then the project's own fields say everything.
const BudgetField = "budget_from"

// pastBudgets is the maximum number of budgets that a page shows.
const pastBudgets = 200

// BudgetHistory holds the budgets of a project over time, latest first.
type BudgetHistory struct {
	Budgets []domain.Budget
	More    bool        // there are earlier ones
	Today   domain.Date // the last day on which a new budget can begin
}

// Budgets returns the latest budgets of a project.
func (a *Projects) Budgets(ctx context.Context, caller domain.Caller, project string) (BudgetHistory, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) (BudgetHistory, error) {
		rows, err := store.LastBudgets(ctx, tx, access.ProjectID, pastBudgets+1)
		h := BudgetHistory{Budgets: rows[:min(len(rows), pastBudgets)], More: len(rows) > pastBudgets, Today: a.Today()}
		if len(rows) > 0 {
			h.Today = max(h.Today, rows[0].From)
		}
		return h, err
	})
}

// SetBudget sets a project's budget and contingency reserve from a day on, on behalf of its owner. Budgets that begin later stay in
// force. Setting what is in force on that day anyway, without another reason, changes nothing, and nothing is logged.
func (a *Projects) SetBudget(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.BudgetChange]) error {
	return Do(ctx, a.Instance, OfProject(caller, project), domain.OwnProject, in, func(c *Change, change domain.BudgetChange) error {
		old, err := store.Project(ctx, c.Tx, project, caller.UserID)
		if err != nil {
			return err
		}
		budgets, err := store.Budgets(ctx, c.Tx, old.ID)
		if err != nil {
			return err
		}
		today := budgetDay(budgets, a.Today())
		b := c.budgetFrom(today)
		if from := change.From.Value; from != nil {
			b.From = *from
		}
		if b.From > today {
			return domain.Invalidf("from must not be after today, %s", today).At("from")
		}
		b.From = a.budgetStart(old, budgets, b.From)
		held, _ := domain.BudgetOn(budgets, b.From)
		b.Amount, b.ContingencyPct, b.Reason = change.Amount.Or(held.Amount), change.ContingencyPct.Or(held.ContingencyPct), change.Reason.Value
		if b.Same(held) && (b.From != held.From || change.Reason.Or(held.Reason) == held.Reason) {
			return nil
		}
		return c.setBudget(ctx, old, budgets, b, today)
	})
}

// setBudget stores and logs a budget. It becomes the project's own unless another one begins later.
func (c *Change) setBudget(ctx context.Context, old domain.Project, budgets []domain.Budget, b domain.Budget, today domain.Date) error {
	p := old
	if last, ok := domain.BudgetOn(budgets, today); !ok || b.From >= last.From {
		p.Budget, p.ContingencyPct, p.UpdatedAt = b.Amount, b.ContingencyPct, c.Now
	}
	changed, err := c.Updated(ctx, "project", p.UUID, ProjectFacts(old), ProjectFacts(p))
	if err != nil {
		return err
	}
	if !changed || b.From != today || b.Reason != "" {
		row := domain.Change{Noun: "project", NounUUID: p.UUID, What: BudgetField, From: budgetBefore(budgets, b.From), To: Object(budgetFacts(b))}
		if err := c.Record(ctx, row); err != nil {
			return err
		}
	}
	if err := store.SetBudget(ctx, c.Tx, p.ID, b); err != nil || !changed {
		return err
	}
	return store.UpdateProject(ctx, c.Tx, p)
}

// budgetBefore returns the facts of the budget that begins on a day, or null if there is none.
func budgetBefore(budgets []domain.Budget, day domain.Date) string {
	if in, ok := domain.BudgetOn(budgets, day); ok && in.From == day {
		return Object(budgetFacts(in))
	}
	return string(Encode(nil))
}

func budgetFacts(b domain.Budget) []Fact {
	return []Fact{{"from", b.From}, {"budget", b.Amount}, {"contingency_pct", b.ContingencyPct}, {"reason", b.Reason}}
}

// budgetDay returns today, or the day of the latest budget if that is later, as it can be in an imported file: what is today in one time zone
// is tomorrow in another. So a new budget always follows the latest one or replaces it.
func budgetDay(budgets []domain.Budget, today domain.Date) domain.Date {
	if len(budgets) > 0 {
		today = max(today, budgets[len(budgets)-1].From)
	}
	return today
}

// budgetStart returns the day from which a budget is stored. One that begins on the day on which the project was created replaces the first
// budget, which applies to all earlier days, unless yet another one is in force on that day.
func (a *Projects) budgetStart(p domain.Project, budgets []domain.Budget, day domain.Date) domain.Date {
	held, _ := domain.BudgetOn(budgets, day)
	if held.From == domain.FirstDay && day == domain.DateOf(p.CreatedAt.In(a.Zone)) {
		return domain.FirstDay
	}
	return day
}

// budgetFrom returns a budget that the caller sets from a day on.
func (c *Change) budgetFrom(day domain.Date) domain.Budget {
	return domain.Budget{From: day, UserID: IDOrNil(c.Caller.UserID), CreatedAt: c.Now}
}

// followBudget stores another budget or reserve of an updated project, in force from today on.
func (a *Projects) followBudget(ctx context.Context, c *Change, old, p domain.Project) error {
	before := domain.Budget{Amount: old.Budget, ContingencyPct: old.ContingencyPct}
	after := domain.Budget{Amount: p.Budget, ContingencyPct: p.ContingencyPct}
	if before.Same(after) {
		return nil
	}
	budgets, err := store.Budgets(ctx, c.Tx, p.ID)
	if err != nil {
		return err
	}
	b := c.budgetFrom(a.budgetStart(p, budgets, budgetDay(budgets, a.Today())))
	b.Amount, b.ContingencyPct = p.Budget, p.ContingencyPct
	return store.SetBudget(ctx, c.Tx, p.ID, b)
}
