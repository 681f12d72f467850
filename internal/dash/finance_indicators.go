package dash

import (
	"earnest/evm"
)

// finance is the indicators of a project, with the names and nulls of /api/v1/finance. Every figure that depends on cost is null for a
// reader who may not see it.
type finance struct {
	ProjectUUID    string   `json:"project_uuid"`
	BAC            *float64 `json:"bac"`
	BaseBudget     *float64 `json:"base_budget"`
	Reserve        *float64 `json:"reserve"`
	ContingencyPct float64  `json:"contingency_pct"`
	PV             *float64 `json:"pv"`
	EV             *float64 `json:"ev"`
	AC             *float64 `json:"ac"`
	NoSprintCost   *float64 `json:"no_sprint_cost"`
	ACTotal        *float64 `json:"ac_total"`
	EngagedCharge  *float64 `json:"engaged_charge"`
	CPI            *float64 `json:"cpi"`
	SPI            *float64 `json:"spi"`
	TCPI           *float64 `json:"tcpi"`
	EAC            *float64 `json:"eac"`
	ETC            *float64 `json:"etc"`
	VAC            *float64 `json:"vac"`
	CV             *float64 `json:"cv"`
	SV             *float64 `json:"sv"`
	TotalSP        int64    `json:"total_sp"`
	DoneSP         float64  `json:"done_sp"`
	EarnedSP       float64  `json:"earned_sp"`
	PlannedSP      float64  `json:"planned_sp"`
	UndatedSP      float64  `json:"undated_sp"`
	ProgressPct    float64  `json:"progress_pct"`
	PlannedPct     float64  `json:"planned_pct"`
}

func financeOf(i evm.Indicators) finance {
	return finance{
		ProjectUUID:    i.ProjectUUID,
		BAC:            i.BAC.Ptr(),
		BaseBudget:     i.BaseBudget.Ptr(),
		Reserve:        i.Reserve.Ptr(),
		ContingencyPct: i.ContingencyPct,
		PV:             i.PV.Ptr(),
		EV:             i.EV.Ptr(),
		AC:             costOf(i, i.AC),
		NoSprintCost:   costOf(i, i.NoSprintCost),
		ACTotal:        costOf(i, i.ACTotal),
		EngagedCharge:  costOf(i, i.EngagedCharge),
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

// costOf is a cost of the indicators; null for a reader who may not know it.
func costOf(i evm.Indicators, cost float64) *float64 {
	if i.CostWithheld {
		return nil
	}
	return &cost
}
