package evm_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

func TestScopeIsTheCommitmentWithAllThatCameAndWent(t *testing.T) {
	t.Parallel()
	half := func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 26).Draw(t, "halves")) / 2 }
	rapid.Check(t, func(t *rapid.T) {
		status := rapid.SampledFrom([]evm.SprintStatus{evm.Planning, evm.Active, evm.Completed}).Draw(t, "status")
		s := evm.Sprint{ID: 1, Start: new(anchor), End: new(anchor + 9), Status: status}
		var log evm.SprintLog
		if rapid.Bool().Draw(t, "the log shows the start") {
			log.Started = new(anchor + evm.Day(rapid.IntRange(-2, 14).Draw(t, "started")))
		}
		if rapid.Bool().Draw(t, "the log shows the close") {
			log.Closed = new(anchor + evm.Day(rapid.IntRange(-2, 14).Draw(t, "closed")))
		}
		for id := range int64(rapid.IntRange(0, 3).Draw(t, "committed")) {
			s.Committed = append(s.Committed, evm.Commitment{TicketID: id + 1, Points: half(t)})
		}
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			log.Changes = append(log.Changes, evm.TicketChange{
				Day: anchor + evm.Day(rapid.IntRange(-3, 12).Draw(t, "day")), TicketID: int64(rapid.IntRange(1, 5).Draw(t, "ticket")),
				InSprint: rapid.Bool().Draw(t, "in"), Done: rapid.Bool().Draw(t, "done"), Points: half(t),
			})
		}
		today := anchor + evm.Day(rapid.IntRange(-2, 16).Draw(t, "today"))
		chart, ok := chartSprint(s, log, today)
		if !ok || len(chart.Days) < 10 || len(chart.Days) != s.ChartDays(log, today) {
			t.Fatalf("%+v", chart)
		}
		scope, told := chart.Committed, chart.Committed
		for _, d := range chart.Days {
			if d.Scope.Known != (d.Day <= today) {
				t.Fatalf("%+v, today is %v", d, today)
			}
			scope += d.Added.Value - d.Removed.Value
			for _, c := range chart.ByTicket {
				if c.Day == d.Day {
					told += c.Points
				}
			}
			if d.Scope.Known && (d.Scope.Value != scope || d.Scope.Value != told || d.Remaining.Value != d.Scope.Value-d.Done.Value || d.Done.Value > scope) {
				t.Fatalf("%+v, by what came and went the scope is %v", d, scope)
			}
		}
		for _, d := range chart.Days[9:] {
			if d.Ideal != 0 {
				t.Fatalf("the ideal ends at %v", d)
			}
		}
	})
}

func TestASprintWithoutDatesHasNoChart(t *testing.T) {
	t.Parallel()
	if _, ok := chartSprint(evm.Sprint{Start: new(anchor)}, evm.SprintLog{}, anchor); ok {
		t.Error("it has")
	}
}

func TestVelocityLooksBackAsFarAsAsked(t *testing.T) {
	t.Parallel()
	p, today := steady(t, 1, 3, 5, 7, 9)
	if v := evm.Velocities(p, today, 2); len(v.Sprints) != 2 || v.Mean != evm.Known(8) || v.Sprints[0].Done != 7 || v.Sprints[0].Committed != 7 {
		t.Errorf("%+v", v)
	}
}

func TestFlowFollowsTicketsOverTheBoard(t *testing.T) {
	t.Parallel()
	got := flow([]evm.StatusChange{
		{Day: 3, TicketID: 1, Status: "done", Points: 5},
		{Day: 1, TicketID: 1, Status: "todo", Points: 3},
		{Day: 1, TicketID: 2, Status: "todo", Points: 0.5},
		{Day: 2, TicketID: 2, Status: "doing", Points: 0.5},
		{Day: 2, TicketID: 2, Status: "todo", Points: 0.5}, // and back on the same day
		{Day: 4, TicketID: 2, Status: "", Points: 0.5},
	}, 1, 4)
	want := []evm.FlowDay{
		{Day: 1, Statuses: map[string]evm.FlowCell{"todo": {Tickets: 2, Points: 3.5}}},
		{Day: 2, Statuses: map[string]evm.FlowCell{"todo": {Tickets: 2, Points: 3.5}}},
		{Day: 3, Statuses: map[string]evm.FlowCell{"todo": {Tickets: 1, Points: 0.5}, "done": {Tickets: 1, Points: 5}}},
		{Day: 4, Statuses: map[string]evm.FlowCell{"done": {Tickets: 1, Points: 5}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
