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

// ReportQuery selects a status report.
type ReportQuery struct {
	Project    string
	AsOf       *domain.Date // nil means today
	Thresholds evm.Thresholds
}

// Report returns the full status of a project: the figures in the API contract and all the others.
func (a *Service) Report(ctx context.Context, caller domain.Caller, q ReportQuery) (report.Report, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (report.Report, error) {
		in, err := a.linkedInsight(ctx, tx, reading{projectID: access.ProjectID, withCost: access.SeesCost(), edits: true, asOf: q.AsOf})
		if err != nil {
			return report.Report{}, err
		}
		r, err := in.report(ctx, q.Thresholds)
		if err != nil {
			return r, err
		}
		if r.History, err = reportedIndices(ctx, tx, access, in.Today); err != nil {
			return r, err
		}
		if r.Milestones, err = a.milestones(ctx, tx, access.ProjectID, in.Today); err != nil {
			return r, err
		}
		if r.Commentary, _, err = commentaryOn(ctx, tx, access.ProjectID, a.dayOr(q.AsOf)); err != nil {
			return r, err
		}
		if in.Past {
			row, err := reportedOn(ctx, tx, access, *q.AsOf)
			if err != nil {
				return r, err
			}
			if row != nil {
				r.Reported = &report.Reported{Indicators: row.Indicators, At: row.ReportedAt, CaughtUp: row.CaughtUp}
			}
		}
		if !access.SeesCost() {
			r = withholdCost(r)
		}
		return r, nil
	})
}

// reportedIndices returns the CPI and SPI of the daily rows, up to a day.
func reportedIndices(ctx context.Context, tx *db.Tx, access domain.Access, last evm.Day) ([]report.Index, error) {
	list := []report.Index{}
	days := store.IndicatorDays(ctx, tx, access.ProjectID, domain.FirstDay, domain.Date(last.String()))
	for row, err := range indicatorDays(days, access.ProjectUUID) {
		if err != nil {
			return nil, err
		}
		list = append(list, report.Index{Day: EvmDay(row.Day), CPI: row.Indicators.CPI, SPI: row.Indicators.SPI, CaughtUp: row.CaughtUp})
	}
	return list, nil
}

func (in Insight) report(ctx context.Context, t evm.Thresholds) (report.Report, error) {
	curve, err := in.Curve(ctx)
	if err != nil {
		return report.Report{}, err
	}
	forecast, err := in.Forecast(ctx)
	if err != nil {
		return report.Report{}, err
	}
	roadmap, err := in.Schedule(ctx)
	if err != nil {
		return report.Report{}, err
	}
	finance := in.Indicators()
	return report.Report{
		UUID:       in.Project.UUID,
		Name:       in.Project.Name,
		Today:      in.Today,
		Currency:   in.Currency,
		Past:       in.Past,
		Finance:    finance,
		Health:     evm.Health(finance.CPI, finance.SPI, t),
		Thresholds: t,
		Curve:      curve,
		Steps:      in.BudgetSteps(),
		Schedule:   in.EarnedSchedule(),
		Roadmap:    roadmap,
		Plan:       in.roadmap(),
		Titles:     in.Titles(),
		Forecast:   forecast,
		Velocity:   in.Velocity(0),
		Sprints:    in.SprintRows(),
		Outside:    finance.NoSprintCost,
		Warnings:   in.Warnings(),
	}, ctx.Err()
}

// SprintRows returns each sprint with its own numbers, which add up to those of the whole project.
func (in Insight) SprintRows() []report.Sprint {
	whole := in.Indicators()
	rows := make([]report.Sprint, 0, len(in.Project.Sprints))
	for i, own := range in.sums.SprintParts() {
		s := in.Project.Sprints[i]
		rows = append(rows, report.Sprint{
			UUID: in.names.Sprints[s.ID].UUID, Title: in.names.Sprints[s.ID].Title,
			Start: s.Start, End: s.End, Status: s.Status,
			Done: own.Done, Earned: own.Earned, Value: whole.Worth(own.Earned), Cost: own.Cost, Committed: own.Committed,
		})
	}
	return rows
}
