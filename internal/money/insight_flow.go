package money

import (
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
)

// flowDays is how many days of a flow are shown by default.
const flowDays = 30

// FlowQuery selects a range of days in a project, both ends included.
type FlowQuery struct {
	Project  string
	From, To *domain.Date // To defaults to today, and From to the first of the thirty days that end with To
}

// FlowReport returns the number of tickets and points in each status of the board on each day.
func (a *Service) FlowReport(ctx context.Context, who domain.Caller, q FlowQuery) (report.Flow, error) {
	first, last, err := a.flowSpan(q)
	if err != nil {
		return report.Flow{}, err
	}
	return db.Read(ctx, a.DB, func(tx *db.Tx) (report.Flow, error) {
		access, rows, err := readBoard(ctx, tx, who, q.Project)
		if err != nil {
			return report.Flow{}, err
		}
		changes, err := a.flowChanges(ctx, tx, access.ProjectID, rows, first)
		if err != nil {
			return report.Flow{}, err
		}
		f := report.Flow{UUID: rows.Project.UUID, Name: rows.Project.Name}
		if f.Days, err = evm.Flow(ctx, changes, first, last); err != nil {
			return f, err
		}
		f.Statuses = flowStatuses(rows.Statuses, f.Days)
		return f, nil
	})
}

// flowChanges returns the changes that the flow from a day on depends on. Only the log of tickets that changed since then is read. The others
// have been in their present state for longer, so they count as one change on the first day, merged by status and points.
func (a *Service) flowChanges(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.InsightLog, first evm.Day,
) (changes []evm.StatusChange, err error) {
	tickets, err := store.TicketsChangedSince(ctx, tx, projectID, a.EndOf(domain.Date(first.String())))
	if err != nil {
		return nil, err
	}
	states := map[int64]ticketState{} // the present ones of the tickets that changed
	err = a.replay(ctx, tx, projectID, rows, tickets, func(_, after ticketState) {
		changes = append(changes, evm.StatusChange{Day: after.day, TicketID: after.id, Status: after.status, Points: after.points})
		states[after.id] = after
	})
	if err != nil {
		return nil, err
	}
	changed := map[store.StatusPoints]int64{}
	for _, s := range states {
		changed[store.StatusPoints{Status: s.status, Points: s.points}]++
	}
	all, err := store.CountByStatusAndPoints(ctx, tx, projectID)
	for i, s := range all {
		if count := s.Tickets - changed[store.StatusPoints{Status: s.Status, Points: s.Points}]; count > 0 {
			changes = append(changes, evm.StatusChange{Day: first, TicketID: int64(i) + 1, Count: count, Status: s.Status, Points: s.Points})
		}
	}
	return changes, err
}

// flowSpan returns the requested days. It refuses days in the future, which have no flow.
func (a *Service) flowSpan(q FlowQuery) (first, last evm.Day, err error) {
	today := EvmDay(a.Today())
	last = today
	if q.To != nil {
		last = EvmDay(*q.To)
	}
	first = max(last-flowDays+1, EvmDay(domain.FirstDay))
	if q.From != nil {
		first = EvmDay(*q.From)
	}
	switch {
	case last > today:
		return first, last, domain.Invalidf("the last day must not be after today, %s, but is %s", today, last)
	case first > last:
		return first, last, domain.Invalidf("the first day, %s, must not be after the last, %s", first, last)
	case last-first >= curveRows:
		return first, last, domain.Invalidf("the last day must not be more than %d days after the first", curveRows-1)
	}
	return first, last, nil
}

// flowStatuses returns the statuses of the board in order, then the deleted ones that the log mentions.
func flowStatuses(board []domain.Status, days []evm.FlowDay) []report.Status {
	list := make([]report.Status, 0, len(board))
	known := map[string]bool{}
	for _, s := range board {
		list = append(list, report.Status{Key: s.Key, Label: s.Label, Done: s.IsDone})
		known[s.Key] = true
	}
	var gone []string
	for _, d := range days {
		for key := range d.Statuses {
			if !known[key] {
				known[key] = true
				gone = append(gone, key)
			}
		}
	}
	slices.Sort(gone)
	for _, key := range gone {
		list = append(list, report.Status{Key: key, Label: key})
	}
	return list
}
