package transfer

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/money"
	moneystore "earnest/internal/money/store"
	"earnest/internal/workspace"
)

// lastDay is later than the day of any row.
const lastDay domain.Date = "9999-12-31"

// indicatorDays imports the daily rows as they were reported.
func (p *projectImport) indicatorDays() error {
	for i, d := range p.from.IndicatorDays {
		indicators, err := money.NumbersToIndicators(d.Indicators)
		if err != nil {
			return p.path().In("indicator_days").At(i).In("indicators").Errorf("%s", err)
		}
		indicators.ProjectUUID = p.project.UUID
		p.content.IndicatorDays = append(p.content.IndicatorDays, moneystore.IndicatorDay{
			Day:        domain.Date(d.Day),
			Indicators: money.EncodeIndicators(indicators),
			ReportedAt: workspace.Moment(d.ReportedAt),
			CaughtUp:   d.CaughtUp,
		})
	}
	return nil
}

// path returns the project's position in the file.
func (p *projectImport) path() workspace.Path {
	for i := range p.file.Projects {
		if &p.file.Projects[i] == p.from {
			return workspace.Path{}.In("projects").At(i)
		}
	}
	return workspace.Path{}
}

func (x *exporter) indicatorDays(ctx context.Context, projectID int64) error {
	for row, err := range moneystore.IndicatorDays(ctx, x.tx, projectID, domain.FirstDay, lastDay) {
		if err != nil {
			return err
		}
		indicators, err := money.DecodeIndicators(row.Indicators, "")
		if err != nil {
			return err
		}
		x.w.Item("indicator_days", workspace.IndicatorDay{
			Day:        string(row.Day),
			ReportedAt: workspace.Stamp(row.ReportedAt),
			CaughtUp:   row.CaughtUp,
			Indicators: money.IndicatorNumbers(indicators),
		})
		if err := x.w.Err(); err != nil {
			return err
		}
	}
	return nil
}
