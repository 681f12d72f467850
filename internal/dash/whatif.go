package dash

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
	"earnest/internal/report"
)

// whatIf compares a project as it is with the project as it would be.
type whatIf struct {
	Day      string   `json:"day"`
	Question question `json:"question"`
	Now      outlook  `json:"now"`
	Then     outlook  `json:"then"`

	BudgetSteps []budgetStep `json:"budget_steps"` // of the budget in both curves
}

// question is the question asked, as factors and days. A factor of 1 and a shift of 0 change nothing.
type question struct {
	Scope    float64 `json:"scope"`
	Velocity float64 `json:"velocity"`
	Rates    float64 `json:"rates"`
	Shift    int     `json:"shift"`
	Growth   bool    `json:"growth"` // the scope grows as it did in past sprints
}

// outlook holds the figures that a question can change.
type outlook struct {
	Finance  finance      `json:"finance"`
	Health   indexHealth  `json:"health"`
	Forecast forecast     `json:"forecast"`
	Schedule *schedule    `json:"schedule"`
	Curve    []curvePoint `json:"curve"`
	Pace     *float64     `json:"pace_sp"`        // points that a sprint is expected to finish
	Roadmap  *string      `json:"roadmap_finish"` // the forecast finish of the roadmap
}

func (d *Dash) getWhatIf(r *request) (any, error) {
	p := r.params()
	q := money.WhatIfQuery{Project: r.UUID, Thresholds: d.app.Thresholds, AsOf: p.Day("as_of"), Finish: p.Day("finish"), Points: money.PagePoints}
	q.Scope = p.change("scope", money.More)
	q.Velocity = p.change("velocity", money.Times)
	q.Rates = p.factor("rates")
	q.Growth = p.Flag("growth").Value
	if p.Once("shift") != "" {
		q.Shift = p.Integer("shift", math.MinInt32, math.MaxInt32)
	}
	if p.Err != nil {
		return nil, p.Err
	}
	v, err := d.app.Money.WhatIf(r.ctx, r.caller(), q)
	if err != nil {
		return nil, err
	}
	asked := question{v.Question.Scope, v.Question.Velocity, v.Question.Rates, v.Question.Shift, v.Question.Growth != nil}
	now, then := outlookOf(v.Now, q.Thresholds), outlookOf(v.Then, q.Thresholds)
	return whatIf{v.Today.String(), asked, now, then, mapped(v.Steps, budgetStepOf)}, nil
}

func outlookOf(s report.Outlook, bounds evm.Thresholds) outlook {
	return outlook{
		Finance:  report.FinanceFor(s.Finance),
		Health:   indexHealthOf(s.Finance, bounds),
		Forecast: forecastOf(s.Forecast),
		Schedule: scheduleOf(s.Schedule),
		Curve:    mapped(s.Curve, curvePointOf),
		Pace:     s.Pace.Ptr(),
		Roadmap:  dayText(s.Roadmap),
	}
}

// changeForm matches a change in one of five forms: 20%, 1.2x, =300, +20, 20.
var changeForm = regexp.MustCompile(strings.ReplaceAll(`^(?:([-+ ]?N)%|(N)x|=(N)|([-+ ]N)|(N))$`, "N", `[0-9]{1,12}(?:\.[0-9]{1,12})?`))

// change parses +20%, -10%, 1.2x, +20, -15 or =300; bare is the kind of change that a number without a sign or unit means. An unescaped
// plus arrives as a space.
func (p *params) change(name string, bare money.ChangeKind) money.Change {
	value := p.Once(name)
	if value == "" {
		return money.Change{}
	}
	found := changeForm.FindStringSubmatch(value)
	if len(found) == 0 {
		p.Refuse(name, domain.Invalidf("%s must be a change such as +20%%, -10%%, 1.2x, +20, -15 or =300, not %q", name, input.Clip(value)))
		return money.Change{}
	}
	percent, factor, exact, difference, plain := found[1], found[2], found[3], found[4], found[5]
	amount, _ := strconv.ParseFloat(strings.TrimLeft(percent+factor+exact+difference+plain, "+ "), 64) // exactly one of them is present, and it is a number
	switch {
	case percent != "":
		return money.Change{Kind: money.Times, Amount: (100 + amount) / 100}
	case factor != "":
		return money.Change{Kind: money.Times, Amount: amount}
	case exact != "":
		return money.Change{Kind: money.Exactly, Amount: amount}
	case difference != "":
		return money.Change{Kind: money.More, Amount: amount}
	}
	return money.Change{Kind: bare, Amount: amount}
}

// factor parses a change that applies to many numbers alike, which can only be a factor; 0 means none.
func (p *params) factor(name string) float64 {
	change := p.change(name, money.Times)
	if change.Kind != money.Unchanged && (change.Kind != money.Times || change.Amount == 0) {
		p.Refuse(name, domain.Invalidf("%s must be a change of them all such as +5%%, -10%% or 1.1x", name))
	}
	return change.Amount
}
