package figures

import (
	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/report"
)

// WhatIf compares a project as it is with the project as it would be.
type WhatIf struct {
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

// WhatIfOf converts the answer to a what-if question.
func WhatIfOf(v report.WhatIf, bounds evm.Thresholds) WhatIf {
	asked := question{v.Question.Scope, v.Question.Velocity, v.Question.Rates, v.Question.Shift, v.Question.Growth != nil}
	return WhatIf{v.Today.String(), asked, outlookOf(v.Now, bounds), outlookOf(v.Then, bounds), front.Mapped(v.Steps, budgetStepOf)}
}

func outlookOf(s report.Outlook, bounds evm.Thresholds) outlook {
	return outlook{
		Finance:  report.FinanceFor(s.Finance),
		Health:   indexHealthOf(s.Finance, bounds),
		Forecast: forecastOf(s.Forecast),
		Schedule: scheduleOf(s.Schedule),
		Curve:    front.Mapped(s.Curve, curvePointOf),
		Pace:     s.Pace.Ptr(),
		Roadmap:  DayText(s.Roadmap),
	}
}
