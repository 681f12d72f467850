package app

import (
	"context"
	"fmt"
	"slices"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/store"
)

// SprintQuery names a sprint of a project and the day to look at it.
type SprintQuery struct {
	Project string
	Sprint  string
	AsOf    *domain.Date // nil: today
}

// SprintList gives the sprints of a project with their points, and the velocity of those that are over, as
// of a day; nil: today.
func (a *App) SprintList(ctx context.Context, who Reader, project string, asOf *domain.Date) (report.SprintList, error) {
	in, err := a.Insight(ctx, who, project, asOf)
	if err != nil {
		return report.SprintList{}, err
	}
	list := report.SprintList{
		UUID: in.project.UUID, Name: in.project.Name, Today: in.Today, Sprints: in.sprintRows(), Velocity: in.Velocity(0),
		Past: map[string]bool{},
	}
	for _, s := range list.Velocity.Sprints {
		list.Past[in.names.Sprints[s.SprintID].UUID] = true
	}
	return list, nil
}

// SprintReport draws a sprint by day from the change log, with its own numbers and the tickets that changed
// its scope. One that has no dates, or too many days, is not drawn, and a note says so.
func (a *App) SprintReport(ctx context.Context, who Reader, q SprintQuery) (report.SprintChart, error) {
	return read(ctx, a, func(tx *store.Tx) (report.SprintChart, error) {
		access, err := who.project(ctx, tx, q.Project)
		if err != nil {
			return report.SprintChart{}, err
		}
		rows, err := tx.Insight(ctx, access.ProjectID, who.seesCost(access))
		if err != nil {
			return report.SprintChart{}, err
		}
		tickets, err := tx.SprintTickets(ctx, access.ProjectID, q.Sprint)
		if err != nil {
			return report.SprintChart{}, err
		}
		found, changes, err := a.sprintChanges(ctx, tx, access.ProjectID, rows, tickets, q.Sprint)
		if err != nil {
			return report.SprintChart{}, err
		}
		in := a.insightOf(rows, dayEffort(rows), q.AsOf)
		chart := report.SprintChart{UUID: in.project.UUID, Name: in.project.Name, Today: in.Today, Sprint: in.sprint(q.Sprint)}
		if chart.Note = undrawn(found); chart.Note != "" {
			return chart, nil
		}
		if chart.SprintChart, _, err = evm.ChartSprint(ctx, found, changes, in.Today); err != nil {
			return chart, err
		}
		scope, err := scopeChanges(ctx, found, changes, in.Today, in.names.Tickets)
		for _, c := range scope {
			chart.Changes = append(chart.Changes, report.ScopeChange(c))
		}
		return chart, err
	})
}

// sprint is one row of the sprints.
func (in Insight) sprint(uuid string) report.Sprint {
	rows := in.sprintRows()
	return rows[slices.IndexFunc(rows, func(s report.Sprint) bool { return s.UUID == uuid })]
}

// undrawn says why a sprint cannot be drawn by day; empty: it can.
func undrawn(s evm.Sprint) string {
	switch {
	case s.Start == nil || s.End == nil || *s.End < *s.Start:
		return "This sprint has no dates, so that it cannot be drawn by day."
	case *s.End-*s.Start >= longestCourse:
		return fmt.Sprintf("This sprint lasts %d days; one of more than %d is not drawn.", *s.End-*s.Start+1, longestCourse)
	}
	return ""
}
