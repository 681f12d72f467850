package evm_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

// onTimesheet returns the project with its effort, or some of it, in a timesheet.
func onTimesheet(p evm.Project, listed int) evm.Project {
	p.Time = &evm.Timesheet{}
	for _, e := range p.Effort[listed:] {
		p.Time.Add(e)
	}
	p.Effort = p.Effort[:listed]
	return p
}

// figures holds everything that is computed from a project, apart from explanations.
type figures struct {
	Indicators evm.Indicators
	Curve      []evm.CurvePoint
	Forecast   evm.Forecast
	Schedule   evm.Schedule
	Velocity   evm.Velocity
	Warnings   []evm.Warning
	Parts      []evm.SprintPart
	Epics      map[int64]evm.Spent
	Members    map[int64]evm.Spent
	Points     map[int64]evm.Points
}

func figuresOf(t *rapid.T, p evm.Project, today evm.Day) figures {
	f := figures{
		Indicators: evm.Compute(p, today), Curve: curve(p, today), Velocity: evm.Velocities(p, today, 0), Warnings: evm.Warnings(p, today),
		Parts: evm.SprintParts(p), Epics: p.SpentBy(byEpic), Members: p.SpentByMember(),
		Points: p.PointsBy(func(t evm.Ticket) int64 { return t.EpicID }),
	}
	f.Schedule, _ = evm.EarnedSchedule(p, today)
	var err error
	if f.Forecast, err = evm.Predict(t.Context(), p, today); err != nil {
		t.Fatal(err)
	}
	return f
}

func byEpic(_, epicID, _ int64) int64 { return epicID }

func mustEqual(t *rapid.T, what string, got, want figures) {
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s\n%+v\nwant\n%+v", what, got, want)
	}
}

func TestATimesheetGivesTheFiguresOfItsLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		p.CostWithheld = rapid.IntRange(0, 3).Draw(t, "withheld") == 0
		q := evm.WhatIf{Rates: rapid.SampledFrom([]float64{0, 1.1, 0.001}).Draw(t, "rates"), Scope: 1.3}
		compact := onTimesheet(p, rapid.IntRange(0, len(p.Effort)).Draw(t, "listed"))
		before := figuresOf(t, compact, today)
		mustEqual(t, "on a timesheet", before, figuresOf(t, p, today))
		mustEqual(t, "what if", figuresOf(t, compact.WhatIf(q, today), today), figuresOf(t, p.WhatIf(q, today), today))
		mustEqual(t, "after the question", figuresOf(t, compact, today), before)
	})
}

func TestMergedTicketsMoveNoBitOfAnyFigure(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		merged, today := project().Draw(t, "project"), drawDay(t, "today")
		single := unmerged(&merged, func() int64 { return rapid.Int64Range(1, 4).Draw(t, "count") })
		mustEqual(t, "merged", figuresOf(t, merged, today), figuresOf(t, single, today))
		q := evm.WhatIf{Scope: 1.7, Velocity: 0.9, Shift: 3}
		mustEqual(t, "what if", figuresOf(t, merged.WhatIf(q, today), today), figuresOf(t, single.WhatIf(q, today), today))
	})
}

func TestAnAnalysisAnswersLikeTheFunctions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		want, a := figuresOf(t, p, today), evm.NewAnalysis(p)
		for range 2 { // the second time, what the answers have in common is known
			got := want
			got.Indicators, got.Velocity, got.Warnings = a.Compute(today), a.Velocities(today, 0), a.Warnings(today)
			got.Parts = a.SprintParts()
			got.Schedule, _ = a.EarnedSchedule(today)
			got.Forecast, _ = a.Predict(t.Context(), today)
			got.Curve = nil
			if first, last, ok := evm.CurveSpan(p, today); ok {
				got.Curve, _ = a.CurveOn(t.Context(), today, daysOf(first, last))
			}
			mustEqual(t, "an analysis", got, want)
		}
	})
}

func daysOf(first, last evm.Day) (days []evm.Day) {
	for d := first; d <= last; d++ {
		days = append(days, d)
	}
	return days
}

// TestEachPointOfTheCurveIsComputedAsOfItsDay compares the curve, which is computed from day to day, with the indicators of the
// project as it was on each day.
func TestEachPointOfTheCurveIsComputedAsOfItsDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		p := settled(t, today)
		days := daysOf(anchor-25, today)
		if rapid.Bool().Draw(t, "backwards") {
			slices.Reverse(days)
		}
		for i, c := range curveOn(p, today, append(days, days...)...) {
			if c.Day != days[i%len(days)] {
				t.Fatalf("point %d is of %v", i, c.Day)
			}
			then := evm.Compute(asOf(p, c.Day, today), c.Day)
			got := [...]evm.Maybe{evm.Known(c.PlannedSP), c.EarnedSP, c.PV, c.EV, c.AC, c.ACTotal}
			want := [...]evm.Maybe{evm.Known(then.PlannedSP), evm.Known(then.EarnedSP), then.PV, then.EV, evm.Known(then.AC), evm.Known(then.ACTotal)}
			if got != want {
				t.Fatalf("%v: the curve says %v, the indicators %v", c.Day, got, want)
			}
		}
	})
}

// asOf returns the project without what was done or booked after a day. What has no day counts from today on.
func asOf(p evm.Project, day, today evm.Day) evm.Project {
	or := func(d *evm.Day) evm.Day {
		if d == nil {
			return today
		}
		return *d
	}
	p.Tickets = slices.Clone(p.Tickets)
	for i, t := range p.Tickets {
		p.Tickets[i].Done = t.Done && or(t.DoneDay) <= day
	}
	p.Effort = slices.DeleteFunc(slices.Clone(p.Effort), func(e evm.Effort) bool { return or(e.Day) > day })
	return p
}

// TestSprintPartsAreTheSprintsComputedAlone compares each part with a project that contains nothing but the sprint.
func TestSprintPartsAreTheSprintsComputedAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		for i, part := range evm.SprintParts(p) {
			s := p.Sprints[i]
			alone := evm.Project{Sprints: []evm.Sprint{s}}
			for _, ticket := range p.Tickets {
				if ticket.SprintID == s.ID {
					alone.Tickets = append(alone.Tickets, ticket)
				}
			}
			for _, e := range p.Effort {
				if e.SprintID == s.ID {
					alone.Effort = append(alone.Effort, e)
				}
			}
			own := evm.Compute(alone, today)
			want := evm.SprintPart{SprintID: s.ID, Committed: own.TotalExact, Done: own.DoneSP, Earned: own.EarnedSP, Cost: own.AC}
			if len(s.Committed) > 0 {
				var points []float64
				for _, row := range s.Committed {
					points = append(points, row.Points)
				}
				want.Committed = evm.Sum(points...)
			}
			if part != want {
				t.Fatalf("%+v, alone %+v", part, want)
			}
		}
	})
}

func TestGroupsOfTimeCostWhatTheyCostAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		mustCostAlone(t, p, today, p.SpentBy(byEpic), func(e evm.Effort) int64 { return e.EpicID })
		mustCostAlone(t, p, today, p.SpentByMember(), func(e evm.Effort) int64 { return e.MemberID })
	})
}

func mustCostAlone(t *rapid.T, p evm.Project, today evm.Day, got map[int64]evm.Spent, group func(evm.Effort) int64) {
	parts := map[int64][]evm.Effort{}
	for _, e := range p.Effort {
		parts[group(e)] = append(parts[group(e)], e)
	}
	if len(got) != len(parts) {
		t.Fatalf("%d groups, want %d", len(got), len(parts))
	}
	for id, lines := range parts {
		want := evm.Spent{Cost: evm.Compute(evm.Project{Effort: lines}, today).ACTotal}
		for _, e := range lines {
			want.Minutes += e.Minutes
			if e.Rate == nil {
				want.Unrated += e.Minutes
			}
		}
		if got[id] != want {
			t.Fatalf("group %d: %+v, want %+v", id, got[id], want)
		}
	}
}
