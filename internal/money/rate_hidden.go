package money

import (
	"earnest/evm"
	"earnest/internal/report"
)

// A project may keep its daily rates, and every figure that cost enters into, to its owner and admins. For everybody else the rates
// are not even read: what they get is computed from a project in which nothing has a rate (evm.Project.CostWithheld), so that no
// byte of it can depend on one. What was stored or computed with rates loses its cost here.

// Known is a cost, unknown to a reader who may not know it.
func (in Insight) Known(cost float64) evm.Maybe {
	if in.Project.CostWithheld {
		return evm.Maybe{}
	}
	return evm.Known(cost)
}

// withoutCPI leaves only the schedule index.
func withoutCPI(points []IndexPoint) []IndexPoint {
	for i := range points {
		points[i].CPI = evm.Maybe{}
	}
	return points
}

// withholdCost takes the cost out of what was reported on past days.
func withholdCost(r report.Report) report.Report {
	for i := range r.History {
		r.History[i].CPI = evm.Maybe{}
	}
	if r.Reported != nil {
		r.Reported.Indicators = r.Reported.Indicators.WithoutCost()
	}
	return r
}
