package evm_test

import (
	"context"
	"fmt"
	"time"

	"earnest/evm"
)

// fence returns a project to build the four sides of a fence, with one side per day and two tickets per side, and the project's
// third day as today.
func fence() (evm.Project, evm.Day) {
	monday := evm.DayOf(2026, time.March, 2)
	p := evm.Project{Name: "Fence", Budget: new(4000.0)}
	for side := range 4 {
		day := monday + evm.Day(side)
		id := int64(side + 1)
		p.Sprints = append(p.Sprints, evm.Sprint{ID: id, Start: &day, End: &day})
		p.Tickets = append(p.Tickets,
			evm.Ticket{ID: 2*id - 1, Points: 1, SprintID: id, Done: side < 3},
			evm.Ticket{ID: 2 * id, Points: 1, SprintID: id, Done: side < 2},
		)
	}
	for side, minutes := range []int64{1200, 1440, 720} {
		p.Effort = append(p.Effort, evm.Effort{SprintID: int64(side + 1), MemberID: 1, Rate: new(400.0), Minutes: minutes})
	}
	return p, monday + 2
}

func ExampleCompute() {
	p, today := fence()
	i := evm.Compute(p, today)
	fmt.Printf("On %v, %v of %v points are earned and %v were due.\n", today, i.EarnedSP, i.TotalSP, i.PlannedSP)
	fmt.Printf("For each euro spent the project earned %.2f.\n", i.CPI.Value)
	fmt.Printf("At this rate it will cost %.0f of a budget of %v.\n", i.EAC.Value, i.BAC)
	fmt.Println("Its health is", evm.Health(i.CPI, i.SPI, evm.DefaultThresholds()))
	// Output:
	// On 2026-03-04, 5 of 8 points are earned and 6 were due.
	// For each euro spent the project earned 0.89.
	// At this rate it will cost 4480 of a budget of 4000.
	// Its health is red
}

func ExampleExplain() {
	p, today := fence()
	x, _, _ := evm.Explain(context.Background(), p, today, "cv")
	fmt.Println(x.Words)
	fmt.Println(x.Symbols)
	for _, input := range x.Term.Terms {
		fmt.Println(input.Name, "=", input.Value)
	}
	fmt.Println(x.Indicator, "=", x.Term.Recompute())
	// Output:
	// Cost variance: the value earned, less its cost.
	// cv = ev − ac
	// ev = 2500
	// ac = 2800
	// cv = -300
}

func ExampleScheduleRoadmap() {
	day := func(text string) *evm.Day { d, _ := evm.ParseDay(text); return &d }
	s, _ := evm.ScheduleRoadmap(context.Background(), evm.Roadmap{
		DataDate: *day("2026-03-06"), // a Friday
		Epics: []evm.RoadmapEpic{
			{ID: "design", Start: day("2026-03-09"), Target: day("2026-03-13")},
			{ID: "build", Start: day("2026-03-09"), Target: day("2026-03-27")},
			{ID: "manual", Start: day("2026-03-16"), Target: day("2026-03-20")},
		},
		Links: []evm.RoadmapLink{{ID: "link", Pred: "design", Succ: "build", Type: evm.FinishToStart}},
	})
	fmt.Println("The end is", s.ForecastFinish, "instead of", s.PlannedFinish)
	fmt.Println("build is pushed by", s.Pushed[0].Days, "days")
	fmt.Println("The manual can wait", *s.Epics["manual"].TotalSlack, "days.")
	// Output:
	// The end is 2026-04-03 instead of 2026-03-27
	// build is pushed by 5 days
	// The manual can wait 10 days.
}
