package app_test

import (
	"context"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
	workstore "earnest/internal/work/store"
)

// whatIf asks a question about the project.
func (p *past) whatIf(q money.WhatIfQuery) (report.WhatIf, error) {
	if q.Project == "" {
		q.Project = p.project
	}
	return p.App.Money.WhatIf(context.Background(), p.caller, q)
}

// revision returns the project's current revision.
func (p *past) revision(t testing.TB) (r workstore.Revision) {
	t.Helper()
	err := p.Store.Read(context.Background(), func(tx *db.Tx) (err error) {
		_, r, err = workstore.ProjectRevision(context.Background(), tx, p.project, p.owner.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAQuestionIsAnsweredBesideThePresentAndLeavesTheRevision(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 480)
		before := p.revision(t)
		for name, c := range map[string]struct {
			q    money.WhatIfQuery
			want float64 // remaining points
		}{
			"share":      {money.WhatIfQuery{Scope: money.Change{Kind: money.Times, Amount: 1.5}}, 15},
			"difference": {money.WhatIfQuery{Scope: money.Change{Kind: money.More, Amount: -4}}, 6},
			"value":      {money.WhatIfQuery{Scope: money.Change{Kind: money.Exactly, Amount: 40}}, 40},
		} {
			w := apitest.Must(p.whatIf(c.q))(t)
			if w.Now.Forecast.Remaining != 10 || w.Then.Forecast.Remaining != c.want || w.Then.Finance.TotalExact != c.want {
				t.Errorf("%s: %v became %v", name, w.Now.Forecast.Remaining, w.Then.Forecast.Remaining)
			}
		}
		w := apitest.Must(p.whatIf(money.WhatIfQuery{Rates: 2, Finish: new(domain.Date("2026-04-01"))}))(t)
		if w.Now.Finance.AC != 480 || w.Then.Finance.AC != 960 || w.Question.Shift != 13 || w.Then.Schedule.PlannedEnd.String() != "2026-04-01" {
			t.Errorf("%+v", w)
		}
		after := p.revision(t)
		same := after.ChangedAt.Equal(before.ChangedAt)
		if after.ChangedAt = before.ChangedAt; !same || after != before || w.Now.Finance != p.finance(t) {
			t.Errorf("asking moved %+v to %+v", before, p.revision(t))
		}
	})
}

func TestAQuestionThatHasNoAnswerIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		empty := p.newProject(t)
		day := func(text domain.Date) *domain.Date { return &text }
		for want, q := range map[string]money.WhatIfQuery{
			"by a factor of 0.001 to 1000, not 0":                                 {Scope: money.Change{Kind: money.Exactly}},
			"the points left can be changed by a factor of 0.001 to 1000, not -1": {Scope: money.Change{Kind: money.More, Amount: -20}},
			"by a factor of 0.001 to 1000, not 1000.1":                            {Scope: money.Change{Kind: money.Times, Amount: 1000.1}},
			"the daily rates can be changed by a factor of 0.001":                 {Rates: -1},
			"there are no points left, so only a factor":                          {Project: empty, Scope: money.Change{Kind: money.More, Amount: 5}},
			"there are no points that a past sprint finished, so":                 {Velocity: money.Change{Kind: money.Exactly, Amount: 5}},
			"moved by at most 3650 days":                                          {Shift: -3651},
			"no sprint has dates":                                                 {Project: empty, Finish: day("2026-04-01")},
			"the plan ends on 2026-03-19, not after 2026-03-19":                   {AsOf: day("2026-03-19"), Finish: day("2026-04-01")},
			"cannot end on 2026-03-09":                                            {Finish: day("2026-03-09")},
		} {
			if _, err := p.whatIf(q); domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	})
}

func TestAnEmptyProjectAnswersEveryQuestionThatNeedsNoNumber(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		q := money.WhatIfQuery{
			Project: p.newProject(t), Shift: 5, Rates: 2,
			Scope: money.Change{Kind: money.Times, Amount: 2}, Velocity: money.Change{Kind: money.Times, Amount: 2},
		}
		w := apitest.Must(p.whatIf(q))(t)
		if w.Now.Finance != w.Then.Finance || w.Then.Schedule != nil || w.Then.Pace.Known || w.Then.Roadmap != nil {
			t.Errorf("%+v", w)
		}
	})
}
