package money

import (
	"context"
	"iter"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
)

// IndicatorDay holds the figures that were reported for a project at the end of a day.
type IndicatorDay struct {
	Day        domain.Date
	ReportedAt time.Time
	CaughtUp   bool // computed late, from what was then known about that day
	Indicators evm.Indicators
}

// AsOf compares the figures reported at the end of a day with those that current data give for that day.
type AsOf struct {
	Reported *IndicatorDay  // nil if nothing was reported; for today, what would be reported now
	Known    evm.CurvePoint // restated from current data, with the budget of that day
}

// AsOf returns the figures reported for a project on a day, and those that current data give for that day.
func (a *Service) AsOf(ctx context.Context, caller domain.Caller, project string, day domain.Date) (AsOf, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (AsOf, error) {
		if err := access.CheckCost(); err != nil {
			return AsOf{}, err
		}
		all, err := store.DatedFinances(ctx, tx, []int64{access.ProjectID})
		if err != nil {
			return AsOf{}, err
		}
		p, today := a.datedProject(all[access.ProjectID]), a.Today()
		known, err := evm.CurveOn(ctx, p, EvmDay(today), []evm.Day{EvmDay(day)})
		if err != nil {
			return AsOf{}, err
		}
		reported, err := reportedOn(ctx, tx, access, day)
		if day == today {
			reported = &IndicatorDay{Day: day, ReportedAt: a.Now(), Indicators: evm.Compute(p, EvmDay(today))}
		}
		return AsOf{Reported: reported, Known: known[0]}, err
	})
}

// reportedOn returns the row for a day, or nil if there is none.
func reportedOn(ctx context.Context, tx *db.Tx, access domain.Access, day domain.Date) (*IndicatorDay, error) {
	for row, err := range indicatorDays(store.IndicatorDays(ctx, tx, access.ProjectID, day, day), access.ProjectUUID) {
		return &row, err
	}
	return nil, nil //nolint:nilnil // a missing row is not an error
}

// IndicatorDays lists the figures reported for a project from one day to another, both included, ordered by day. Today has no row until it
// is over.
func (a *Service) IndicatorDays(ctx context.Context, caller domain.Caller, project string, from, to domain.Date, out work.List[IndicatorDay]) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error {
		access, err := work.OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		if err := access.CheckCost(); err != nil {
			return err
		}
		total, err := store.CountIndicatorDays(ctx, tx, access.ProjectID, from, to)
		if err != nil {
			return err
		}
		return out(total, indicatorDays(store.IndicatorDays(ctx, tx, access.ProjectID, from, to), access.ProjectUUID))
	})
}

// indicatorDays converts the stored rows of a project.
func indicatorDays(rows iter.Seq2[store.IndicatorDay, error], projectUUID string) iter.Seq2[IndicatorDay, error] {
	return func(yield func(IndicatorDay, error) bool) {
		for row, err := range rows {
			d := IndicatorDay{Day: row.Day, ReportedAt: row.ReportedAt, CaughtUp: row.CaughtUp}
			if err == nil {
				d.Indicators, err = DecodeIndicators(row.Indicators, projectUUID)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// datedProject converts a stored project to the form that the engine's curves need.
func (a *Service) datedProject(d *store.Dated) evm.Project {
	p := EvmProject(d.Finance)
	for i, t := range p.Tickets {
		if at, ok := d.DoneAt[t.ID]; ok {
			p.Tickets[i].DoneDay = a.dayOf(&at)
		}
	}
	p.Effort = make([]evm.Effort, 0, len(d.Days))
	for _, e := range d.Days {
		line := evmEffort(e.FinanceEffort)
		line.Day = new(EvmDay(e.Day))
		p.Effort = append(p.Effort, line)
	}
	return p
}
