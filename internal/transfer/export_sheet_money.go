package transfer

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
	"earnest/internal/sheet"
)

// financeSheets returns a project's finances on a day: its indicators, curve, sprints and epics and, if withCost is true, its
// members. If withCost is false, figures that depend on cost are left out.
func (a *Service) financeSheets(ctx context.Context, tx *db.Tx, projectID int64, withCost bool, asOf *domain.Date) ([]sheetPart, error) {
	in, err := a.money.InsightIn(ctx, tx, projectID, withCost, asOf)
	if err != nil {
		return nil, err
	}
	curve, err := curveCells(ctx, in)
	if err != nil {
		return nil, err
	}
	parts := []sheetPart{
		rowsOf("indicators", []sheet.Column{
			{Name: "indicator", Width: 18}, {Name: "value", Width: 16}, {Name: "unit", Width: 10}, {Name: "meaning", Width: 36}, {Name: "day", Width: 12},
		}, indicatorCells(in)),
		rowsOf("curve", with(in, []sheet.Column{
			{Name: "date", Width: 12}, {Name: "planned_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "pv", Width: 14}, {Name: "ev", Width: 14},
		}, "ac", "ac_total"), curve),
		rowsOf("sprints", with(in, []sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 30}, {Name: "start", Width: 12}, {Name: "end", Width: 12}, {Name: "status", Width: 12},
			{Name: "committed_sp", Width: 13}, {Name: "done_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "value", Width: 14},
		}, "cost"), sprintCells(in)),
		rowsOf("epics", with(in, []sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 40}, {Name: "points", Width: 10}, {Name: "done_points", Width: 12}, {Name: "minutes", Width: 10},
		}, "cost"), epicCells(in)),
	}
	if withCost {
		parts = append(parts, rowsOf("members", []sheet.Column{
			{Name: "user_id", Width: 9}, {Name: "name", Width: 24}, {Name: "minutes", Width: 10}, {Name: "cost", Width: 14},
		}, memberCells(in)))
	}
	return parts, nil
}

// with adds cost columns for a reader who may see the cost.
func with(in money.Insight, columns []sheet.Column, costs ...string) []sheet.Column {
	if in.Project.CostWithheld {
		return columns
	}
	for _, name := range costs {
		columns = append(columns, sheet.Column{Name: name, Width: 14})
	}
	return columns
}

// withCells adds the cells for the columns that with adds.
func withCells(in money.Insight, cells []sheet.Cell, costs ...evm.Maybe) []sheet.Cell {
	if in.Project.CostWithheld {
		return cells
	}
	for _, cost := range costs {
		cells = append(cells, maybeCell(cost))
	}
	return cells
}

// rowsOf returns a table with the given rows.
func rowsOf(name string, columns []sheet.Column, rows [][]sheet.Cell) sheetPart {
	return sheetPart{sheet.Table{Name: name, Columns: columns}, func(row func(...sheet.Cell) error) error {
		for _, cells := range rows {
			if err := row(cells...); err != nil {
				return err
			}
		}
		return nil
	}}
}

func maybeCell(m evm.Maybe) sheet.Cell { return sheet.NumberOrNone(m.Ptr()) }

func evmDayCell(d *evm.Day) sheet.Cell {
	if d == nil {
		return sheet.Cell{}
	}
	return sheet.Date(d.String())
}

// indicatorCells returns the indicators under the names they have in /finance, after the project's uuid.
func indicatorCells(in money.Insight) [][]sheet.Cell {
	numbers, day := in.Indicators(), sheet.Date(in.Today.String())
	rows := [][]sheet.Cell{{sheet.Text("project_uuid"), sheet.Text(in.Project.UUID), {}, sheet.Text(in.Project.Name), day}}
	for _, f := range report.Figures() {
		if numbers.CostWithheld && evm.NeedsCost(f.Name) {
			continue
		}
		value, _ := numbers.Value(f.Name)
		rows = append(rows, []sheet.Cell{sheet.Text(f.Name), maybeCell(value), sheet.Text(string(f.Unit)), sheet.Text(f.Label), day})
	}
	return rows
}

func curveCells(ctx context.Context, in money.Insight) (rows [][]sheet.Cell, err error) {
	curve, err := in.Curve(ctx)
	for _, p := range curve {
		cells := []sheet.Cell{sheet.Date(p.Day.String()), sheet.Number(p.PlannedSP), maybeCell(p.EarnedSP), maybeCell(p.PV), maybeCell(p.EV)}
		rows = append(rows, withCells(in, cells, p.AC, p.ACTotal))
	}
	return rows, err
}

func sprintCells(in money.Insight) (rows [][]sheet.Cell) {
	for _, s := range in.SprintRows() {
		cells := []sheet.Cell{
			sheet.Text(s.UUID), sheet.Text(s.Title), evmDayCell(s.Start), evmDayCell(s.End), sheet.Text(string(s.Status)),
			sheet.Number(s.Committed), sheet.Number(s.Done), sheet.Number(s.Earned), maybeCell(s.Value),
		}
		rows = append(rows, withCells(in, cells, in.Known(s.Cost)))
	}
	return rows
}

func epicCells(in money.Insight) (rows [][]sheet.Cell) {
	for _, e := range in.EpicFigures() {
		cells := []sheet.Cell{
			sheet.Text(e.UUID), sheet.Text(e.Title), sheet.Number(e.Points), sheet.Number(e.Done), sheet.Number(float64(e.Minutes)),
		}
		rows = append(rows, withCells(in, cells, e.Cost))
	}
	return rows
}

func memberCells(in money.Insight) (rows [][]sheet.Cell) {
	for _, m := range in.MemberFigures() {
		rows = append(rows, []sheet.Cell{sheet.Number(float64(m.UserID)), sheet.Text(m.Name), sheet.Number(float64(m.Minutes)), sheet.Number(m.Cost)})
	}
	return rows
}
