package app

import (
	"context"

	"earnest/internal/report"
)

// FlowView is the flow as a page draws it: of many days every second, third, …, and the last in any case.
func (a *App) FlowView(ctx context.Context, who Reader, q FlowQuery) (report.Flow, error) {
	f, err := a.FlowReport(ctx, who, q)
	f.Days = thinned(f.Days, viewPoints)
	return f, err
}
