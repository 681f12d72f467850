package main

import (
	"strings"
	"testing"
)

func TestEachEngineHasItsGoals(t *testing.T) {
	t.Parallel()
	both := map[string]goal{"finance": {ratio: 15}, "portfolio": {ratio: 20}, "100 time entries": {ratio: 15}}
	for engine, wants := range map[string]map[string]goal{
		sqlite:   {"ticket detail": {ratio: 8}, "page of 100 tickets": {ratio: 15}, "unchanged": {ratio: 2.5}, "refused": {ratio: 2}, "write": {micros: 200}},
		postgres: {"ticket detail": {ofStatuses: 2}, "page of 100 tickets": {ofStatuses: 2}, "unchanged": {ratio: 4.5}},
	} {
		for _, w := range works(&product{engine: engine, uuids: map[string]string{}}) {
			want := wants[string(w.group)]
			switch {
			case w.group == after && both[w.name] != goal{}:
				want = both[w.name]
			case w.group == after:
				want = wants[w.name]
			case w.name == statusesWork:
				want = goal{}
			}
			if w.goal != want {
				t.Errorf("%s, %s: %s: %+v, want %+v", engine, w.group, w.name, w.goal, want)
			}
		}
	}
}

func TestAfterAWriteTheDatabaseCounts(t *testing.T) {
	t.Parallel()
	rows := []row{
		{Engine: postgres, Group: reads, Work: "finance", Ratio: 4, WholeRatio: 8, DatabaseCPU: 70, GoalRatio: 4.5},
		{Engine: postgres, Group: after, Work: "ticket detail", CPU: 300, DatabaseCPU: 500, GoalStatus: 2},
		{Engine: postgres, Group: after, Work: "page of 100 tickets", CPU: 300, DatabaseCPU: 600, GoalStatus: 2},
		{Engine: postgres, Group: after, Work: "finance", Ratio: 14, WholeRatio: 31, GoalRatio: 15},
		{Engine: postgres, Group: after, Work: statusesWork, CPU: 200, DatabaseCPU: 200},
	}
	if words, _ := rows[1].goal(); words != "" {
		t.Errorf("without a row for the statuses, the goal is %q", words)
	}
	compareWithStatuses(rows)
	for i, want := range []string{"≤ 4.5x met", "≤ 2x statuses (2.0x) met", "≤ 2x statuses (2.2x) MISSED", "≤ 15x MISSED", " "} {
		if words, met := rows[i].goal(); words+" "+mark(words, met) != want {
			t.Errorf("row %d: %q, met is %t; want %q", i, words, met, want)
		}
	}
	var text strings.Builder
	(&report{Rows: rows, Sizes: sizes{Tickets: 2000}}).print(&text, (*grid).text)
	for _, want := range []string{"2000 tickets, 25 % of them carried over", "ratio with database", "31.0x", "- postgres: CPU and ratio are those of the server alone"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, &text)
		}
	}
}

func TestAQuarterOfTheTicketsIsCarriedOver(t *testing.T) {
	t.Parallel()
	committed := 0
	for i := range sprints {
		committed += len(newSprint("big", i, 40*sprints).Committed)
	}
	if committed != 50*sprints {
		t.Errorf("%d commitments to %d tickets", committed, 40*sprints)
	}
}
