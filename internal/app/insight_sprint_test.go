package app_test

import (
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

// sprintOn returns the sprint as of the given day, or as of today if day is nil.
func (p *past) sprintOn(t *testing.T, day *domain.Date) report.SprintChart {
	t.Helper()
	q := money.SprintQuery{Project: p.project, Sprint: p.sprint, AsOf: day}
	return apitest.Must(p.App.Money.SprintReport(t.Context(), p.caller, q))(t)
}

func TestASprintIsReportedWithTheTicketsThatChangedItsScope(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.live(t)
		now, then := p.sprintOn(t, nil), p.sprintOn(t, new(domain.Date("2026-03-11")))
		sum := now.Committed
		for _, c := range now.Changes {
			sum += c.Points
		}
		if last := now.Days[3]; len(now.Changes) != 5 || sum != last.Scope.Value || now.Sprint.Committed != 10 || now.Sprint.Done != 5 {
			t.Errorf("%+v", now)
		}
		if then.Days[1] != now.Days[1] || then.Days[2].Scope.Known || len(then.Changes) != 2 || then.Sprint.Done != 0 {
			t.Errorf("two days before: %+v", then)
		}
	})
}

func TestASprintThatCannotBeDrawnIsReportedWithTheReason(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		for _, c := range []struct {
			patch domain.SprintPatch
			want  string
		}{
			{domain.SprintPatch{EndDate: domain.Some(new(domain.Date("9999-12-31")))}, "more than 1000"},
			{domain.SprintPatch{StartDate: domain.Some[*domain.Date](nil)}, "no dates"},
		} {
			_ = apitest.Must(p.App.Plan.UpdateSprint(t.Context(), p.caller, p.sprint, domain.Given(c.patch)))(t)
			if s := p.sprintOn(t, nil); len(s.Days) != 0 || !strings.Contains(s.Note, c.want) || s.Sprint.Committed != 10 {
				t.Errorf("%+v", s)
			}
		}
		elsewhere := money.SprintQuery{Project: p.newProject(t), Sprint: p.sprint}
		if _, err := p.App.Money.SprintReport(t.Context(), p.caller, elsewhere); domain.KindOf(err) != domain.NotFound {
			t.Errorf("of another project: %v", err)
		}
	})
}

func TestSprintsAreListedWithTheVelocityOfThoseThatAreOver(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		list := func(asOf *domain.Date) report.SprintList {
			return apitest.Must(p.App.Money.SprintList(t.Context(), p.caller, p.project, asOf))(t)
		}
		if l := list(nil); len(l.Sprints) != 1 || l.Velocity.Mean.Known || len(l.Past) != 0 {
			t.Errorf("none is over: %+v", l)
		}
		p.live(t)
		p.utc(t, "2026-03-20 09:00:00")
		if l := list(nil); !l.Past[p.sprint] || l.Velocity.Mean.Value != 5 || l.Sprints[0].Committed != 10 || l.Sprints[0].Done != 5 {
			t.Errorf("one is over: %+v", l)
		}
		if l := list(new(domain.Date("2026-03-12"))); l.Velocity.Mean.Known || l.Today.String() != "2026-03-12" {
			t.Errorf("none was over then: %+v", l)
		}
	})
}
