package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
)

// PagePoints is the maximum number of points that a page draws for a line.
const PagePoints = 400

// FinancePage is the data for a project's finance page, read from one snapshot. For a reader who may not see the cost, every figure that
// depends on it is unknown.
type FinancePage struct {
	Day      evm.Day // the day shown
	Today    evm.Day
	Past     bool          // Day is over, so everything except Reported is restated from current data
	Reported *IndicatorDay // what was reported for a past day; nil if nothing was
	Finance  evm.Indicators
	Curve    []evm.CurvePoint
	Steps    []evm.BudgetStep // of the curve in money
	Forecast evm.Forecast
	Schedule *evm.Schedule // nil if no sprint has dates
	History  []IndexPoint
	Sprints  []SprintFigures
	Velocity evm.Velocity
	Epics    []EpicFigures
	Members  []MemberFigures // nil if the reader may not see the cost
	Warnings []ViewWarning
	SeesCost bool

	Commentary *domain.Commentary // on the day shown; nil if there is none
	Earlier    *domain.Date       // the day of the latest commentary before; nil if there is none
}

// SprintFigures holds the figures of one sprint, including its cost.
type SprintFigures struct {
	report.Sprint

	Cost evm.Maybe // unknown to a reader who may not see the cost
}

// FinancePage returns the finances of a project as of a day, or as of today if asOf is nil.
func (a *Service) FinancePage(ctx context.Context, caller domain.Caller, project string, asOf *domain.Date) (FinancePage, error) {
	var in Insight
	view, err := db.Read(ctx, a.DB, func(tx *db.Tx) (view FinancePage, err error) {
		access, err := work.OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return view, err
		}
		view.SeesCost = access.SeesCost()
		in, err = a.readInsight(ctx, tx, reading{projectID: access.ProjectID, withCost: view.SeesCost, edits: true, asOf: asOf})
		if err != nil {
			return view, err
		}
		if in.unestimated, err = in.readUnestimated(ctx, tx, access.ProjectID); err != nil {
			return view, err
		}
		if view.Commentary, view.Earlier, err = commentaryOn(ctx, tx, access.ProjectID, a.dayOr(asOf)); err != nil {
			return view, err
		}
		last := a.Today().AddDays(-1) // the last day that is over
		if asOf != nil && *asOf <= last {
			last = *asOf
			if view.Reported, err = reportedOn(ctx, tx, access, last); err != nil {
				return view, err
			}
		}
		view.History, err = indexHistory(ctx, tx, access.ProjectID, last)
		return view, err
	})
	if err != nil {
		return FinancePage{}, err
	}
	view.Today = EvmDay(a.Today())
	if !view.SeesCost {
		view.withholdCost()
	}
	if err := in.fill(ctx, &view); err != nil {
		return FinancePage{}, err
	}
	return view, nil
}

// withholdCost removes the cost from the figures reported on past days.
func (view *FinancePage) withholdCost() {
	view.History = withoutCPI(view.History)
	if view.Reported != nil {
		view.Reported.Indicators = view.Reported.Indicators.WithoutCost()
	}
}

// fill computes the figures that the page shows.
func (in Insight) fill(ctx context.Context, view *FinancePage) (err error) {
	view.Day, view.Past = in.Today, in.Past
	view.Finance = in.Indicators()
	if view.Curve, err = in.course(ctx, PagePoints); err != nil {
		return err
	}
	view.Steps = in.BudgetSteps()
	if view.Forecast, err = in.Forecast(ctx); err != nil {
		return err
	}
	view.Schedule = in.EarnedSchedule()
	view.Velocity = in.Velocity(0)
	view.Epics = in.EpicFigures()
	if view.SeesCost {
		view.Members = in.MemberFigures()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, s := range in.SprintRows() {
		view.Sprints = append(view.Sprints, SprintFigures{Sprint: s, Cost: in.Known(s.Cost)})
	}
	view.Warnings = in.viewWarnings()
	return ctx.Err()
}

// indexHistory returns the indices reported up to a day: for every day or, if there are too many, for every second day, every third day,
// and so on.
func indexHistory(ctx context.Context, tx *db.Tx, projectID int64, last domain.Date) ([]IndexPoint, error) {
	first, err := store.FirstIndicatorDay(ctx, tx, projectID)
	if err != nil || first == "" || first > last {
		return nil, err
	}
	var days []domain.Date
	step := int(EvmDay(last)-EvmDay(first))/PagePoints + 1
	for day := last; day >= first; day = day.AddDays(-step) { // count back, since the last days matter most
		days = append(days, day)
	}
	rows, err := store.IndexDays(ctx, tx, []int64{projectID}, days)
	points := make([]IndexPoint, 0, len(rows))
	for _, r := range rows {
		points = append(points, indexPoint(r))
	}
	return points, err
}
