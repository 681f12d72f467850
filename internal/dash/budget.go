package dash

import (
	"math"
	"net/url"
	"strconv"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
)

// budgetBody sets the budget and the reserve from a day on, by default from today on. Absent amounts stay as they are on that day.
type budgetBody struct {
	Budget         domain.Opt[*float64]     `json:"budget" rule:"money"`
	ContingencyPct domain.Opt[float64]      `json:"contingency_pct" rule:"percent"`
	From           domain.Opt[*domain.Date] `json:"from" rule:"date"`
	Reason         domain.Opt[string]       `json:"reason" rule:"reason"`
}

func (b budgetBody) change() domain.BudgetChange {
	return domain.BudgetChange{Amount: b.Budget, ContingencyPct: b.ContingencyPct, From: b.From, Reason: b.Reason}
}

// budgetHistory lists the latest budgets of a project, latest first.
type budgetHistory struct {
	Budgets []pastBudget `json:"budgets"`
	More    bool         `json:"more"`  // there are earlier ones
	Today   string       `json:"today"` // the last day on which a new budget can begin
}

// pastBudget is a budget and the first day on which it is in force; 0001-01-01 means from the start.
type pastBudget struct {
	From           string   `json:"from"`
	Budget         *float64 `json:"budget"`
	ContingencyPct float64  `json:"contingency_pct"`
	Reason         string   `json:"reason"`
	User           *string  `json:"user"` // null: not known
	SetAt          string   `json:"set_at"`
}

func pastBudgetOf(b domain.Budget) pastBudget {
	return pastBudget{string(b.From), b.Amount, b.ContingencyPct, b.Reason, figures.TextOrNil(b.UserName), figures.Stamp(b.CreatedAt)}
}

func (d *Dash) listBudgets(r *request) (any, error) {
	h, err := d.app.Projects.Budgets(r.ctx, r.caller(), r.UUID)
	return budgetHistory{front.Mapped(h.Budgets, pastBudgetOf), h.More, string(h.Today)}, err
}

func (d *Dash) setBudget(r *request) (any, error) {
	if err := d.app.Projects.SetBudget(r.ctx, r.caller(), r.UUID, patch(r, budgetBody.change)); err != nil {
		return nil, err
	}
	return d.frame(r, r.UUID)
}

func (d *Dash) previewBudget(r *request) (any, error) {
	preview, err := d.app.Money.PreviewBudget(r.ctx, r.caller(), r.UUID, domain.NewInput(budgetQuestion(r.URL.Query())))
	return figures.BudgetPreviewOf(preview), err
}

// budgetQuestion reads the query; an empty budget means no budget.
func budgetQuestion(values url.Values) (money.BudgetQuestion, error) {
	var q money.BudgetQuestion
	if values.Has("budget") {
		q.Budget.Set = true
		if text := values.Get("budget"); text != "" && text != "null" {
			n, err := numberOf("budget", "money", text)
			if err != nil {
				return q, err
			}
			q.Budget.Value = &n
		}
	}
	if !values.Has("contingency_pct") {
		return q, nil
	}
	n, err := numberOf("contingency_pct", "percent", values.Get("contingency_pct"))
	q.ContingencyPct = domain.Some(n)
	return q, err
}

// numberOf parses a number from the query and checks it against a rule.
func numberOf(name, rule, text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || !domain.Rules(rule).Number(n) {
		return 0, domain.Invalidf("%s must be %s, not %q", name, domain.Rules(rule).Expect(), text).At(name)
	}
	return n, nil
}
