package app_test

import (
	"context"
	"strings"
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
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

// A log in a file may be in the order of its tickets. All but the second ticket, with 6 points, were there on the first day.
func TestGrowthLeavesOutTheWholeFirstDayOfALogThatIsNotInTheOrderOfTime(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		made := mustImport(t, a, `{"users":[{"email":"ada@example.org","firstname":"A","lastname":"B"}],
"projects":[{"ref":"p","name":"P","created_at":"2026-01-05 08:00:00","members":[{"user":"ada@example.org"}],
  "sprints":[
    {"ref":"s1","title":"S1","status":"completed","start_date":"2026-01-05","end_date":"2026-01-16"},
    {"ref":"s2","title":"S2","status":"completed","start_date":"2026-01-19","end_date":"2026-01-30"},
    {"ref":"s3","title":"S3","status":"completed","start_date":"2026-02-02","end_date":"2026-02-13"}],
  "tickets":[
    {"uuid":"0192aaaa-0000-7000-8000-000000000001","title":"A","sprint":"s1","story_points":5,"status":"done","done_at":"2026-01-14 09:00:00"},
    {"uuid":"0192aaaa-0000-7000-8000-000000000002","title":"B","story_points":6},
    {"uuid":"0192aaaa-0000-7000-8000-000000000003","title":"C","sprint":"s2","story_points":5,"status":"done","done_at":"2026-01-28 09:00:00"},
    {"uuid":"0192aaaa-0000-7000-8000-000000000004","title":"D","sprint":"s3","story_points":5,"status":"done","done_at":"2026-02-10 09:00:00"},
    {"uuid":"0192aaaa-0000-7000-8000-000000000005","title":"E","story_points":20}],
  "changes":[
    {"revision":1,"at":"2026-01-05 09:00:00","noun":"ticket","uuid":"0192aaaa-0000-7000-8000-000000000001","what":"created"},
    {"revision":2,"at":"2026-02-03 09:00:00","noun":"ticket","uuid":"0192aaaa-0000-7000-8000-000000000002","what":"created"},
    {"revision":3,"at":"2026-01-05 09:00:00","noun":"ticket","uuid":"0192aaaa-0000-7000-8000-000000000003","what":"created"},
    {"revision":4,"at":"2026-01-05 09:00:00","noun":"ticket","uuid":"0192aaaa-0000-7000-8000-000000000004","what":"created"},
    {"revision":5,"at":"2026-01-05 09:00:00","noun":"ticket","uuid":"0192aaaa-0000-7000-8000-000000000005","what":"created"}]}]}`)
		caller := domain.Caller{UserID: made.Users["ada@example.org"]}
		w := apitest.Must(a.Money.WhatIf(t.Context(), caller, money.WhatIfQuery{Project: made.UUIDs["p"], Growth: true}))(t)
		if f := w.Then.Forecast; f.State != evm.Forecasted || f.Growth != evm.Known(2) {
			t.Errorf("%s, growing by %v points in each sprint, want 2", f.State, f.Growth)
		}
	})
}
