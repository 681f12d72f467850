package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"earnest/evm"
)

func mustText(t *testing.T, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheTextFitsATerminal(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		text := mustText(t, r)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 || strings.HasSuffix(line, " \n") {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
		for _, f := range Figures(English) {
			if !strings.Contains(text, "  "+f.Label+" ") {
				t.Errorf("%s: %s is not there", name, f.Label)
			}
		}
	}
}

func pageOf(t *testing.T, r Report) string {
	t.Helper()
	_, source := mustPage(t, r)
	return source
}

// A row that was written later must not be described as reported.
func TestADayThatWasCaughtUpIsNotCalledReported(t *testing.T) {
	t.Parallel()
	r := stories()["reported"]
	onTime := mustText(t, r) + pageOf(t, r)
	for _, want := range []string{"On that day it was reported: CPI", ">As reported then<", "As it was reported day by day. "} {
		if !strings.Contains(onTime, want) {
			t.Errorf("no %q", want)
		}
	}
	r.Reported.CaughtUp, r.History[3].CaughtUp = true, true
	late := mustText(t, r) + pageOf(t, r)
	for _, want := range []string{"That day was not reported; caught up on 20 Mar 2026,", ">Not reported; caught up on 20 Mar 2026<", "; 1 of 12 days were caught up later"} {
		if !strings.Contains(late, want) {
			t.Errorf("no %q", want)
		}
	}
	for i := range r.History {
		r.History[i].CaughtUp = true
	}
	if page := pageOf(t, r); strings.Contains(page, "As it was reported") || !strings.Contains(page, "No day was reported when it was over") {
		t.Error("days that were caught up are called reported")
	}
}

func TestTheHeadlineSaysWhatTheNumbersMean(t *testing.T) {
	t.Parallel()
	known := func(x float64) evm.Maybe { return evm.Known(x) }
	for want, i := range map[string]evm.Indicators{
		"Nothing has been planned or logged yet.": {BAC: known(5)},
		"There is no budget, so the work has no price: 12.5% of the points are earned and 1,234 has been spent.": {
			TotalSP: 8, ProgressPct: 12.5, ACTotal: 1234.4,
		},
		"No cost has been logged in sprints yet, so there is no pace to go by. The budget is 5, and 0% of the points are earned.": {
			TotalSP: 8, BAC: known(5),
		},
		"There is no pace to go by yet: 3 has been spent in sprints, out of a budget of 0.": {TotalSP: 8, AC: 3, ACTotal: 3, BAC: known(0)},
		"Every 1 spent has earned 0.84. At this rate the project will cost 119,048, which is 19,048 over budget.": {
			TotalSP: 8, BAC: known(100_000), EV: known(1), CPI: known(0.84), EAC: known(119_047.6), VAC: known(-19_047.6),
		},
		"Every 1 spent has earned 1.25. At this rate the project will cost 80,000, which is 20,000 under budget.": {
			TotalSP: 8, BAC: known(100_000), EV: known(1), CPI: known(1.25), EAC: known(80_000), VAC: known(20_000),
		},
		"Every 1 spent has earned 1.00. At this rate the project will cost 100,000, which is on budget.": {
			TotalSP: 8, BAC: known(100_000), EV: known(1), CPI: known(1), EAC: known(100_000.4), VAC: known(-0.4),
		},
		"All points are earned. The project cost 99,000, 1,000 under budget.": {
			TotalSP: 8, BAC: known(100_000), EV: known(100_000), ETC: known(0), ACTotal: 99_000, EAC: known(99_000), VAC: known(1000),
		},
		"7 has been spent in sprints and nothing is earned yet, so there is no pace to go by.": {
			TotalSP: 8, BAC: known(5), CPI: known(0), AC: 7, ACTotal: 7,
		},
		"Work worth 2 is earned; 3 was due by now, out of a budget of 5.": {
			CostWithheld: true, TotalSP: 8, BAC: known(5), EV: known(2), PV: known(3),
		},
	} {
		if got := (voice{}).moneySentence(i); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNumbersAreWrittenForReading(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"1,234,567.50": amount(1234567.5, 2), "−1,000": amount(-1000, 0), "0.00": amount(-0.001, 2), "999": amount(999.4, 0),
		"202,563.13": amount(202_563.125, 2), "1.01": amount(1.005, 2), "−0.13": amount(-0.125, 2),
		"2": short(2), "2.5": short(2.5), "141.21": short(141.2142), "100": short(100), "12k": compact(12_000), "1.5M": compact(1_500_000),
		"–": shortOrNone(evm.Maybe{}), "12.34": shortOrNone(evm.Known(12.34)), "0.93": atMost(0.93, 3), "1.385": atMost(1.3846, 3),
		"0.30000000000000004": exact(evm.Known(0.30000000000000004)), "1000000000000000000000": exact(evm.Known(1e21)),
		"−0.5":  exact(evm.Known(-0.5)),
		"1 day": plural(1, "day"), "1.5 days": plural(1.5, "day"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestASparklineShowsTheUnknownAsBlank(t *testing.T) {
	t.Parallel()
	line := func(values ...evm.Maybe) string { return sparkline(values, 8) }
	if got := line(evm.Known(0), evm.Known(4), evm.Known(8), evm.Maybe{}); got != "▁▅█ " {
		t.Errorf("%q", got)
	}
	if got := line(make([]evm.Maybe, 1000)...); utf8.RuneCountInString(got) != sparkWidth {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
}

func TestTheJSONHasTheKeysThatArePromised(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		var b bytes.Buffer
		if err := JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		var file struct {
			Curve    []map[string]any
			Earned   map[string]any `json:"earned_schedule"`
			Schedule map[string]any
			Forecast map[string]any
			Warnings []map[string]any
		}
		var keys map[string]any
		for _, to := range []any{&file, &keys} {
			if err := json.Unmarshal(b.Bytes(), to); err != nil {
				t.Fatal(err)
			}
		}
		mustHave(t, name, keys, "finance curve earned_schedule schedule forecast warnings reported")
		for _, row := range file.Curve {
			mustHave(t, name, row, "date planned_sp earned_sp pv ev ac ac_total")
		}
		if r.Schedule != nil {
			mustHave(t, name, file.Earned, "start planned_end pd at es sv_t spi_t tspi ieac_t forecast_end")
		} else if keys["earned_schedule"] != nil {
			t.Errorf("%s: %v", name, keys["earned_schedule"])
		}
		mustHave(t, name, file.Forecast, "state remaining_sp sprints trials p50 p80 p95 distribution too_far rhythm growth_sp")
		for _, w := range file.Warnings {
			mustHave(t, name, w, "code message amount")
		}
		mustTellTheSchedule(t, name, r, file.Schedule)
	}
}

func mustTellTheSchedule(t *testing.T, name string, r Report, schedule map[string]any) {
	t.Helper()
	const members = "data_date planned_finish forecast_finish capacity_finish nodes chains chains_more pushed cycle"
	if mustHave(t, name, schedule, members); len(schedule) != len(strings.Fields(members)) {
		t.Errorf("%s: %v", name, schedule)
	}
	if _, listed := schedule["cycle"].([]any); listed != (len(r.Roadmap.Cycle) > 0) {
		t.Errorf("%s: cycle %v", name, schedule["cycle"])
	}
	nodes, ok := schedule["nodes"].(map[string]any)
	if !ok || len(nodes) != len(r.Roadmap.Epics) {
		t.Fatalf("%s: %v", name, schedule)
	}
	const ofNode = "state planned_start planned_finish start remaining_start finish late_start late_finish remaining_days total_slack free_slack critical"
	for _, node := range nodes {
		if mustHave(t, name, node.(map[string]any), ofNode); len(node.(map[string]any)) != len(strings.Fields(ofNode)) {
			t.Errorf("%s: %v", name, node)
		}
	}
	for _, push := range schedule["pushed"].([]any) {
		mustHave(t, name, push.(map[string]any), "link pred succ days")
	}
}

func TestTheRoadmapIsToldInDates(t *testing.T) {
	t.Parallel()
	day := func(d int) *evm.Day { return new(evm.DayOf(2026, 3, d)) }
	r := Report{Titles: map[string]string{"a": "Alpha", "b": "Beta"}, Milestones: []Milestone{{Name: "Launch", Date: *day(20), First: *day(20)}}}
	r.Roadmap = evm.RoadmapSchedule{
		DataDate: *day(6), PlannedFinish: day(13), ForecastFinish: day(18), CapacityFinish: day(25),
		Epics: map[string]evm.ScheduledEpic{
			"a": {State: evm.EpicDone, Start: day(2), Finish: day(5), RemainingDays: new(0)},
			"b": {
				State: evm.EpicNotStarted, PlannedStart: day(9), PlannedFinish: day(13), Start: day(12), RemainingStart: day(12), Finish: day(18),
				LateStart: day(12), LateFinish: day(18), RemainingDays: new(5), TotalSlack: new(0), FreeSlack: new(0), Critical: true,
			},
		},
		Pushed: []evm.Push{{Link: "l", Pred: "a", Succ: "b", Days: 3}},
	}
	r.Plan.Links = []evm.RoadmapLink{{ID: "l", Pred: "a", Succ: "b"}}
	r.Plan.Epics = []evm.RoadmapEpic{{ID: "a", Tickets: 2, DoneTickets: 2}, {ID: "b", Points: 4, PointsLeft: 4}}
	text := strings.Join(strings.Fields(mustText(t, r)), " ")
	for _, want := range []string{
		"expected to finish on 18 Mar 2026; the plan ends on 13 Mar 2026.",
		"The team cannot do everything at once: at its recent pace, the points left take until 25 Mar 2026.",
		"Alpha – – 2 Mar 2026 5 Mar 2026 done",
		"* Beta 9 Mar 2026 13 Mar 2026 12 Mar 2026 18 Mar 2026 critical",
		"Launch 20 Mar 2026 as first planned",
		"Beta waits for Alpha and is pushed by 3 working days.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	page := pageOf(t, r)
	for _, want := range []string{"end 18 Mar 2026", ">Launch<", "pushed by 3 working days", `class="plan-bar"`, `class="critical-edge"`, `class="link pushes"`, `class="done-bar"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page", want)
		}
	}
}

func mustHave(t *testing.T, name string, object map[string]any, keys string) {
	t.Helper()
	for key := range strings.FieldsSeq(keys) {
		if _, ok := object[key]; !ok {
			t.Errorf("%s: no %s in %v", name, key, object)
		}
	}
}
