package evm_test

import (
	"context"

	"earnest/evm"
)

// The functions that take a context, called with one that is never done.

func predict(p evm.Project, today evm.Day) evm.Forecast {
	return must(evm.Predict(context.Background(), p, today))
}

func curve(p evm.Project, today evm.Day) []evm.CurvePoint {
	return must(evm.Curve(context.Background(), p, today))
}

func curveOn(p evm.Project, today evm.Day, days ...evm.Day) []evm.CurvePoint {
	return must(evm.CurveOn(context.Background(), p, today, days))
}

func flow(changes []evm.StatusChange, first, last evm.Day) []evm.FlowDay {
	return must(evm.Flow(context.Background(), changes, first, last))
}

func chartSprint(s evm.Sprint, log evm.SprintLog, today evm.Day) (evm.SprintChart, bool) {
	chart, dated, err := evm.ChartSprint(context.Background(), s, log, today)
	return must(chart, err), dated
}

func explain(p evm.Project, today evm.Day, indicator string) (evm.Explanation, bool) {
	x, found, err := evm.Explain(context.Background(), p, today, indicator)
	return must(x, err), found
}

func explainAll(p evm.Project, today evm.Day) []evm.Explanation {
	return must(evm.ExplainAll(context.Background(), p, today))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
