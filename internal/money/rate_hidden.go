package money

import (
	"earnest/evm"
	"earnest/internal/report"
)

// A project may restrict its daily rates, and every figure that depends on cost, to its owner and admins. For everyone else, the rates are
// not even read, and the figures are computed from a project without rates (evm.Project.CostWithheld), so that no byte of them can depend
// on a rate. Where figures were stored or computed with rates, the functions below remove the cost.

// Known returns a cost, or unknown for a reader who may not see it.
func (in Insight) Known(cost float64) evm.Maybe {
	if in.Project.CostWithheld {
		return evm.Maybe{}
	}
	return evm.Known(cost)
}

// withoutCPI keeps only the schedule index.
func withoutCPI(points []IndexPoint) []IndexPoint {
	for i := range points {
		points[i].CPI = evm.Maybe{}
	}
	return points
}

// withholdCost removes the cost from the figures reported on past days.
func withholdCost(r report.Report) report.Report {
	for i := range r.History {
		r.History[i].CPI = evm.Maybe{}
	}
	if r.Reported != nil {
		r.Reported.Indicators = r.Reported.Indicators.WithoutCost()
	}
	return r
}
