package figures

import (
	"earnest/evm"
	"earnest/internal/money"
)

// BudgetPreview compares the current budget with another one.
type BudgetPreview struct {
	Now  budgetFigures `json:"now"`
	Then budgetFigures `json:"then"`
}

// budgetFigures are the indicators that depend on budget and contingency, and the costs they are measured against;
// null where a figure has no meaning.
type budgetFigures struct {
	BAC            *float64 `json:"bac"`
	BaseBudget     *float64 `json:"base_budget"`
	Contingency    *float64 `json:"contingency"`
	ContingencyPct float64  `json:"contingency_pct"`
	PV             *float64 `json:"pv"`
	EV             *float64 `json:"ev"`
	AC             float64  `json:"ac"`
	ACTotal        float64  `json:"ac_total"`
	CPI            *float64 `json:"cpi"`
	SPI            *float64 `json:"spi"`
	TCPI           *float64 `json:"tcpi"`
	EAC            *float64 `json:"eac"`
	ETC            *float64 `json:"etc"`
	VAC            *float64 `json:"vac"`
	CV             *float64 `json:"cv"`
	SV             *float64 `json:"sv"`
}

func budgetFiguresOf(i evm.Indicators) budgetFigures {
	return budgetFigures{
		BAC:            i.BAC.Ptr(),
		BaseBudget:     i.BaseBudget.Ptr(),
		Contingency:    i.Reserve.Ptr(),
		ContingencyPct: i.ContingencyPct,
		PV:             i.PV.Ptr(),
		EV:             i.EV.Ptr(),
		AC:             i.AC,
		ACTotal:        i.ACTotal,
		CPI:            i.CPI.Ptr(),
		SPI:            i.SPI.Ptr(),
		TCPI:           i.TCPI.Ptr(),
		EAC:            i.EAC.Ptr(),
		ETC:            i.ETC.Ptr(),
		VAC:            i.VAC.Ptr(),
		CV:             i.CV.Ptr(),
		SV:             i.SV.Ptr(),
	}
}

// BudgetPreviewOf converts the preview of a budget.
func BudgetPreviewOf(p money.BudgetPreview) BudgetPreview {
	return BudgetPreview{Now: budgetFiguresOf(p.Now), Then: budgetFiguresOf(p.Then)}
}
