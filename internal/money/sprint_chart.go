package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// ScopeChange is a ticket that entered or left a sprint on a day, or was re-estimated; Points is the change in the sprint's points.
type ScopeChange struct {
	Day    evm.Day
	UUID   string
	Title  string
	Points float64
}

// longestCourse is the maximum number of days that are charted. A longer sprint is probably a mistake.
const longestCourse = 1000

// SprintCourse is a sprint day by day, with the tickets that changed its scope. It is empty if the sprint has no dates or too many days.
type SprintCourse struct {
	evm.SprintChart

	Changes []ScopeChange
}

// SprintCourse charts a sprint from the change log.
func (a *Service) SprintCourse(ctx context.Context, caller domain.Caller, uuid string) (SprintCourse, error) {
	on := work.Target{Caller: caller, Access: workstore.SprintAccess, UUID: uuid}
	return work.Read(ctx, a.DB, on, func(tx *db.Tx, access domain.Access) (SprintCourse, error) {
		tickets, err := store.SprintTickets(ctx, tx, access.ProjectID, uuid)
		if err != nil {
			return SprintCourse{}, err
		}
		rows, err := store.InsightTickets(ctx, tx, access.ProjectID, domain.Some(tickets))
		if err != nil {
			return SprintCourse{}, err
		}
		sprint, log, err := a.sprintLog(ctx, tx, access.ProjectID, rows, tickets, uuid)
		if err != nil {
			return SprintCourse{}, err
		}
		today := EvmDay(a.Today())
		if sprint.ChartDays(log, today) > longestCourse {
			return SprintCourse{}, nil
		}
		chart, _, err := evm.ChartSprint(ctx, sprint, log, today)
		return SprintCourse{chart, scopeChanges(chart, ticketNames(rows.Tickets))}, err
	})
}

// scopeChanges names the tickets that changed the scope.
func scopeChanges(chart evm.SprintChart, names map[int64]report.Name) []ScopeChange {
	list := []ScopeChange{}
	for _, c := range chart.ByTicket {
		list = append(list, ScopeChange{Day: c.Day, UUID: names[c.TicketID].UUID, Title: names[c.TicketID].Title, Points: c.Points})
	}
	return list
}
