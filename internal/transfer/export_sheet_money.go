package transfer

import (
	"context"
	"iter"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money"
	"earnest/internal/report"
	"earnest/internal/sheet"
)

// financeSheets returns a project's finances on a day: its indicators, curve, sprints and epics and, if withCost is true, its
// members. If withCost is false, figures that depend on cost are left out.
func (a *Service) financeSheets(ctx context.Context, tx *db.Tx, projectID int64, withCost bool, q SheetQuery) ([]sheetPart, error) {
	in, err := a.money.InsightIn(ctx, tx, projectID, withCost, q.AsOf)
	if err != nil {
		return nil, err
	}
	curve, err := in.Curve(ctx)
	if err != nil {
		return nil, err
	}
	parts := []sheetPart{
		rowsOf("indicators", []sheet.Column{
			{Name: "indicator", Width: 18}, {Name: "value", Width: 16}, {Name: "unit", Width: 10}, {Name: "meaning", Width: 36}, {Name: "day", Width: 12},
		}, slices.Values(indicatorCells(in, q.Language))),
		rowsOf("curve", with(withCost, []sheet.Column{
			{Name: "date", Width: 12}, {Name: "planned_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "pv", Width: 14}, {Name: "ev", Width: 14},
		}, "ac", "ac_total"), curveCells(curve, withCost)),
		rowsOf("sprints", with(withCost, []sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 30}, {Name: "start", Width: 12}, {Name: "end", Width: 12}, {Name: "status", Width: 12},
			{Name: "committed_sp", Width: 13}, {Name: "done_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "value", Width: 14},
		}, "cost"), sprintCells(in.SprintRows(), withCost)),
		rowsOf("epics", with(withCost, []sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 40}, {Name: "points", Width: 10}, {Name: "done_points", Width: 12}, {Name: "minutes", Width: 10},
			{Name: "hours", Width: 10},
		}, "cost"), epicCells(in.EpicFigures(), withCost)),
	}
	parts[len(parts)-1].amounts = withCost // epics have no other amounts than their cost
	if withCost {
		parts = append(parts, rowsOf("members", []sheet.Column{
			{Name: "user_id", Width: 9}, {Name: "name", Width: 24}, {Name: "minutes", Width: 10}, {Name: "hours", Width: 10}, {Name: "cost", Width: 14},
		}, memberCells(in.MemberFigures())))
	}
	return parts, nil
}

// with adds cost columns for a reader who may see the cost.
func with(cost bool, columns []sheet.Column, costs ...string) []sheet.Column {
	if !cost {
		return columns
	}
	for _, name := range costs {
		columns = append(columns, sheet.Column{Name: name, Width: 14})
	}
	return columns
}

// withCells adds the cells for the columns that with adds.
func withCells(cost bool, cells []sheet.Cell, costs ...evm.Maybe) []sheet.Cell {
	if !cost {
		return cells
	}
	for _, cost := range costs {
		cells = append(cells, amountCell(cost))
	}
	return cells
}

// rowsOf returns a table of amounts and other figures with the given rows.
func rowsOf(name string, columns []sheet.Column, rows iter.Seq[[]sheet.Cell]) sheetPart {
	return sheetPart{sheet.Table{Name: name, Columns: columns}, true, func(row func(...sheet.Cell) error) error {
		for cells := range rows {
			if err := row(cells...); err != nil {
				return err
			}
		}
		return nil
	}}
}

func maybeCell(m evm.Maybe) sheet.Cell { return sheet.NumberOrNone(m.Ptr()) }

func amountCell(m evm.Maybe) sheet.Cell { return sheet.MoneyOrNone(m.Ptr()) }

func evmDayCell(d *evm.Day) sheet.Cell {
	if d == nil {
		return sheet.Cell{}
	}
	return sheet.Date(d.String())
}

// indicatorCells returns the indicators under the names they have in /finance, after the project's uuid.
func indicatorCells(in money.Insight, language report.Language) [][]sheet.Cell {
	numbers, day := in.Indicators(), sheet.Date(in.Today.String())
	rows := [][]sheet.Cell{{sheet.Text("project_uuid"), sheet.Text(in.Project.UUID), {}, sheet.Text(in.Project.Name), day}}
	for _, f := range report.Figures(language) {
		if numbers.CostWithheld && evm.NeedsCost(f.Name) {
			continue
		}
		value, _ := numbers.Value(f.Name)
		rows = append(rows, []sheet.Cell{sheet.Text(f.Name), unitCell(value, f.Unit), sheet.Text(string(f.Unit)), sheet.Text(f.Meaning), day})
	}
	return rows
}

// unitCell returns a cell in the format of its unit.
func unitCell(m evm.Maybe, unit evm.Unit) sheet.Cell {
	switch {
	case !m.Known:
		return sheet.Cell{}
	case unit == evm.MoneyUnit:
		return sheet.Money(m.Value)
	case unit == evm.RatioUnit:
		return sheet.Ratio(m.Value)
	case unit == evm.PercentUnit:
		return sheet.Percent(m.Value)
	}
	return sheet.Number(m.Value)
}

// cellsOf returns the rows of a table one by one, so that a long table is never in memory as a whole.
func cellsOf[T any](list []T, cells func(T) []sheet.Cell) iter.Seq[[]sheet.Cell] {
	return func(yield func([]sheet.Cell) bool) {
		for _, item := range list {
			if !yield(cells(item)) {
				return
			}
		}
	}
}

func curveCells(curve []evm.CurvePoint, withCost bool) iter.Seq[[]sheet.Cell] {
	return cellsOf(curve, func(p evm.CurvePoint) []sheet.Cell {
		cells := []sheet.Cell{sheet.Date(p.Day.String()), sheet.Number(p.PlannedSP), maybeCell(p.EarnedSP), amountCell(p.PV), amountCell(p.EV)}
		return withCells(withCost, cells, p.AC, p.ACTotal)
	})
}

func sprintCells(sprints []report.Sprint, withCost bool) iter.Seq[[]sheet.Cell] {
	return cellsOf(sprints, func(s report.Sprint) []sheet.Cell {
		cells := []sheet.Cell{
			sheet.Text(s.UUID), sheet.Text(s.Title), evmDayCell(s.Start), evmDayCell(s.End), sheet.Text(string(s.Status)),
			sheet.Number(s.Committed), sheet.Number(s.Done), sheet.Number(s.Earned), amountCell(s.Value),
		}
		return withCells(withCost, cells, evm.Known(s.Cost))
	})
}

func epicCells(epics []money.EpicFigures, withCost bool) iter.Seq[[]sheet.Cell] {
	return cellsOf(epics, func(e money.EpicFigures) []sheet.Cell {
		cells := []sheet.Cell{
			sheet.Text(e.UUID), sheet.Text(e.Title), sheet.Number(e.Points), sheet.Number(e.Done), sheet.Count(e.Minutes), hoursCell(e.Minutes),
		}
		return withCells(withCost, cells, e.Cost)
	})
}

func memberCells(members []money.MemberFigures) iter.Seq[[]sheet.Cell] {
	return cellsOf(members, func(m money.MemberFigures) []sheet.Cell {
		return []sheet.Cell{sheet.Number(float64(m.UserID)), sheet.Text(m.Name), sheet.Count(m.Minutes), hoursCell(m.Minutes), sheet.Money(m.Cost)}
	})
}
