package money

import (
	"context"
	"slices"

	"earnest/evm"
)

// curveRows is the most rows of a curve: thirteen years of days. A longer plan is shown by fewer days.
const curveRows = 5000

// Curve is the S-curve by day, restated with what is known now. Where it is longer than curveRows days it
// holds every second, third, … day, and today and the last day in any case.
func (in Insight) Curve(ctx context.Context) ([]evm.CurvePoint, error) {
	first, last, ok := evm.CurveSpan(in.Project, in.Today)
	if !ok {
		return nil, nil
	}
	days := []evm.Day{last}
	for d := first; d < last; d += (last-first)/curveRows + 1 {
		days = append(days, d)
	}
	if first < in.Today && in.Today < last {
		days = append(days, in.Today)
	}
	slices.Sort(days)
	return evm.CurveOn(ctx, in.Project, in.Today, slices.Compact(days))
}
