package app_test

import (
	"context"
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/money"
)

// patch changes a ticket.
func (p *past) patch(t testing.TB, ticket string, patch domain.TicketPatch) {
	t.Helper()
	_ = apitest.Must(p.App.Tickets.UpdateTicket(context.Background(), p.caller, ticket, domain.Given(patch)))(t)
}

// addTicket adds a ticket with the given points to the sprint.
func (p *past) addTicket(t testing.TB, points float64) string {
	t.Helper()
	return apitest.Must(p.App.Tickets.CreateTicket(context.Background(), p.caller, p.project, domain.Given(domain.TicketPatch{
		Title: domain.Some("Late"), StoryPoints: domain.Some(points), Sprint: domain.Some(&p.sprint),
	})))(t).UUID
}

// live runs a sprint that starts with ten points. During the sprint, scope is added and removed, and work is done and undone.
func (p *past) live(t testing.TB) {
	t.Helper()
	_ = apitest.Must(p.App.Plan.UpdateSprint(context.Background(), p.caller, p.sprint, domain.Given(domain.SprintPatch{
		Status: domain.Some("active"),
	})))(t)
	p.utc(t, "2026-03-11 10:00:00")
	third := p.addTicket(t, 3)
	fourth := p.addTicket(t, 2)
	p.utc(t, "2026-03-12 10:00:00")
	p.finish(t, p.tickets[0])
	p.finish(t, third)
	p.patch(t, p.tickets[1], domain.TicketPatch{StoryPoints: domain.Some(8.0)})
	p.utc(t, "2026-03-13 10:00:00")
	p.patch(t, third, domain.TicketPatch{Status: domain.Some("in_progress")})
	p.patch(t, p.tickets[1], domain.TicketPatch{Sprint: domain.Some[*string](nil)})
	if err := p.App.Tickets.DeleteTicket(context.Background(), p.caller, fourth); err != nil {
		t.Fatal(err)
	}
}

func TestASprintIsDrawnFromTheLogWithScopeThatCameAndWent(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.live(t)
		chart := p.sprintOn(t, nil)
		if chart.Committed != 10 || len(chart.Days) != 10 {
			t.Fatalf("%+v", chart)
		}
		for i, want := range []struct{ scope, done, added, removed float64 }{
			{10, 0, 0, 0}, {15, 0, 5, 0}, {18, 8, 3, 0}, {8, 5, 0, 10},
		} {
			d := chart.Days[i]
			if d.Scope != evm.Known(want.scope) || d.Done != evm.Known(want.done) || d.Added != evm.Known(want.added) || d.Removed != evm.Known(want.removed) {
				t.Errorf("%v: %+v, want %+v", d.Day, d, want)
			}
		}
		if d := chart.Days[4]; d.Scope.Known || d.Ideal != 5 {
			t.Errorf("tomorrow: %+v", d)
		}
	})
}

func TestASprintWithoutDatesOrOfAnotherProjectIsNotDrawn(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		_ = apitest.Must(p.App.Plan.UpdateSprint(t.Context(), p.caller, p.sprint, domain.Given(domain.SprintPatch{
			StartDate: domain.Some[*domain.Date](nil),
		})))(t)
		if chart := p.sprintOn(t, nil); len(chart.Days) != 0 || chart.Note == "" {
			t.Errorf("undated: %+v", chart)
		}
		elsewhere := money.SprintQuery{Project: p.newProject(t), Sprint: p.sprint}
		if _, err := p.App.Money.SprintReport(t.Context(), p.caller, elsewhere); domain.KindOf(err) != domain.NotFound {
			t.Errorf("of another project: %v", err)
		}
	})
}

func TestTheFlowTellsWhatStoodInEachStatus(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.live(t)
		from, to := domain.Date("2026-03-09"), domain.Date("2026-03-13")
		days := apitest.Must(p.flow(&from, &to))(t).Days
		want := []map[string]evm.FlowCell{
			{},
			{"backlog": {Tickets: 2, Points: 10}},
			{"backlog": {Tickets: 4, Points: 15}},
			{"backlog": {Tickets: 2, Points: 10}, "done": {Tickets: 2, Points: 8}},
			{"backlog": {Tickets: 1, Points: 8}, "in_progress": {Tickets: 1, Points: 3}, "done": {Tickets: 1, Points: 5}},
		}
		for i, d := range days {
			if len(d.Statuses) != len(want[i]) {
				t.Errorf("%v: %v, want %v", d.Day, d.Statuses, want[i])
			}
			for status, cell := range want[i] {
				if d.Statuses[status] != cell {
					t.Errorf("%v: %s holds %v, want %v", d.Day, status, d.Statuses[status], cell)
				}
			}
		}
		for _, last := range []domain.Date{"2026-03-08", "9999-12-31"} {
			if _, err := p.flow(&from, &last); domain.KindOf(err) != domain.Invalid {
				t.Errorf("to %s: %v", last, err)
			}
		}
	})
}
