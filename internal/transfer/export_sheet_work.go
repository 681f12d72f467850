package transfer

import (
	"context"
	"strings"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
	"earnest/internal/sheet"
	"earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

const minutesInHour = 60

func ticketSheet(ctx context.Context, tx *db.Tx, projectID int64, language report.Language) sheetPart {
	return sheetPart{
		sheet.Table{Name: "tickets", Columns: []sheet.Column{
			{Name: "uuid", Width: 38}, {Name: "key", Width: 12}, {Name: "title", Width: 60}, {Name: "type", Width: 14}, {Name: "status", Width: 14},
			{Name: "status_label", Width: 16}, {Name: "priority", Width: 10}, {Name: "story_points", Width: 13},
			{Name: "start_date", Width: 12}, {Name: "due_date", Width: 12},
			{Name: "assignee", Width: 24}, {Name: "epic", Width: 30}, {Name: "sprint", Width: 24}, {Name: "tags", Width: 24},
			{Name: "depends_on", Width: 24}, {Name: "subtasks", Width: 10}, {Name: "subtasks_done", Width: 14},
			{Name: "minutes", Width: 10}, {Name: "hours", Width: 10}, {Name: "done_at", Width: 17}, {Name: "created_at", Width: 17},
			{Name: "updated_at", Width: 17}, {Name: "acceptance_criteria", Width: 40}, {Name: "description", Width: 60},
		}},
		false,
		func(row func(...sheet.Cell) error) error {
			for t, err := range store.SheetTickets(ctx, tx, projectID) {
				if err != nil {
					return err
				}
				if err := row(ticketCells(t, language)...); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func ticketCells(t store.SheetTicket, language report.Language) []sheet.Cell {
	tags := make([]string, 0, len(t.Tags))
	for _, tag := range t.Tags {
		tags = append(tags, tag.Name)
	}
	depends := work.UuidsOf(t.Dependencies, func(r domain.TicketRef) string { return r.UUID })
	return []sheet.Cell{
		sheet.Text(t.UUID), sheet.Text(t.Key), sheet.Text(t.Title), sheet.TextOrNone(t.Type), sheet.Text(t.Status),
		sheet.TextOrNone(t.StatusLabel), sheet.Text(language.Priority(t.Priority)), sheet.Number(t.StoryPoints),
		dateOrNone(t.StartDate), dateOrNone(t.DueDate),
		sheet.TextOrNone(t.Assignee), sheet.TextOrNone(t.Epic), sheet.TextOrNone(t.Sprint), sheet.Text(strings.Join(tags, ", ")),
		sheet.Text(strings.Join(depends, " ")), sheet.Count(t.Subtasks), sheet.Count(t.SubtasksDone),
		sheet.Count(t.Minutes), hoursCell(t.Minutes), sheet.MomentOrNone(t.DoneAt), sheet.Moment(t.CreatedAt),
		sheet.Moment(t.UpdatedAt), sheet.Text(strings.Join(t.Criteria, "\n")), sheet.TextOrNone(t.Description),
	}
}

func dateOrNone(day *string) sheet.Cell {
	if day == nil {
		return sheet.Cell{}
	}
	return sheet.Date(*day)
}

// timeSheet returns the time entries, with rate and cost for callers who may see rates.
func timeSheet(ctx context.Context, tx *db.Tx, projectID int64, withRates bool) ([]sheetPart, error) {
	part := sheetPart{Table: sheet.Table{Name: "time", Columns: []sheet.Column{
		{Name: "uuid", Width: 38}, {Name: "date", Width: 12}, {Name: "user_id", Width: 9}, {Name: "user", Width: 24},
		{Name: "ticket_uuid", Width: 38}, {Name: "ticket_key", Width: 12}, {Name: "ticket", Width: 60}, {Name: "epic", Width: 30}, {Name: "sprint", Width: 24},
		{Name: "minutes", Width: 10}, {Name: "hours", Width: 10}, {Name: "comment", Width: 40}, {Name: "created_at", Width: 17},
	}}}
	rate := func(int64, domain.Date) *float64 { return nil }
	if withRates {
		rates, err := workstore.ProjectRates(ctx, tx, projectID)
		if err != nil {
			return nil, err
		}
		rate, part.amounts = money.Pricing(rates), true
		part.Columns = append(part.Columns, sheet.Column{Name: "daily_rate", Width: 11}, sheet.Column{Name: "cost", Width: 12})
	}
	part.fill = func(row func(...sheet.Cell) error) error {
		for e, err := range store.SheetEntries(ctx, tx, projectID) {
			if err != nil {
				return err
			}
			cells := timeCells(e)
			if withRates {
				cells = append(cells, costCells(e.Minutes, rate(e.UserID, e.LoggedAt))...)
			}
			if err := row(cells...); err != nil {
				return err
			}
		}
		return nil
	}
	return []sheetPart{part}, nil
}

func timeCells(e store.SheetEntry) []sheet.Cell {
	return []sheet.Cell{
		sheet.Text(e.UUID), sheet.Date(string(e.LoggedAt)), sheet.Number(float64(e.UserID)), sheet.Text(e.UserName),
		sheet.Text(e.TicketUUID), sheet.Text(e.TicketKey), sheet.Text(e.TicketTitle), sheet.TextOrNone(e.Epic), sheet.TextOrNone(e.Sprint),
		sheet.Count(e.Minutes), hoursCell(e.Minutes), sheet.TextOrNone(e.Comment),
		sheet.Moment(e.CreatedAt),
	}
}

func hoursCell(minutes int64) sheet.Cell { return sheet.Ratio(float64(minutes) / minutesInHour) }

// costCells returns a rate and the cost of the minutes at that rate, or an empty cell and 0 if there is no rate.
func costCells(minutes int64, rate *float64) []sheet.Cell {
	if rate == nil {
		return []sheet.Cell{{}, sheet.Money(0)}
	}
	return []sheet.Cell{sheet.Money(*rate), sheet.Money(float64(minutes) * *rate / evm.MinutesPerDay)}
}
