package evm_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

func TestEveryExplanationAddsUpToTheLastBit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		numbers := evm.Compute(p, today)
		all := explainAll(p, today)
		if len(all) != 25 { // all fields except ProjectUUID, TotalExact and CostWithheld
			t.Fatalf("%d explanations", len(all))
		}
		for _, x := range all {
			printed, ok := numbers.Value(x.Indicator)
			if !ok || x.Term.Value != printed {
				t.Fatalf("%s is explained as %v and printed as %v", x.Indicator, x.Term.Value, printed)
			}
			mustAddUp(t, x.Indicator, x.Term)
			if (x.Unknown == "") != printed.Known || x.Words == "" || !strings.Contains(x.Symbols, x.Indicator) {
				t.Fatalf("%+v", x)
			}
		}
	})
}

func TestEveryEstimateAddsUpToTheLastBit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		numbers := evm.Compute(p, today)
		want := map[string]evm.Maybe{"cpi_all_in": numbers.AllInCPI()}
		for _, e := range numbers.Estimates() {
			if e.Chosen != (e.Name == "eac") || e.Chosen && e.EAC != numbers.EAC {
				t.Fatalf("%+v, the project's eac is %v", e, numbers.EAC)
			}
			want[e.Name] = e.EAC
		}
		if len(want) != 5 || len(evm.Explainable()) != len(evm.IndicatorNames())+4 {
			t.Fatalf("%v, %v", want, evm.Explainable())
		}
		for name, value := range want {
			x, ok := explain(p, today, name)
			if !ok || x.Term.Value != value || !strings.Contains(x.Symbols, name) || (x.Unknown == "") != value.Known {
				t.Fatalf("%s is %v and explained as %+v", name, value, x)
			}
			mustAddUp(t, name, x.Term)
		}
	})
}

// mustAddUp checks each step on its own, and recomputes the whole term from its leaves.
func mustAddUp(t *rapid.T, path string, term evm.Term) {
	if got := term.Recompute(); got != term.Value {
		t.Fatalf("%s: the terms give %v, not %v", path, got, term.Value)
	}
	if term.Op == evm.OpGiven && len(term.Terms) > 0 {
		t.Fatalf("%s is given and made", path)
	}
	for _, part := range term.Terms {
		mustAddUp(t, path+" / "+part.Name, part)
	}
}

func TestOneExplanationEqualsTheSameOfAllAndIgnoresOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		q := shuffled(p, rapid.Uint64().Draw(t, "seed"))
		i := rapid.IntRange(0, len(evm.IndicatorNames())-1).Draw(t, "which")
		one, ok := explain(q, today, evm.IndicatorNames()[i])
		if all := explainAll(p, today); !ok || !reflect.DeepEqual(one.Term.Value, all[i].Term.Value) || leaves(one.Term) != leaves(all[i].Term) {
			t.Fatalf("%+v\n%+v", one, all[i])
		}
	})
}

// leaves counts the given values in a term.
func leaves(t evm.Term) int {
	if t.Op == evm.OpGiven {
		return 1
	}
	sum := 0
	for _, part := range t.Terms {
		sum += leaves(part)
	}
	return sum
}

// story parses a project that is small enough for its explanations to be checked by hand.
func story(t *testing.T, text string) (evm.Project, evm.Day) {
	t.Helper()
	scenarios, err := parseScenarios("scenario X\n" + text)
	if err != nil {
		t.Fatal(err)
	}
	return scenarios[0].project().Project, scenarios[0].today
}

func TestAnExplanationReachesTicketsLinesAndRates(t *testing.T) {
	t.Parallel()
	p, today := story(t, `
today 2026-03-06
project P budget 1000
sprint S1 2026-03-02..2026-03-11
ticket A 4 done in S1
ticket B 4 in S1
ticket C 2
rate ada 400
logged ada 60 on A 2026-03-02
logged ada 180 on B 2026-03-03
logged bob 30 on C 2026-03-03`)
	x, _ := explain(p, today, "cpi")
	if x.Symbols != "cpi = ev / ac" || x.Term.Op != evm.OpQuotient || x.Term.Value != evm.Known(2) {
		t.Fatalf("%+v", x)
	}
	ev, ac := x.Term.Terms[0], x.Term.Terms[1]
	if ev.Name != "ev" || ev.Value.Value != 400 || ac.Name != "ac" || ac.Value.Value != 200 {
		t.Fatalf("%+v", x.Term.Terms)
	}
	ada := ac.Terms[0]
	if ada.Kind != evm.MemberTerm || ada.Terms[0].Value.Value != 240 || ada.Terms[1].Value.Value != 400 || ada.Terms[2].Value.Value != 480 {
		t.Fatalf("%+v", ada)
	}
	if line := ada.Terms[0].Terms[1]; line.Kind != evm.EffortTerm || line.Effort.Minutes != 180 || line.Effort.Day.String() != "2026-03-03" {
		t.Fatalf("%+v", line)
	}
	var codes []evm.WarningCode
	for _, w := range x.Warnings {
		codes = append(codes, w.Code)
	}
	if !slices.Equal(codes, []evm.WarningCode{evm.UnratedMinutes, evm.NoSprintMinutes}) || x.Warnings[0].Text != "Time without a daily rate: 30 min. It costs 0 here." {
		t.Errorf("%+v", x.Warnings)
	}
	if spi, _ := explain(p, today, "spi"); len(spi.Warnings) > 0 {
		t.Errorf("spi does not depend on time, but is warned of %+v", spi.Warnings)
	}
}

func TestAnUnknownNumberSaysWhy(t *testing.T) {
	t.Parallel()
	poor, today := story(t, "today 2026-03-06\nproject P")
	rich := poor
	rich.Budget = new(5.0)
	for _, c := range []struct {
		p               evm.Project
		indicator, want string
	}{
		{poor, "eac", "The project has no budget."},
		{rich, "cpi", "No cost is booked in sprints."},
		{poor, "spi", "No points are due yet."},
		{rich, "etc", "Work is left, and cpi is unknown or 0."},
	} {
		if x, _ := explain(c.p, today, c.indicator); x.Unknown != c.want {
			t.Errorf("%s: %q", c.indicator, x.Unknown)
		}
	}
	if _, ok := explain(poor, today, "speed"); ok {
		t.Error("speed was explained")
	}
	if v, ok := evm.Compute(poor, today).Value("speed"); ok || v.Known {
		t.Errorf("speed is %v", v)
	}
}
