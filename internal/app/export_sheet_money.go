package app

import (
	"context"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/sheet"
	"earnest/internal/store"
)

// financeSheets is a project's money on a day: its numbers, its curve, and its parts. Without cost, what cost enters into is left out.
func (a *App) financeSheets(ctx context.Context, tx *store.Tx, projectID int64, withCost bool, asOf *domain.Date) ([]sheetPart, error) {
	in, err := a.insight(ctx, tx, projectID, withCost, asOf)
	if err != nil {
		return nil, err
	}
	curve, err := in.curveCells(ctx)
	if err != nil {
		return nil, err
	}
	parts := []sheetPart{
		rowsOf("indicators", []sheet.Column{
			{Name: "indicator", Width: 18}, {Name: "value", Width: 16}, {Name: "unit", Width: 10}, {Name: "meaning", Width: 36}, {Name: "day", Width: 12},
		}, in.indicatorCells()),
		rowsOf("curve", in.with([]sheet.Column{
			{Name: "date", Width: 12}, {Name: "planned_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "pv", Width: 14}, {Name: "ev", Width: 14},
		}, "ac", "ac_total"), curve),
		rowsOf("sprints", in.with([]sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 30}, {Name: "start", Width: 12}, {Name: "end", Width: 12}, {Name: "status", Width: 12},
			{Name: "committed_sp", Width: 13}, {Name: "done_sp", Width: 12}, {Name: "earned_sp", Width: 12}, {Name: "value", Width: 14},
		}, "cost"), in.sprintCells()),
		rowsOf("epics", in.with([]sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "title", Width: 40}, {Name: "points", Width: 10}, {Name: "done_points", Width: 12}, {Name: "minutes", Width: 10},
		}, "cost"), in.epicCells()),
	}
	if withCost {
		parts = append(parts, rowsOf("members", []sheet.Column{
			{Name: "user_id", Width: 9}, {Name: "name", Width: 24}, {Name: "minutes", Width: 10}, {Name: "cost", Width: 14},
		}, in.memberCells()))
	}
	return parts, nil
}

// with adds columns of cost for a reader who may know it.
func (in Insight) with(columns []sheet.Column, costs ...string) []sheet.Column {
	if in.project.CostWithheld {
		return columns
	}
	for _, name := range costs {
		columns = append(columns, sheet.Column{Name: name, Width: 14})
	}
	return columns
}

// withCells adds the cells of such columns.
func (in Insight) withCells(cells []sheet.Cell, costs ...evm.Maybe) []sheet.Cell {
	if in.project.CostWithheld {
		return cells
	}
	for _, cost := range costs {
		cells = append(cells, maybeCell(cost))
	}
	return cells
}

// rowsOf is a table whose rows are known.
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

// indicatorCells is the numbers of /finance by their names there, the project's uuid first.
func (in Insight) indicatorCells() [][]sheet.Cell {
	numbers, day := in.Indicators(), sheet.Date(in.Today.String())
	rows := [][]sheet.Cell{{sheet.Text("project_uuid"), sheet.Text(in.project.UUID), {}, sheet.Text(in.project.Name), day}}
	for _, f := range report.Figures() {
		if numbers.CostWithheld && evm.NeedsCost(f.Name) {
			continue
		}
		value, _ := numbers.Value(f.Name)
		rows = append(rows, []sheet.Cell{sheet.Text(f.Name), maybeCell(value), sheet.Text(string(f.Unit)), sheet.Text(f.Label), day})
	}
	return rows
}

func (in Insight) curveCells(ctx context.Context) (rows [][]sheet.Cell, err error) {
	curve, err := in.Curve(ctx)
	for _, p := range curve {
		cells := []sheet.Cell{sheet.Date(p.Day.String()), sheet.Number(p.PlannedSP), maybeCell(p.EarnedSP), maybeCell(p.PV), maybeCell(p.EV)}
		rows = append(rows, in.withCells(cells, p.AC, p.ACTotal))
	}
	return rows, err
}

func (in Insight) sprintCells() (rows [][]sheet.Cell) {
	for _, s := range in.sprintRows() {
		cells := []sheet.Cell{
			sheet.Text(s.UUID), sheet.Text(s.Title), evmDayCell(s.Start), evmDayCell(s.End), sheet.Text(string(s.Status)),
			sheet.Number(s.Committed), sheet.Number(s.Done), sheet.Number(s.Earned), maybeCell(s.Value),
		}
		rows = append(rows, in.withCells(cells, in.known(s.Cost)))
	}
	return rows
}

func (in Insight) epicCells() (rows [][]sheet.Cell) {
	for _, e := range in.epicFigures() {
		cells := []sheet.Cell{
			sheet.Text(e.UUID), sheet.Text(e.Title), sheet.Number(e.Points), sheet.Number(e.Done), sheet.Number(float64(e.Minutes)),
		}
		rows = append(rows, in.withCells(cells, e.Cost))
	}
	return rows
}

func (in Insight) memberCells() (rows [][]sheet.Cell) {
	for _, m := range in.memberFigures() {
		rows = append(rows, []sheet.Cell{sheet.Number(float64(m.UserID)), sheet.Text(m.Name), sheet.Number(float64(m.Minutes)), sheet.Number(m.Cost)})
	}
	return rows
}
