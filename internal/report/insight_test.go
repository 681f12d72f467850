package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earnest/evm"
)

// documents returns outputs of every kind as text and as JSON, for empty projects, a single day and many days.
func documents() map[string]map[string]func(io.Writer) error {
	all := map[string]map[string]func(io.Writer) error{}
	add := func(name string, text, json func(io.Writer) error) {
		all[name] = map[string]func(io.Writer) error{"text": text, "json": json}
	}
	for name, r := range stories() {
		q := question(r)
		add("what if, "+name, func(w io.Writer) error { return WhatIfText(w, q) }, func(w io.Writer) error { return WhatIfJSON(w, q) })
		l := SprintList{UUID: r.UUID, Name: r.Name, Today: r.Today, Sprints: slices.Clone(r.Sprints), Velocity: r.Velocity, Past: map[string]bool{}}
		for i := range l.Sprints {
			l.Sprints[i].UUID = fmt.Sprintf("0195a000-0000-7000-8000-%012d", i)
			l.Past[l.Sprints[i].UUID] = i%2 == 0
		}
		add("sprints, "+name, func(w io.Writer) error { return SprintListText(w, l) }, func(w io.Writer) error { return SprintListJSON(w, l) })
	}
	for _, days := range []int{0, 1, 14, 1000} {
		c, f := course(days), flow(days+1, days)
		add(fmt.Sprint("chart, ", days), func(w io.Writer) error { return SprintChartText(w, c) }, func(w io.Writer) error { return SprintChartJSON(w, c) })
		add(fmt.Sprint("flow, ", days), func(w io.Writer) error { return FlowText(w, f) }, func(w io.Writer) error { return FlowJSON(w, f) })
	}
	return all
}

// question returns the comparison of a report with a changed copy of itself.
func question(r Report) WhatIf {
	now := Outlook{Finance: r.Finance, Health: r.Health, Schedule: r.Schedule, Forecast: r.Forecast, Pace: r.Velocity.Mean}
	then := now
	then.Health, then.Finance.AC, then.Finance.CPI, then.Pace = evm.Red, now.Finance.AC+1_234_567.8, evm.Maybe{}, evm.Known(2.5)
	return WhatIf{
		UUID: r.UUID, Name: r.Name, Today: r.Today, Question: evm.WhatIf{Scope: 1.2, Velocity: 0.9, Rates: 1000, Shift: -14}, Now: now, Then: then,
	}
}

// course returns a sprint of the given number of days, half of which are over.
func course(days int) SprintChart {
	start := evm.DayOf(2026, 3, 2)
	c := SprintChart{UUID: "u", Name: "Évaluation", Today: start + evm.Day(days/2), Sprint: Sprint{Title: strings.Repeat("long ", 50)}}
	if days == 0 {
		c.Note = "It has no dates."
		return c
	}
	s := evm.Sprint{Start: &start, End: new(start + evm.Day(days) - 1), Committed: []evm.Commitment{{TicketID: 1, Points: 8}}}
	c.SprintChart, _, _ = evm.ChartSprint(context.Background(), s, evm.SprintLog{Changes: []evm.TicketChange{
		{Day: start, TicketID: 1, InSprint: true, Points: 8}, {Day: start + 2, TicketID: 2, InSprint: true, Done: true, Points: 2.5},
	}}, c.Today)
	c.Changes = []ScopeChange{{start + 2, "t", strings.Repeat("wide ", 30), 2.5}, {start + 3, "t", "Less", -1}}
	return c
}

// flow returns a board with the given number of statuses over the given number of days.
func flow(days, statuses int) Flow {
	f := Flow{UUID: "u", Name: "Évaluation"}
	statuses = min(statuses, 20)
	var changes []evm.StatusChange
	for i := range statuses {
		f.Statuses = append(f.Statuses, Status{Key: fmt.Sprint("s", i), Label: strings.Repeat("Étiquette", i+1), Done: i == 0})
		changes = append(changes, evm.StatusChange{Day: evm.Day(i), TicketID: int64(i), Status: fmt.Sprint("s", i), Points: 0.5})
	}
	f.Statuses = append(f.Statuses, Status{Key: "never", Label: "Never"})
	f.Days, _ = evm.Flow(context.Background(), changes, 0, evm.Day(days-1))
	return f
}

func TestEveryAnswerFitsATerminalAndHasNoUntrueNumber(t *testing.T) {
	t.Parallel()
	for name, forms := range documents() {
		text := mustWrite(t, forms["text"])
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 || strings.HasSuffix(line, " \n") {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
		for _, untrue := range []string{"NaN", "Inf", "null", "%!"} {
			if strings.Contains(text, untrue) {
				t.Errorf("%s says %s:\n%s", name, untrue, text)
			}
		}
	}
}

func mustWrite(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEveryAnswerHasTheKeysThatArePromised(t *testing.T) {
	t.Parallel()
	promised := map[string]string{
		"what if": "currency difference now project question today what_if",
		"sprints": "project sprints today velocity",
		"chart":   "days note project scope_changes sprint start_sp today",
		"flow":    "days project statuses",
	}
	for name, forms := range documents() {
		var file map[string]any
		if err := json.Unmarshal([]byte(mustWrite(t, forms["json"])), &file); err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(name, ",")
		if got := strings.Join(slices.Sorted(maps.Keys(file)), " "); got != promised[kind] {
			t.Errorf("%s has %s", name, got)
		}
		for key, value := range file {
			if value == nil && key != "note" && key != "currency" {
				t.Errorf("%s: %s is null", name, key)
			}
		}
	}
}

func TestADifferenceHasItsSignAndIsUnknownWhereASideIs(t *testing.T) {
	t.Parallel()
	day := evm.DayOf(2026, 3, 2)
	for want, c := range map[string]comparison{
		"=":       voice{}.compareNumbers("", "", evm.MoneyUnit, evm.Known(2), evm.Known(2)),
		"+1,000":  voice{}.compareNumbers("", "", evm.MoneyUnit, evm.Known(1), evm.Known(1001)),
		"−0.25":   voice{}.compareNumbers("", "", evm.RatioUnit, evm.Known(1), evm.Known(0.75)),
		"–":       voice{}.compareNumbers("", "", evm.RatioUnit, evm.Known(1), evm.Maybe{}),
		"+1 day":  compareDays("", "", &day, new(day+1)),
		"−2 days": compareDays("", "", &day, new(day-2)),
	} {
		if got := c.differs(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := compareDays("", "", nil, nil).differs(); got != "=" {
		t.Errorf("both unknown: %q", got)
	}
}

func TestALongFlowShowsSomeDaysAndTheLast(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 30, 31, 32, 100, 5000} {
		f := flow(n, 1)
		days, step := f.shown()
		if len(days) > flowRows || len(days) == 0 || days[len(days)-1].Day != f.Days[n-1].Day || (step == 1) != (n <= flowRows) {
			t.Errorf("%d days: %d are shown, one in %d", n, len(days), step)
		}
	}
}
