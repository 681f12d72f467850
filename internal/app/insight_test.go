package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
)

// questions runs each of the queries outside the API's contract once, and returns their errors.
func (p *past) questions(who domain.Caller, project string) map[string]error {
	ctx := context.Background()
	errs := map[string]error{}
	_, errs["insight"] = p.App.Money.Insight(ctx, who, project, nil)
	_, errs["report"] = p.App.Money.Report(ctx, who, money.ReportQuery{Project: project})
	_, errs["explain"] = p.App.Money.Explain(ctx, who, money.ExplainQuery{Project: project, Indicator: "cpi"})
	_, errs["flow report"] = p.App.Money.FlowReport(ctx, who, money.FlowQuery{Project: project})
	_, errs["sprint report"] = p.App.Money.SprintReport(ctx, who, money.SprintQuery{Project: project, Sprint: p.sprint})
	_, errs["sprints"] = p.App.Money.SprintList(ctx, who, project, nil)
	_, errs["what if"] = p.App.Money.WhatIf(ctx, who, money.WhatIfQuery{Project: project, Scope: money.Change{Kind: money.Times, Amount: 2}})
	return errs
}

func TestOnlyMembersAndTheOperatorLookIntoAProject(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		stranger := p.MustPerson(t, "stranger")
		viewer := p.MustPerson(t, "viewer")
		p.MustJoin(t, p.project, viewer.ID, domain.Viewer)
		for name, c := range map[string]struct {
			who     domain.Caller
			project string
			want    domain.Kind
		}{
			"stranger":           {domain.Caller{UserID: stranger.ID}, p.project, domain.Forbidden},
			"nobody":             {domain.Caller{}, p.project, domain.Forbidden},
			"zero reader":        {domain.Caller{}, p.project, domain.Forbidden},
			"member, no project": {p.caller, apitest.NewUUID(), domain.NotFound},
			"operator, none":     {domain.Operator(), apitest.NewUUID(), domain.NotFound},
		} {
			for question, err := range p.questions(c.who, c.project) {
				if domain.KindOf(err) != c.want || err == nil {
					t.Errorf("%s asks for %s: %v", name, question, err)
				}
			}
		}
		for _, who := range []domain.Caller{domain.Operator(), p.caller, {UserID: viewer.ID}} {
			for question, err := range p.questions(who, p.project) {
				if err != nil {
					t.Errorf("%s: %v", question, err)
				}
			}
		}
	})
}

func TestAReportCostsTheSameStatementsWhateverTheProjectHolds(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		once := func() int64 {
			before := p.Store.Statements()
			for question, err := range p.questions(domain.Operator(), p.project) {
				if err != nil {
					t.Fatalf("%s: %v", question, err)
				}
			}
			return p.Store.Statements() - before
		}
		// Take the minimum over several runs, because background work may add statements of its own.
		cost := func() int64 { return min(once(), once(), once(), once()) }
		few := cost()
		for range 12 {
			_ = apitest.Must(p.App.Tickets.CreateTicket(t.Context(), p.caller, p.project, domain.Given(domain.TicketPatch{
				Title: domain.Some("More"), StoryPoints: domain.Some(1.0), Sprint: domain.Some(&p.sprint),
			})))(t)
			_ = apitest.Must(p.App.Plan.CreateEpic(t.Context(), p.caller, p.project, domain.Given(domain.EpicPatch{Title: domain.Some("Epic")})))(t)
			p.log(t, "2026-03-10", 30)
		}
		if many := cost(); many != few {
			t.Errorf("%d statements for little, %d for much", few, many)
		}
	})
}

func TestATicketIsDoneOnTheDayOfTheInstancesZone(t *testing.T) {
	t.Parallel()
	eachPast(t, "Pacific/Auckland", func(t *testing.T, p *past) {
		p.utc(t, "2026-03-11 12:30:00") // 01:30 on the 12th in that zone
		p.finish(t, p.tickets[0])
		in := apitest.Must(p.App.Money.Insight(t.Context(), p.caller, p.project, nil))(t)
		if in.Today.String() != "2026-03-12" || in.Past {
			t.Fatalf("today is %v", in.Today)
		}
		for _, point := range apitest.Must(in.Curve(t.Context()))(t) {
			want := 0.0
			if point.Day.String() == "2026-03-12" {
				want = 5
			}
			if point.Day <= in.Today && point.EarnedSP != evm.Known(want) {
				t.Errorf("%v points earned on %v", point.EarnedSP, point.Day)
			}
		}
	})
}

func TestAskingWhatIfChangesNothing(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 480)
		in := apitest.Must(p.App.Money.Insight(t.Context(), p.caller, p.project, nil))(t)
		before := in.Indicators()
		asked := in.WhatIf(evm.WhatIf{Scope: 2, Rates: 1.5, Shift: 10})
		if i := asked.Indicators(); i.TotalExact != 20 || i.AC != 720 {
			t.Errorf("asked: %+v", i)
		}
		if s := asked.EarnedSchedule(); s == nil || s.PlannedEnd.String() != "2026-03-29" {
			t.Errorf("asked: %+v", s)
		}
		if in.Indicators() != before || p.finance(t) != before {
			t.Errorf("%+v became %+v", before, in.Indicators())
		}
	})
}

func TestAPastDayKnowsNothingOfWhatCameAfterIt(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 240)
		p.utc(t, "2026-03-12 10:00:00")
		p.finish(t, p.tickets[0])
		p.log(t, "2026-03-12", 480)
		p.log(t, "2026-03-20", 480) // dated in the future, but it counts today, as in the API
		for day, want := range map[domain.Date][2]float64{
			"2026-03-09": {0, 0}, "2026-03-11": {0, 240}, "2026-03-12": {5, 1200}, "2026-03-15": {5, 1200},
		} {
			in := apitest.Must(p.App.Money.Insight(t.Context(), domain.Operator(), p.project, &day))(t)
			i := in.Indicators()
			if got := [2]float64{i.EarnedSP, i.AC}; got != want || in.Past != (day < "2026-03-12") {
				t.Errorf("%s: earned and cost are %v, want %v", day, got, want)
			}
		}
	})
}

func TestAPlanOverCenturiesIsShownByFewerDays(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		_ = apitest.Must(p.App.Plan.UpdateSprint(t.Context(), p.caller, p.sprint, domain.Given(domain.SprintPatch{
			EndDate: domain.Some(new(domain.Date("9999-12-31"))),
		})))(t)
		in := apitest.Must(p.App.Money.Insight(t.Context(), domain.Operator(), p.project, nil))(t)
		curve := apitest.Must(in.Curve(t.Context()))(t)
		today := slices.IndexFunc(curve, func(c evm.CurvePoint) bool { return c.Day.String() == "2026-03-10" })
		if len(curve) < 2000 || len(curve) > 5002 || today != 0 || curve[len(curve)-1].Day.String() != "9999-12-31" {
			t.Errorf("%d points, today at %d, to %v", len(curve), today, curve[len(curve)-1].Day)
		}
		for i := 1; i < len(curve); i++ {
			if curve[i].Day <= curve[i-1].Day {
				t.Fatalf("%v follows %v", curve[i].Day, curve[i-1].Day)
			}
		}
	})
}

const roadmapFile = `{"users": [{"email": "a@b.org", "firstname": "A", "lastname": "B"}],
 "projects": [{"ref": "p", "name": "P", "members": [{"user": "a@b.org", "project_role": "owner"}],
  "super_epics": [{"ref": "big", "title": "Big"}, {"ref": "void", "title": "Void"}],
  "epics": [{"ref": "one", "title": "One"}, {"ref": "two", "title": "Two", "super_epic": "big"},
            {"ref": "three", "title": "Three", "super_epic": "big"}, {"ref": "four", "title": "Four"}],
  "sprints": [{"ref": "s1", "title": "S1", "start_date": "2026-01-01", "end_date": "2026-01-10", "status": "completed"},
              {"ref": "s2", "title": "S2", "start_date": "2026-01-11", "end_date": "2026-01-14", "status": "completed"}],
  "tickets": [{"ref": "t1", "title": "T1", "epic": "one", "sprint": "s1", "story_points": 5},
              {"ref": "t2", "title": "T2", "epic": "two", "sprint": "s2", "story_points": 5},
              {"ref": "t3", "title": "T3", "epic": "three", "sprint": "s1", "story_points": 5},
              {"ref": "t4", "title": "T4", "epic": "four", "story_points": 5}],
  "dependencies": [LINKS]}]}`

// Today is Tuesday 10 March 2026. Without a pace, the work left is the length of the window: One, in sprint S1, has ten days
// from Thursday 1 January on, of which seven are working days.
func TestTheScheduleIsTheRoadmapsByUUID(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		s, uuids := mustSchedule(t, url, `{"pred": "one", "succ": "big", "lag_days": 1}, {"pred": "void", "succ": "one"}, {"pred": "big", "succ": "four"}`)
		one, two, three, four := s.Epics[uuids["one"]], s.Epics[uuids["two"]], s.Epics[uuids["three"]], s.Epics[uuids["four"]]
		if s.PlannedFinish.String() != "2026-01-14" || s.ForecastFinish != nil || len(s.Epics) != 4 || s.Cycle != nil {
			t.Errorf("%+v", s)
		}
		if one.Start.String() != "2026-03-11" || one.Finish.String() != "2026-03-19" || !one.Critical {
			t.Errorf("%+v from %v to %v", one, one.Start, one.Finish)
		}
		if two.Start.String() != "2026-03-23" || two.Finish.String() != "2026-03-25" || *two.TotalSlack != 4 || !three.Critical {
			t.Errorf("%+v from %v to %v", two, two.Start, two.Finish)
		}
		if four.RemainingDays != nil || four.Start.String() != "2026-04-01" || !four.Critical {
			t.Errorf("an epic without sprints and pace: %+v from %v", four, four.Start)
		}
	})
}

func TestACircleOfTheRoadmapIsNamed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		s, uuids := mustSchedule(t, url, `{"pred": "one", "succ": "two"}, {"pred": "two", "succ": "one", "type": "SS"}, {"pred": "two", "succ": "four"}`)
		want := []string{uuids["one"], uuids["two"]}
		slices.Sort(want)
		if !slices.Equal(s.Cycle, want) || s.ForecastFinish != nil {
			t.Errorf("%+v, want %v", s, want)
		}
	})
}

func mustSchedule(t *testing.T, url, links string) (s evm.RoadmapSchedule, uuids map[string]string) {
	t.Helper()
	w := apitest.New(t, url, nil)
	file := strings.Replace(roadmapFile, "LINKS", links, 1)
	result := apitest.Must(w.App.Transfer.Import(t.Context(), strings.NewReader(file)))(t)
	in := apitest.Must(w.App.Money.Insight(t.Context(), domain.Operator(), result.UUIDs["p"], nil))(t)
	return apitest.Must(in.Schedule(t.Context()))(t), result.UUIDs
}
