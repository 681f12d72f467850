package money

import (
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

// portfolioWeeks is the number of weeks for which a portfolio shows a project's indices.
const portfolioWeeks = 8

// PortfolioPage is a portfolio as its page shows it.
type PortfolioPage struct {
	Totals     Totals
	ByCurrency []Totals         // sorted by code, with the projects that have no currency last
	Converted  *Converted       // the totals of different currencies in one; nil: there are not several, or a rate is missing
	Rows       []PortfolioRow   // in the order in which the projects were created
	Hidden     []domain.Project // projects whose cost the reader may not see, which are not part of any total
}

// PortfolioRow is one project in a portfolio.
type PortfolioRow struct {
	Name       string
	Color      string
	Role       domain.Role
	Currency   *string
	Indicators evm.Indicators
	Course     []IndexPoint // as reported twice a week, ending with the current values
	Weeks      []IndexPoint // one point of Course per week, ending with the current values
}

// IndexPoint is the CPI and SPI of a project on one day.
type IndexPoint struct {
	Day      domain.Date
	CPI, SPI evm.Maybe
}

// PortfolioPage returns the portfolio with the data for its page. Neither tickets nor time entries are read.
func (a *Service) PortfolioPage(ctx context.Context, caller domain.Caller, only domain.Opt[[]string]) (PortfolioPage, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (PortfolioPage, error) {
		mine, hidden, err := portfolioProjects(ctx, tx, caller, only)
		if err != nil {
			return PortfolioPage{}, err
		}
		rows, err := a.Indicators(ctx, tx, projectIDs(mine))
		if err != nil {
			return PortfolioPage{}, err
		}
		looks := map[int64]domain.Project{}
		for p, err := range workstore.Projects(ctx, tx, caller.UserID, domain.Page{}) {
			if err != nil {
				return PortfolioPage{}, err
			}
			looks[p.ID] = p
		}
		courses, err := a.courses(ctx, tx, mine)
		if err != nil {
			return PortfolioPage{}, err
		}
		view := PortfolioPage{Totals: totalsOf(rows), ByCurrency: totalsByCurrency(rows), Rows: make([]PortfolioRow, 0, len(rows))}
		if view.Converted, err = a.converted(ctx, tx, rows); err != nil {
			return PortfolioPage{}, err
		}
		for i, p := range mine {
			course := slices.Concat(courses[p.ProjectID], []IndexPoint{{a.Today(), rows[i].CPI, rows[i].SPI}})
			view.Rows = append(view.Rows, portfolioRow(looks[p.ProjectID], rows[i], course))
		}
		for _, p := range hidden {
			view.Hidden = append(view.Hidden, looks[p.ProjectID])
		}
		return view, nil
	})
}

func portfolioRow(p domain.Project, row Row, course []IndexPoint) PortfolioRow {
	out := PortfolioRow{Name: row.Name, Color: p.Color, Role: p.UserRole, Currency: row.Currency, Indicators: row.Indicators, Course: course}
	last := course[len(course)-1].Day.AddDays(-1)
	for _, point := range course {
		if EvmDay(last)%7 == EvmDay(point.Day)%7 || point.Day > last {
			out.Weeks = append(out.Weeks, point)
		}
	}
	return out
}

// courses returns the indices that were reported for projects up to yesterday, for two days of each week, ordered by day.
func (a *Service) courses(ctx context.Context, tx *db.Tx, projects []workstore.Revision) (map[int64][]IndexPoint, error) {
	ids := projectIDs(projects)
	var days []domain.Date
	yesterday := a.Today().AddDays(-1)
	for week := range portfolioWeeks {
		days = append(days, yesterday.AddDays(-7*week), yesterday.AddDays(-7*week-3))
	}
	days = append(days, yesterday.AddDays(-7*portfolioWeeks))
	rows, err := store.IndexDays(ctx, tx, ids, days)
	courses := map[int64][]IndexPoint{}
	for _, r := range rows {
		courses[r.ProjectID] = append(courses[r.ProjectID], indexPoint(r))
	}
	return courses, err
}

func indexPoint(d store.IndexDay) IndexPoint {
	return IndexPoint{d.Day, evm.KnownIf(d.CPI), evm.KnownIf(d.SPI)}
}
