package report

import "earnest/evm"

// Finance is the JSON form of a project's earned-value indicators, for every API and report. Indicators that need a budget are
// null without one; ratios are null where they would divide by zero. The type parameter Cost is *float64 where the reader
// might not be allowed to see the cost; if so, the cost is null.
type Finance[Cost float64 | *float64] struct {
	ProjectUUID    string   `json:"project_uuid" format:"uuid"`
	BAC            *float64 `json:"bac" doc:"budget at completion: the declared budget"`
	BaseBudget     *float64 `json:"base_budget" doc:"the budget without its reserve"`
	Reserve        *float64 `json:"reserve" doc:"the contingency reserve, included in bac"`
	ContingencyPct float64  `json:"contingency_pct" rule:"percent" doc:"the part of the budget kept in reserve"`
	PV             *float64 `json:"pv" doc:"planned value: planned_pct of bac"`
	EV             *float64 `json:"ev" doc:"earned value: progress_pct of bac"`
	AC             Cost     `json:"ac" doc:"actual cost of the time on tickets that are in a sprint; the only cost comparable with ev"`
	NoSprintCost   Cost     `json:"no_sprint_cost" doc:"cost of the time on tickets that are in no sprint, deleted ones included"`
	ACTotal        Cost     `json:"ac_total" doc:"ac + no_sprint_cost"`
	EngagedCharge  Cost     `json:"engaged_charge" doc:"cost of the time on epics that are not finished"`
	CPI            *float64 `json:"cpi" doc:"cost performance index: ev / ac; above 1 is under budget"`
	SPI            *float64 `json:"spi" doc:"schedule performance index: earned_sp / planned_sp; above 1 is ahead; needs no budget"`
	TCPI           *float64 `json:"tcpi" doc:"performance needed to end on budget: (bac - ev) / (bac - ac_total)"`
	EAC            *float64 `json:"eac" doc:"estimate at completion: ac_total + etc"`
	ETC            *float64 `json:"etc" doc:"estimate to complete: (bac - ev) / cpi"`
	VAC            *float64 `json:"vac" doc:"variance at completion: bac - eac"`
	CV             *float64 `json:"cv" doc:"cost variance: ev - ac"`
	SV             *float64 `json:"sv" doc:"schedule variance: ev - pv"`
	TotalSP        int64    `json:"total_sp" doc:"all story points of the project, rounded to an integer"`
	DoneSP         float64  `json:"done_sp" doc:"story points of done tickets, in sprints or not"`
	EarnedSP       float64  `json:"earned_sp" doc:"story points earned: for each sprint its done points, at most its commitment"`
	PlannedSP      float64  `json:"planned_sp" doc:"story points planned to date"`
	UndatedSP      float64  `json:"undated_sp" doc:"story points committed in sprints without dates: they are earned but never planned"`
	ProgressPct    float64  `json:"progress_pct" doc:"earned_sp as a percentage of all points"`
	PlannedPct     float64  `json:"planned_pct" doc:"planned_sp as a percentage of all points"`
}

// Totals holds sums over the projects with a budget, and the indicators computed from them.
type Totals struct {
	Currency      *string  `json:"currency" doc:"the ISO 4217 code of the amounts; null when the projects have different currencies or none"`
	Projects      int      `json:"projects" doc:"the number of projects"`
	WithBAC       int      `json:"with_bac" doc:"of these, with a budget"`
	WithoutBAC    int      `json:"without_bac" doc:"of these, without a budget"`
	BAC           float64  `json:"bac"`
	PV            float64  `json:"pv"`
	EV            float64  `json:"ev"`
	AC            float64  `json:"ac"`
	ACTotal       float64  `json:"ac_total"`
	EngagedCharge float64  `json:"engaged_charge"`
	CPI           *float64 `json:"cpi"`
	SPI           *float64 `json:"spi"`
	ETC           *float64 `json:"etc"`
	EAC           *float64 `json:"eac"`
	VAC           *float64 `json:"vac"`
	CV            *float64 `json:"cv"`
	SV            *float64 `json:"sv"`
	ACAll         float64  `json:"ac_all" doc:"actual spend over all projects, with or without a budget"`
	EngagedAll    float64  `json:"engaged_all" doc:"engaged charge over all projects"`
}

// FinanceOf returns the indicators for a reader who may see the cost.
func FinanceOf(i evm.Indicators) Finance[float64] {
	return financeOf(i, func(cost float64) float64 { return cost })
}

// FinanceFor returns the indicators for any reader.
func FinanceFor(i evm.Indicators) Finance[*float64] {
	return financeOf(i, func(cost float64) *float64 { return CostOf(i, cost) })
}

// CostOf returns one of the costs among the indicators, or nil for a reader who may not see it.
func CostOf(i evm.Indicators, cost float64) *float64 {
	if i.CostWithheld {
		return nil
	}
	return &cost
}

func financeOf[Cost float64 | *float64](i evm.Indicators, cost func(float64) Cost) Finance[Cost] {
	return Finance[Cost]{
		ProjectUUID:    i.ProjectUUID,
		BAC:            i.BAC.Ptr(),
		BaseBudget:     i.BaseBudget.Ptr(),
		Reserve:        i.Reserve.Ptr(),
		ContingencyPct: i.ContingencyPct,
		PV:             i.PV.Ptr(),
		EV:             i.EV.Ptr(),
		AC:             cost(i.AC),
		NoSprintCost:   cost(i.NoSprintCost),
		ACTotal:        cost(i.ACTotal),
		EngagedCharge:  cost(i.EngagedCharge),
		CPI:            i.CPI.Ptr(),
		SPI:            i.SPI.Ptr(),
		TCPI:           i.TCPI.Ptr(),
		EAC:            i.EAC.Ptr(),
		ETC:            i.ETC.Ptr(),
		VAC:            i.VAC.Ptr(),
		CV:             i.CV.Ptr(),
		SV:             i.SV.Ptr(),
		TotalSP:        i.TotalSP,
		DoneSP:         i.DoneSP,
		EarnedSP:       i.EarnedSP,
		PlannedSP:      i.PlannedSP,
		UndatedSP:      i.UndatedSP,
		ProgressPct:    i.ProgressPct,
		PlannedPct:     i.PlannedPct,
	}
}

// TotalsOf returns the JSON form of a portfolio's totals, whose amounts are in the currency; nil means different ones or none.
func TotalsOf(currency *string, t evm.Totals) Totals {
	return Totals{
		Currency:      currency,
		Projects:      t.Projects,
		WithBAC:       t.WithBAC,
		WithoutBAC:    t.WithoutBAC,
		BAC:           t.BAC,
		PV:            t.PV,
		EV:            t.EV,
		AC:            t.AC,
		ACTotal:       t.ACTotal,
		EngagedCharge: t.EngagedCharge,
		CPI:           t.CPI.Ptr(),
		SPI:           t.SPI.Ptr(),
		ETC:           t.ETC.Ptr(),
		EAC:           t.EAC.Ptr(),
		VAC:           t.VAC.Ptr(),
		CV:            t.CV.Ptr(),
		SV:            t.SV.Ptr(),
		ACAll:         t.ACAll,
		EngagedAll:    t.EngagedAll,
	}
}
