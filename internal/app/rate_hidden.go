package app

import (
	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
)

// Where a project shows daily rates to its owner and admins only, everybody else sees the numbers of the present, as the API
// gives them, and no cost of another day: the difference of two days beside the hours of those days, which are for all, would
// tell what people cost. For the same reason no cost of a part is shown; see FinanceView.

// checkDay refuses another day than today to who does not see rates.
func (a *App) checkDay(seesRates bool, asOf *domain.Date) error {
	if seesRates || asOf == nil || *asOf == a.Today() {
		return nil
	}
	return domain.Errorf(domain.Forbidden,
		"this project shows daily rates to its owner and admins only, and the cost of another day could tell them; ask for today").At("as_of")
}

// forReader hides from who does not see rates what a day before the present one cost.
func (in Insight) forReader(seesRates bool) Insight {
	in.hidden = !seesRates
	return in
}

// shown is a curve as the reader may see it.
func (in Insight) shown(curve []evm.CurvePoint) []evm.CurvePoint {
	if !in.hidden {
		return curve
	}
	for i := range curve {
		if curve[i].Day != in.Today {
			curve[i].AC, curve[i].ACTotal = evm.Maybe{}, evm.Maybe{}
		}
	}
	return curve
}

// withoutCPI leaves the schedule index of past days alone: with the value of a day the other would tell its cost.
func withoutCPI(points []IndexPoint, today domain.Date) []IndexPoint {
	for i := range points {
		if points[i].Day != today {
			points[i].CPI = evm.Maybe{}
		}
	}
	return points
}

// withoutCosts is a report without what its parts and its past days cost.
func withoutCosts(r report.Report) report.Report {
	r.CostsHidden = true
	for i := range r.Sprints {
		r.Sprints[i].Cost = 0
	}
	for i := range r.History {
		if r.History[i].Day != r.Today {
			r.History[i].CPI = evm.Maybe{}
		}
	}
	return r
}
