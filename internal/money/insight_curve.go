package money

import (
	"context"
	"slices"

	"earnest/evm"
)

// curveRows is the maximum number of rows in a curve, enough for thirteen years of days. The curve of a longer plan leaves out some days.
const curveRows = 5000

// Curve returns the S-curve by day, restated from current data. If it is longer than curveRows days, it contains only every second day,
// every third day, and so on, but always today, the last day and the steps of the budget.
func (in Insight) Curve(ctx context.Context) ([]evm.CurvePoint, error) {
	first, last, ok := evm.CurveSpan(in.Project, in.Today)
	if !ok {
		return nil, nil
	}
	days := append(in.stepDays(first), last)
	for d := first; d < last; d += (last-first)/curveRows + 1 {
		days = append(days, d)
	}
	if first < in.Today && in.Today < last {
		days = append(days, in.Today)
	}
	slices.Sort(days)
	return in.sums.CurveOn(ctx, in.Today, slices.Compact(days))
}
