package money

import (
	"context"

	"earnest/internal/report"
	"earnest/internal/work"
)

// FlowView is the flow as a page draws it: of many days every second, third, …, and the last in any case.
func (a *Service) FlowView(ctx context.Context, who work.Reader, q FlowQuery) (report.Flow, error) {
	f, err := a.FlowReport(ctx, who, q)
	f.Days = thinned(f.Days, viewPoints)
	return f, err
}
