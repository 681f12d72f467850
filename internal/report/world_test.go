package report

import (
	"context"
	"fmt"
	"time"

	"earnest/evm"
	"earnest/internal/domain"
)

// story returns a report on a project of the given number of days, with one point a day and costs that increasingly exceed the
// plan.
func story(days int, budget *float64) Report {
	start := evm.DayOf(2026, 3, 2)
	p := evm.Project{UUID: "0195a000-0000-7000-8000-000000000001", Name: "Évaluation <b>&amp;</b> “Größe”", Budget: budget}
	r := Report{UUID: p.UUID, Name: p.Name, Titles: map[string]string{}, Thresholds: evm.DefaultThresholds()}
	for i := range days {
		day := start + evm.Day(i)
		id := int64(i + 1)
		p.Sprints = append(p.Sprints, evm.Sprint{ID: id, Start: &day, End: &day, Status: evm.Completed})
		p.Tickets = append(p.Tickets, evm.Ticket{ID: id, Points: 1, Done: i%3 != 2, SprintID: id, EpicID: id, DoneDay: &day})
		p.Epics = append(p.Epics, evm.Epic{ID: id})
		p.Effort = append(p.Effort, evm.Effort{SprintID: id, MemberID: 1, Day: &day, Rate: new(500.0 + float64(i)), Minutes: 480})
	}
	r.Today = start + evm.Day(days*2/3)
	r.Finance = evm.Compute(p, r.Today)
	r.Health = evm.Health(r.Finance.CPI, r.Finance.SPI, r.Thresholds)
	r.Curve, _ = evm.Curve(context.Background(), p, r.Today)
	if s, ok := evm.EarnedSchedule(p, r.Today); ok {
		r.Schedule = &s
	}
	r.Forecast, _ = evm.Predict(context.Background(), p, r.Today)
	r.Velocity = evm.Velocities(p, r.Today, 0)
	r.Warnings = evm.Warnings(p, r.Today)
	r = r.withRoadmap(p)
	for i, s := range p.Sprints {
		r.Sprints = append(r.Sprints, Sprint{
			Title: fmt.Sprintf("Itération n° %d avant l'été", i+1), Start: s.Start, End: s.End, Status: s.Status,
			Committed: 1, Done: 1, Earned: 1, Cost: 500 + float64(i), Value: evm.KnownIf(budget),
		})
	}
	return r
}

// raised returns a report on a project whose budget was set late and then raised.
func raised() Report {
	r := story(12, new(5000.0))
	r.Steps = []evm.BudgetStep{
		{Day: r.Today - 4, After: evm.Known(4000)},
		{Day: r.Today - 2, Before: evm.Known(4000), After: evm.Known(5000), Reason: "A second <stage>,\nas agreed with everybody who had a say in it last week"},
	}
	return r
}

// withRoadmap adds a roadmap of one epic for each epic of the project: some are done, others begun, and most of the rest wait for the one before.
func (r Report) withRoadmap(p evm.Project) Report {
	plan := evm.Roadmap{DataDate: r.Today}
	for i, e := range p.Epics {
		id := fmt.Sprint("epic-", e.ID)
		r.Titles[id] = fmt.Sprintf("Épopée %d: un titre bien trop long pour la marge", i)
		epic := evm.RoadmapEpic{ID: id, Tickets: 2, Points: 2, PointsLeft: 1, Sprints: &evm.Period{First: *p.Sprints[i].Start, Last: *p.Sprints[i].End + 6}}
		switch {
		case i%4 == 1:
			epic.Begun = p.Sprints[i].Start
		case i%4 == 2:
			epic.Begun, epic.LastDone, epic.DoneTickets, epic.PointsLeft = p.Sprints[i].Start, p.Sprints[i].End, 2, 0
		case i%5 == 4:
			epic.Sprints = nil
		}
		plan.Epics = append(plan.Epics, epic)
		if i > 0 && i%3 != 0 {
			plan.Links = append(plan.Links, evm.RoadmapLink{ID: fmt.Sprint("link-", i), Pred: fmt.Sprint("epic-", e.ID-1), Succ: id})
		}
	}
	r.Roadmap, _ = evm.ScheduleRoadmap(context.Background(), plan) // the context is never done
	r.Plan = plan
	r.Milestones = []Milestone{{Name: "Mise en service", Date: r.Today + 5, First: r.Today + 5}}
	return r
}

// stories returns reports of every shape: no days, one, a few and many, with and without a budget.
func stories() map[string]Report {
	all := map[string]Report{}
	for _, days := range []int{0, 1, 2, 3, 12, 300} {
		all[fmt.Sprint(days, " days")] = story(days, new(float64(days)*600))
		all[fmt.Sprint(days, " days, no budget")] = story(days, nil)
	}
	circle := story(3, new(1000.0))
	circle.Roadmap.Cycle, circle.Roadmap.ForecastFinish = []string{"epic-1", "epic-2"}, nil
	all["circle"] = circle
	all["raised"] = raised()
	reported := story(12, new(5000.0))
	reported.Past = true
	reported.Reported = &Reported{Indicators: reported.Finance, At: time.Date(2026, 3, 20, 9, 30, 0, 0, time.UTC)}
	for i := range 12 {
		index := Index{Day: reported.Today - evm.Day(12-i), SPI: evm.Known(float64(i) / 4)}
		if i%4 != 0 {
			index.CPI = evm.Known(0.9)
		}
		reported.History = append(reported.History, index)
	}
	reported.Milestones = []Milestone{
		{Name: "Beta <b>", Date: reported.Today + 10, First: reported.Today - 4},
		{Name: "Alpha", Date: reported.Today, First: reported.Today},
		{Name: "Kick-off", Date: reported.Today - 9, First: reported.Today - 8},
	}
	reported.Commentary = &domain.Commentary{
		Day: "2026-03-10", Content: "The <b>supplier</b> is late.\n\nWe wait.", Author: "Ada Lovelace", UpdatedAt: time.Date(2026, 3, 11, 8, 0, 0, 0, time.UTC),
	}
	all["reported"] = reported
	return all
}
