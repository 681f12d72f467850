package report

import (
	"bytes"
	"strings"
	"testing"

	"earnest/evm"
)

func TestAPlanThatEndsBelowTheBudgetSaysWhichPointsAreMissing(t *testing.T) {
	t.Parallel()
	r := story(12, new(5000.0)).in(English)
	if gap := planGap(r, "money"); gap != "" {
		t.Errorf("all points are planned, but the report says %q", gap)
	}
	r.Finance.TotalExact, r.Finance.UndatedSP = 20, 5 // of which 12 are planned
	r.Curve[len(r.Curve)-1].PV = evm.Known(3000)
	want := "The plan ends at 3,000, not at 5,000. Points in sprints without dates: 5; in no sprint, or added to one after its start: 3."
	if gap := planGap(r, "money"); gap != want {
		t.Errorf("%q", gap)
	}
	if gap := planGap(r.in(French), "points"); !strings.HasPrefix(gap, "Le plan s’arrête à 12 et non à 20.") {
		t.Errorf("%q", gap)
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text": func(b *bytes.Buffer) error { return Text(b, r) },
		"HTML": func(b *bytes.Buffer) error { return HTML(b, r, English) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("%s does not explain where the plan ends: %v", name, err)
		}
	}
}

func TestACostInASprintThatHasNotStartedIsExplained(t *testing.T) {
	t.Parallel()
	day := evm.DayOf(2026, 3, 2)
	later := day + 1
	r := Report{Today: day, Sprints: []Sprint{
		{Title: "Now", Start: &day, End: &later, Cost: 1},
		{Title: "Next", Start: &later, End: &later, Cost: 2},
		{Title: "Free", Start: &later, End: &later},
		{Title: "Some day", Status: evm.Planning, Cost: 3},
		{Title: "Once", Status: evm.Completed, Cost: 4},
	}}
	want := "These sprints have not started but already have a cost (5), because time was logged on tickets that are now in them: Next, Some day."
	if got := earlyCost(r.in(English)); got != want {
		t.Errorf("%q", got)
	}
	if f := costFigure(r.in(English)); f.note != want {
		t.Errorf("%q", f.note)
	}
	r.Sprints = r.Sprints[:1]
	if got := earlyCost(r.in(French)); got != "" {
		t.Errorf("%q", got)
	}
}
