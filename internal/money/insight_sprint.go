package money

import (
	"context"
	"fmt"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
)

// SprintQuery selects a sprint of a project and the day as of which to show it.
type SprintQuery struct {
	Project string
	Sprint  string
	AsOf    *domain.Date // nil means today
}

// SprintList returns the sprints of a project with their points, and the velocity of finished ones, as of a day, or as of today if asOf is
// nil.
func (a *Service) SprintList(ctx context.Context, caller domain.Caller, project string, asOf *domain.Date) (report.SprintList, error) {
	in, err := a.Insight(ctx, caller, project, asOf)
	if err != nil {
		return report.SprintList{}, err
	}
	list := report.SprintList{
		UUID: in.Project.UUID, Name: in.Project.Name, Today: in.Today, Sprints: in.SprintRows(), Velocity: in.Velocity(0),
		Past: map[string]bool{},
	}
	for _, s := range list.Velocity.Sprints {
		list.Past[in.names.Sprints[s.SprintID].UUID] = true
	}
	return list, nil
}

// SprintReport charts a sprint by day from the change log, with its numbers and the tickets that changed its scope. A sprint without dates,
// or with too many days, is not charted; instead, a note gives the reason.
func (a *Service) SprintReport(ctx context.Context, caller domain.Caller, q SprintQuery) (report.SprintChart, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (report.SprintChart, error) {
		in, err := a.InsightIn(ctx, tx, access.ProjectID, access.SeesCost(), q.AsOf)
		if err != nil {
			return report.SprintChart{}, err
		}
		tickets, err := store.SprintTickets(ctx, tx, access.ProjectID, q.Sprint)
		if err != nil {
			return report.SprintChart{}, err
		}
		rows, err := store.InsightTickets(ctx, tx, access.ProjectID, domain.Some(tickets))
		if err != nil {
			return report.SprintChart{}, err
		}
		found, log, err := a.sprintLog(ctx, tx, access.ProjectID, rows, tickets, q.Sprint)
		if err != nil {
			return report.SprintChart{}, err
		}
		chart := report.SprintChart{UUID: in.Project.UUID, Name: in.Project.Name, Today: in.Today, Sprint: in.sprint(q.Sprint)}
		if chart.Note = undrawn(found, log, in.Today); chart.Note != "" {
			return chart, nil
		}
		if chart.SprintChart, _, err = evm.ChartSprint(ctx, found, log, in.Today); err != nil {
			return chart, err
		}
		for _, c := range scopeChanges(chart.SprintChart, ticketNames(rows.Tickets)) {
			chart.Changes = append(chart.Changes, report.ScopeChange(c))
		}
		return chart, nil
	})
}

// sprint returns the row for one sprint.
func (in Insight) sprint(uuid string) report.Sprint {
	rows := in.SprintRows()
	return rows[slices.IndexFunc(rows, func(s report.Sprint) bool { return s.UUID == uuid })]
}

// undrawn returns why a sprint cannot be charted by day, or "" if it can.
func undrawn(s evm.Sprint, log evm.SprintLog, today evm.Day) string {
	switch days := s.ChartDays(log, today); {
	case days == 0:
		return "This sprint has no dates, so it cannot be drawn by day."
	case days > longestCourse:
		return fmt.Sprintf("This sprint lasts %d days, and sprints of more than %d days are not drawn.", days, longestCourse)
	}
	return ""
}
