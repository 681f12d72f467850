package money

import (
	"context"
	"slices"

	"earnest/evm"
)

// course returns the S-curve with no more than the given number of points. A longer curve is reduced to the first and last day, today, as
// many sprint ends and steps of the budget as fit, and evenly spaced days between them.
func (in Insight) course(ctx context.Context, most int) ([]evm.CurvePoint, error) {
	first, last, ok := evm.CurveSpan(in.Project, in.Today)
	if !ok {
		return nil, nil
	}
	return in.sums.CurveOn(ctx, in.Today, in.courseDays(first, last, most))
}

func (in Insight) courseDays(first, last evm.Day, most int) []evm.Day {
	days, step := []evm.Day{last}, evm.Day(1)
	if int(last-first) >= most {
		days = append(days, Thinned(in.sprintEnds(first, last), most/2)...)
		days = append(days, Thinned(in.stepDays(first), most/4)...)
		if first < in.Today && in.Today < last {
			days = append(days, in.Today)
		}
		step = (last-first)/evm.Day(most-len(days)) + 1
	}
	for d := first; d < last; d += step {
		days = append(days, d)
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// sprintEnds returns the last days of the sprints within a span, in order.
func (in Insight) sprintEnds(first, last evm.Day) []evm.Day {
	var days []evm.Day
	for _, s := range in.Project.Sprints {
		if s.Start != nil && s.End != nil && *s.End >= first && *s.End <= last {
			days = append(days, *s.End)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// Thinned returns no more than the given number of items from a list, evenly spaced and always including the last.
func Thinned[T any](list []T, most int) []T {
	step := (len(list) + most - 1) / most
	if step <= 1 {
		return list
	}
	var out []T
	for i := len(list) - 1; i >= 0; i -= step {
		out = append(out, list[i])
	}
	slices.Reverse(out)
	return out
}
