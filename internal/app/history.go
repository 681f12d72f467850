package app

import (
	"context"
	"iter"
	"time"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// IndicatorDay is what was reported of a project when a day was over.
type IndicatorDay struct {
	Day        domain.Date
	ReportedAt time.Time
	CaughtUp   bool // made too late to be what anybody saw that day, from what was known then
	Indicators evm.Indicators
}

// AsOf is a day seen from two sides: what was reported when it was over, and what is known of it now.
type AsOf struct {
	Reported *IndicatorDay  // nil: nothing was; of today it is what would be reported this moment
	Known    evm.CurvePoint // restated with the present data
}

// AsOf tells what was reported of a project on a day, beside what is known of that day now.
func (a *App) AsOf(ctx context.Context, who Reader, project string, day domain.Date) (AsOf, error) {
	return read(ctx, a, func(tx *store.Tx) (AsOf, error) {
		access, err := who.project(ctx, tx, project)
		if err != nil {
			return AsOf{}, err
		}
		if !who.seesCost(access) {
			return AsOf{}, access.CheckCost()
		}
		all, err := tx.DatedFinances(ctx, []int64{access.ProjectID})
		if err != nil {
			return AsOf{}, err
		}
		p, today := a.datedProject(all[access.ProjectID]), a.Today()
		known, err := evm.CurveOn(ctx, p, evmDay(today), []evm.Day{evmDay(day)})
		if err != nil {
			return AsOf{}, err
		}
		reported, err := reportedOn(ctx, tx, access, day)
		if day == today {
			reported = &IndicatorDay{Day: day, ReportedAt: a.clock(), Indicators: evm.Compute(p, evmDay(today))}
		}
		return AsOf{Reported: reported, Known: known[0]}, err
	})
}

// reportedOn gives the row of a day; nil where there is none.
func reportedOn(ctx context.Context, tx *store.Tx, access domain.Access, day domain.Date) (*IndicatorDay, error) {
	for row, err := range indicatorDays(tx.IndicatorDays(ctx, access.ProjectID, day, day), access.ProjectUUID) {
		return &row, err
	}
	return nil, nil //nolint:nilnil // no row is a fact, not a failure
}

// IndicatorDays lists what was reported of a project from one day to another, both included, in the order
// of the days. Today has no row before it is over.
func (a *App) IndicatorDays(ctx context.Context, who Reader, project string, from, to domain.Date, out List[IndicatorDay]) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		access, err := who.project(ctx, tx, project)
		if err != nil {
			return err
		}
		if !who.seesCost(access) {
			return access.CheckCost()
		}
		total, err := tx.CountIndicatorDays(ctx, access.ProjectID, from, to)
		if err != nil {
			return err
		}
		return out(total, indicatorDays(tx.IndicatorDays(ctx, access.ProjectID, from, to), access.ProjectUUID))
	})
}

// indicatorDays reads stored rows of a project.
func indicatorDays(rows iter.Seq2[store.IndicatorDay, error], projectUUID string) iter.Seq2[IndicatorDay, error] {
	return func(yield func(IndicatorDay, error) bool) {
		for row, err := range rows {
			d := IndicatorDay{Day: row.Day, ReportedAt: row.ReportedAt, CaughtUp: row.CaughtUp}
			if err == nil {
				d.Indicators, err = decodeIndicators(row.Indicators, projectUUID)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// datedProject gives a stored project the form that the engine's curves take.
func (a *App) datedProject(d *store.Dated) evm.Project {
	p := evmProject(d.Finance)
	for i, t := range p.Tickets {
		if at, ok := d.DoneAt[t.ID]; ok {
			p.Tickets[i].DoneDay = a.dayOf(&at)
		}
	}
	p.Effort = make([]evm.Effort, 0, len(d.Days))
	for _, e := range d.Days {
		p.Effort = append(p.Effort, evm.Effort{
			SprintID: e.SprintID, EpicID: e.EpicID, MemberID: e.UserID, Day: new(evmDay(e.Day)), Rate: e.Rate, Minutes: e.Minutes,
		})
	}
	return p
}
