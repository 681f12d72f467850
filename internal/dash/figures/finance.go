package figures

import (
	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/money"
	"earnest/internal/report"
)

// finance holds the indicators of a project, with the same names and nulls as /api/v1/finance. Every figure that depends on cost is null
// for a reader who may not see it.
type finance = report.Finance[*float64]

// FinancePage holds the finances of a project on one day.
type FinancePage struct {
	Finance     finance          `json:"finance"`
	Estimates   *estimates       `json:"estimates"` // null: the reader may not see the cost
	Health      indexHealth      `json:"health"`
	Thresholds  Thresholds       `json:"thresholds"`
	Today       string           `json:"today"`
	Day         string           `json:"day"` // the day shown
	Past        bool             `json:"past"`
	Reported    *reportedDay     `json:"reported"`
	Curve       []curvePoint     `json:"curve"`
	BudgetSteps []budgetStep     `json:"budget_steps"` // days on which the curve in money steps, because another budget came into force
	Forecast    forecast         `json:"forecast"`
	Schedule    *schedule        `json:"schedule"`
	History     []indexPoint     `json:"history"`
	Sprints     []sprintFigures  `json:"sprints"`
	OutsideCost *float64         `json:"outside_cost"`
	Velocity    meanVelocity     `json:"velocity"`
	ByEpic      []epicFigures    `json:"by_epic"`
	ByMember    *[]memberFigures `json:"by_member"` // null: the reader may not see the cost
	Reserve     reserve          `json:"reserve"`
	Warnings    []Warning        `json:"warnings"`
	Commentary  *Commentary      `json:"commentary"`         // on the day shown
	Earlier     *string          `json:"earlier_commentary"` // the day of the latest one before
	SeesCost    bool             `json:"sees_rates"`         // false: every figure that depends on cost is null
}

// indexHealth holds the colour of each index; null while the index has no value.
type indexHealth struct {
	CPI *Health `json:"cpi"`
	SPI *Health `json:"spi"`
}

// reportedDay holds the figures that were reported at the end of a past day.
type reportedDay struct {
	Day        string  `json:"day"`
	ReportedAt string  `json:"reported_at"`
	CaughtUp   bool    `json:"caught_up"`
	Finance    finance `json:"finance"`
}

// meanVelocity is the expected velocity of a sprint.
type meanVelocity struct {
	Sprints int      `json:"sprints"`
	Mean    *float64 `json:"mean"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
}

// reserve is the part of the budget kept for contingencies; its amounts are null without a budget.
type reserve struct {
	ContingencyPct    float64  `json:"contingency_pct"`
	ContingencyAmount *float64 `json:"contingency_amount"`
	Used              *float64 `json:"used"`     // cost beyond the base budget, possibly more than the reserve; null if the cost is withheld
	Foreseen          *float64 `json:"foreseen"` // the same, as estimated for completion
}

// FinancePageOf converts a finance page. The keys of the tickets that its warnings name are left out.
func FinancePageOf(v money.FinancePage, bounds evm.Thresholds) FinancePage {
	page := FinancePage{
		Finance:     report.FinanceFor(v.Finance),
		Estimates:   estimatesOf(v.Finance),
		Health:      indexHealthOf(v.Finance, bounds),
		Thresholds:  Thresholds(bounds),
		Today:       v.Today.String(),
		Day:         v.Day.String(),
		Past:        v.Past,
		Curve:       front.Mapped(v.Curve, curvePointOf),
		BudgetSteps: front.Mapped(v.Steps, budgetStepOf),
		Forecast:    forecastOf(v.Forecast),
		Schedule:    scheduleOf(v.Schedule),
		History:     front.Mapped(v.History, indexPointOf),
		Sprints:     front.Mapped(v.Sprints, sprintFiguresOf),
		OutsideCost: report.CostOf(v.Finance, v.Finance.NoSprintCost),
		Velocity:    meanVelocity{len(v.Velocity.Sprints), v.Velocity.Mean.Ptr(), v.Velocity.Low.Ptr(), v.Velocity.High.Ptr()},
		ByEpic:      front.Mapped(v.Epics, epicFiguresOf),
		Reserve:     reserveOf(v.Finance),
		Warnings:    front.Mapped(v.Warnings, warningOf),
		Commentary:  commentaryOf(v.Commentary),
		Earlier:     (*string)(v.Earlier),
		SeesCost:    v.SeesCost,
	}
	if v.SeesCost {
		page.ByMember = new(front.Mapped(v.Members, func(m money.MemberFigures) memberFigures { return memberFigures(m) }))
	}
	if v.Reported != nil {
		page.Reported = &reportedDay{string(v.Reported.Day), Stamp(v.Reported.ReportedAt), v.Reported.CaughtUp, report.FinanceFor(v.Reported.Indicators)}
	}
	return page
}

func indexHealthOf(i evm.Indicators, bounds evm.Thresholds) indexHealth {
	return indexHealth{HealthOf(i.CPI, bounds), HealthOf(i.SPI, bounds)}
}

func reserveOf(i evm.Indicators) reserve {
	r := reserve{ContingencyPct: i.ContingencyPct, ContingencyAmount: i.Reserve.Ptr()}
	if i.BaseBudget.Known && !i.CostWithheld {
		r.Used = new(max(0, i.ACTotal-i.BaseBudget.Value))
	}
	if i.BaseBudget.Known && i.EAC.Known {
		r.Foreseen = new(max(0, i.EAC.Value-i.BaseBudget.Value))
	}
	return r
}
