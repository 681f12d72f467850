package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestClientsAreSpreadOverAllProjects(t *testing.T) {
	t.Parallel()
	o, err := parseOptions([]string{"-clients", "-projects", "50", "-only", "ticket, 50 projects"}, io.Discard)
	if err != nil || o.plan.Conns != clients || o.plan.Slot < time.Second {
		t.Fatalf("got %+v, %v", o, err)
	}
	p := &product{uuids: map[string]string{}}
	for _, ref := range o.sizes.refs() {
		p.uuids[ref] = "uuid of " + ref
	}
	works := o.works(p)
	if len(works) != 1 {
		t.Fatalf("-only chose %v", works)
	}
	all, first := map[string]bool{}, map[string]bool{}
	for conn := range clients {
		steps := works[0].pattern().of(conn, clients)
		first[string(steps[0].call.wire)] = true
		for _, s := range steps {
			all[string(s.call.wire)] = true
		}
	}
	if len(all) != 50 || len(first) != clients {
		t.Errorf("%d different calls, %d of them first", len(all), len(first))
	}
}

func TestTheTableOfClientsShowsEachGoal(t *testing.T) {
	t.Parallel()
	r := &report{Clients: []row{
		{Engine: sqlite, Work: "log time, one project", CPU: 300, Rate: 2500, P99: 51_000, GoalMicros: 700, GoalRate: 2000, GoalP99: 50_000},
		{Engine: postgres, Work: "log time, one project", CPU: 300, DatabaseCPU: 401, Rate: 1500, P99: 50_000, GoalMicros: 700, GoalRate: 2000, GoalP99: 50_000},
	}}
	var text strings.Builder
	r.print(&text, (*grid).text)
	if strings.Count(text.String(), "MISSED") != 3 || strings.Count(text.String(), " met") != 3 || !strings.Contains(text.String(), "≥ 2000") {
		t.Errorf("the table:\n%s", &text)
	}
}
