package money

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

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
		changes, err := a.flowChanges(ctx, tx, access.ProjectID, first)
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

// flowChanges returns the changes that the flow from a day on depends on. It goes back from the present state of the tickets, change by change, and
// reads no log of that day or earlier. Tickets that did not change after it are merged by status and points.
func (a *Service) flowChanges(ctx context.Context, tx *db.Tx, projectID int64, first evm.Day) (changes []evm.StatusChange, err error) {
	tickets, err := boardTickets(ctx, tx, projectID)
	if err != nil {
		return nil, err
	}
	values, changed := newLogValues(), int64(0)
	for c, err := range store.BoardChanges(ctx, tx, projectID, a.EndOf(domain.Date(first.String()))) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		t := tickets[c.TicketUUID] // without a status if it is deleted
		if t.id == 0 {
			changed++
			t.id = changed
		}
		changes = append(changes, t.on(a.dayAt(c.At)))
		if tickets[c.TicketUUID], err = t.before(c, values); err != nil {
			return nil, fmt.Errorf("the log of ticket %s: %w", c.TicketUUID, err)
		}
	}
	slices.Reverse(changes)
	merged := map[boardTicket]int64{}
	for _, t := range tickets {
		if t.id != 0 {
			changes = append(changes, t.on(first))
		} else {
			merged[t]++
		}
	}
	for t, count := range merged {
		changed++
		t.id = changed
		change := t.on(first)
		change.Count = count
		changes = append(changes, change)
	}
	return changes, nil
}

// boardTicket is a ticket with what a flow shows of it.
type boardTicket struct {
	id     int64 // made up; 0 if it has not changed
	status string
	points float64
}

// boardTickets returns the tickets of a project as they are now, by uuid.
func boardTickets(ctx context.Context, tx *db.Tx, projectID int64) (map[string]boardTicket, error) {
	tickets := map[string]boardTicket{}
	for t, err := range store.BoardTickets(ctx, tx, projectID) {
		if err != nil {
			return nil, err
		}
		tickets[t.UUID] = boardTicket{status: t.Status, points: t.Points}
	}
	return tickets, nil
}

// on returns the ticket's state as a change on a day.
func (t boardTicket) on(day evm.Day) evm.StatusChange {
	return evm.StatusChange{Day: day, TicketID: t.id, Status: t.status, Points: t.points}
}

// before returns the ticket as it was before a change. If an imported change does not say, a deleted ticket has no status, and any other stays as
// it is.
func (t boardTicket) before(c store.BoardChange, values *logValues) (_ boardTicket, err error) {
	switch {
	case c.What == domain.Created, c.What == domain.Restored:
		t.status = ""
	case c.From == "": // it is unknown
	case c.What == domain.Deleted:
		var s ticketState
		err = values.ticket(c.From, &s)
		t.status, t.points = s.status, s.points
	case c.What == "status":
		t.status, err = values.text(c.From)
	default:
		t.points, err = strconv.ParseFloat(c.From, 64)
	}
	return t, err
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
