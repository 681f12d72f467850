package evm_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

func TestIndicatorsObeyTheirBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		i := evm.Compute(p, today)
		if i.EarnedSP > i.DoneSP || i.DoneSP > i.TotalExact || i.PlannedSP > i.TotalExact {
			t.Fatalf("earned %v, done %v, planned %v of %v", i.EarnedSP, i.DoneSP, i.PlannedSP, i.TotalExact)
		}
		if i.ProgressPct > 100 || i.PlannedPct > 100 {
			t.Fatalf("progress %v %%, planned %v %%", i.ProgressPct, i.PlannedPct)
		}
		if i.PV.Value > i.BAC.Value || i.EV.Value > i.BAC.Value {
			t.Fatalf("pv %v, ev %v of %v", i.PV, i.EV, i.BAC)
		}
		if i.EarnedSP == i.TotalExact && i.TotalExact > 0 && i.BAC.Known && (i.EV != i.BAC || i.ETC != evm.Known(0)) {
			t.Fatalf("all is earned, and ev is %v of %v, etc %v", i.EV, i.BAC, i.ETC)
		}
	})
}

// TestRoundingNeverMakesEarnedExceedDone uses sprints whose sums are all rounded up: 0.1 + 0.2 is 0.30000000000000004.
func TestRoundingNeverMakesEarnedExceedDone(t *testing.T) {
	t.Parallel()
	p := evm.Project{Budget: new(100.0)}
	for id := range int64(3) {
		p.Sprints = append(p.Sprints, evm.Sprint{ID: id + 1})
		p.Tickets = append(p.Tickets,
			evm.Ticket{ID: 2*id + 1, Points: 0.1, Done: true, SprintID: id + 1},
			evm.Ticket{ID: 2*id + 2, Points: 0.2, Done: true, SprintID: id + 1})
	}
	if i := evm.Compute(p, anchor); i.EarnedSP != 0.9 || i.ProgressPct != 100 || i.EV != evm.Known(100) || i.ETC != evm.Known(0) {
		t.Errorf("%+v", i)
	}
	if c := curveOn(p, anchor, anchor)[0]; c.EarnedSP != evm.Known(0.9) || c.EV != evm.Known(100) {
		t.Errorf("%+v", c)
	}
}

// TestPointsAreWorthTheirShareOfTheBudget uses a share whose last digit would be wrong if the product and the quotient were
// rounded separately.
func TestPointsAreWorthTheirShareOfTheBudget(t *testing.T) {
	t.Parallel()
	p := evm.Project{Tickets: []evm.Ticket{{ID: 1, Points: 0.1}, {ID: 2, Points: 0.2}}}
	if worth := evm.Compute(p, anchor).Worth(0.1); worth.Known {
		t.Errorf("without a budget it is %v", worth)
	}
	p.Budget = new(0.7)
	if i := evm.Compute(p, anchor); i.Worth(0.1) != evm.Known(0.2333333333333333) || i.Worth(i.TotalExact) != i.BAC {
		t.Errorf("0.1 of %v is %v, all is %v", i.TotalExact, i.Worth(0.1), i.Worth(i.TotalExact))
	}
	p.Tickets = nil
	if worth := evm.Compute(p, anchor).Worth(0); worth != evm.Known(0) {
		t.Errorf("no points of none are worth %v", worth)
	}
}

func TestEstimateIsBudgetByEfficiencyWithoutTimeOutsideSprints(t *testing.T) {
	t.Parallel()
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		var inSprints []evm.Effort
		for _, e := range p.Effort {
			if e.SprintID != 0 {
				inSprints = append(inSprints, e)
			}
		}
		p.Effort = inSprints
		i := evm.Compute(p, today)
		if i.ACTotal != i.AC {
			t.Fatalf("ac_total %v, ac %v", i.ACTotal, i.AC)
		}
		if !i.CPI.Known || i.CPI.Value == 0 {
			return
		}
		seen++
		if !near(i.EAC.Value, i.BAC.Value/i.CPI.Value) {
			t.Fatalf("eac %v, bac / cpi %v", i.EAC, i.BAC.Value/i.CPI.Value)
		}
	})
	if seen == 0 {
		t.Error("no random project had a cpi")
	}
}

func TestOrderMovesNoBit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		q := shuffled(p, rapid.Uint64().Draw(t, "seed"))
		if a, b := evm.Compute(p, today), evm.Compute(q, today); a != b {
			t.Fatalf("indicators\n%+v\n%+v", a, b)
		}
		if a, b := curve(p, today), curve(q, today); !reflect.DeepEqual(a, b) {
			t.Fatalf("curves\n%+v\n%+v", a, b)
		}
		if a, b := predict(p, today), predict(q, today); !reflect.DeepEqual(a, b) {
			t.Fatalf("forecasts\n%+v\n%+v", a, b)
		}
		a, _ := evm.EarnedSchedule(p, today)
		if b, _ := evm.EarnedSchedule(q, today); !reflect.DeepEqual(a, b) {
			t.Fatalf("schedules\n%+v\n%+v", a, b)
		}
	})
}

func TestRollUpsCostWhatSingleEntriesCost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		want := evm.Compute(p, today)
		p.Effort = rolledUp(p.Effort)
		if got := evm.Compute(p, today); got != want {
			t.Fatalf("roll-up\n%+v\nentries\n%+v", got, want)
		}
	})
}

func TestMergedTicketsMoveNoBit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		merged, today := project().Draw(t, "project"), drawDay(t, "today")
		single := unmerged(&merged, func() int64 { return rapid.Int64Range(1, 4).Draw(t, "count") })
		if a, b := evm.Compute(merged, today), evm.Compute(single, today); a != b {
			t.Fatalf("merged\n%+v\nsingle\n%+v", a, b)
		}
		if a, b := curve(merged, today), curve(single, today); !reflect.DeepEqual(a, b) {
			t.Fatalf("curves: merged\n%+v\nsingle\n%+v", a, b)
		}
		if a, b := evm.Warnings(merged, today), evm.Warnings(single, today); !reflect.DeepEqual(a, b) {
			t.Fatalf("warnings: merged\n%+v\nsingle\n%+v", a, b)
		}
	})
}

// unmerged gives each ticket of p a count, and returns a copy in which each ticket occurs that many times instead.
func unmerged(p *evm.Project, count func() int64) evm.Project {
	counts := map[int64]int64{} // by ticket, deleted ones included
	of := func(id int64) int64 {
		if counts[id] == 0 {
			counts[id] = count()
		}
		return counts[id]
	}
	copyID := func(id, i int64) int64 { return id*100 + i }
	single := *p
	single.Tickets, single.Sprints = nil, slices.Clone(p.Sprints)
	for i, t := range p.Tickets {
		p.Tickets[i].Count = of(t.ID)
		for n := range of(t.ID) {
			one := t
			one.ID = copyID(t.ID, n)
			single.Tickets = append(single.Tickets, one)
		}
	}
	for s := range p.Sprints {
		single.Sprints[s].Committed = nil
		for i, c := range p.Sprints[s].Committed {
			p.Sprints[s].Committed[i].Count = of(c.TicketID)
			for n := range of(c.TicketID) {
				single.Sprints[s].Committed = append(single.Sprints[s].Committed, evm.Commitment{TicketID: copyID(c.TicketID, n), Points: c.Points})
			}
		}
	}
	return single
}

// rolledUp adds up the minutes by sprint, epic, member and rate.
func rolledUp(entries []evm.Effort) []evm.Effort {
	type key struct {
		sprint, epic, member int64
		rate                 float64
	}
	minutes := map[key]int64{}
	for _, e := range entries {
		k := key{e.SprintID, e.EpicID, e.MemberID, -1}
		if e.Rate != nil {
			k.rate = *e.Rate
		}
		minutes[k] += e.Minutes
	}
	var lines []evm.Effort
	for k, n := range minutes {
		line := evm.Effort{SprintID: k.sprint, EpicID: k.epic, MemberID: k.member, Minutes: n}
		if k.rate >= 0 {
			line.Rate = new(k.rate)
		}
		lines = append(lines, line)
	}
	return lines
}

// TestIndicatorsAgreeWithTheRulesTakenLiterally compares the indicators with those from a second, slow implementation of the
// rules in plain floating point.
func TestIndicatorsAgreeWithTheRulesTakenLiterally(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		got, want := evm.Compute(p, today), literally(p, today)
		for name, w := range want {
			if g, _ := got.Value(name); !g.Known || !near(g.Value, w) {
				t.Fatalf("%s is %v, literally %v", name, g, w)
			}
		}
	})
}

func literally(p evm.Project, today evm.Day) map[string]float64 {
	var total, done, earned, undated, ac, noSprint, engaged float64
	sprints := map[int64]bool{}
	due := map[int64]float64{}
	for _, t := range p.Tickets {
		total += t.Points
		if t.Done {
			done += t.Points
		}
	}
	for _, s := range p.Sprints {
		sprints[s.ID] = true
		rows := s.Committed
		sprintDone, committed := 0.0, 0.0
		for _, t := range p.Tickets {
			if t.SprintID != s.ID {
				continue
			}
			if len(s.Committed) == 0 {
				rows = append(rows, evm.Commitment{TicketID: t.ID, Points: t.Points})
			}
			if t.Done {
				sprintDone += t.Points
			}
		}
		for _, row := range rows {
			committed += row.Points
			if s.Start != nil && s.End != nil {
				n := float64(*s.End - *s.Start + 1)
				f := min(max(float64(today-*s.Start+1), 0), n) / n
				due[row.TicketID] = max(due[row.TicketID], f*row.Points)
			}
		}
		earned += min(sprintDone, committed)
		if s.Start == nil || s.End == nil {
			undated += committed
		}
	}
	planned := 0.0
	for _, points := range due {
		planned += points
	}
	open := map[int64]bool{}
	for _, e := range p.Epics {
		open[e.ID] = !e.Done
	}
	for _, e := range p.Effort {
		if e.Rate == nil {
			continue
		}
		cost := float64(e.Minutes) / 480 * *e.Rate
		if sprints[e.SprintID] {
			ac += cost
		} else {
			noSprint += cost
		}
		if open[e.EpicID] {
			engaged += cost
		}
	}
	return map[string]float64{
		"done_sp": done, "earned_sp": earned, "planned_sp": min(total, planned), "undated_sp": undated,
		"ac": ac, "no_sprint_cost": noSprint, "ac_total": ac + noSprint, "engaged_charge": engaged,
	}
}

// TestNoNumberIsUnprintable uses numbers that no product would supply. The results are meaningless but can still be printed.
func TestNoNumberIsUnprintable(t *testing.T) {
	t.Parallel()
	wild := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{
		math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-320,
	}))
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		for i := range p.Tickets {
			p.Tickets[i].Points = wild.Draw(t, "points")
		}
		for i := range p.Effort {
			p.Effort[i].Rate = new(wild.Draw(t, "rate"))
		}
		for i := range p.Growth {
			p.Growth[i].Points = wild.Draw(t, "growth")
		}
		p.Budget, p.ContingencyPct = new(wild.Draw(t, "budget")), wild.Draw(t, "contingency")
		if p.Sprints != nil {
			p.VelocityFactor = wild.Draw(t, "velocity")
		}
		mustPrint(t, p, today)
	})
}

func TestEveryNumberOfASoundProjectIsPrintable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { mustPrint(t, project().Draw(t, "project"), drawDay(t, "today")) })
}

func mustPrint(t *rapid.T, p evm.Project, today evm.Day) {
	i := evm.Compute(p, today)
	schedule, _ := evm.EarnedSchedule(p, today)
	for name, result := range map[string]any{
		"indicators": i, "portfolio": evm.Roll([]evm.Row{{Indicators: i}, {Indicators: i}}), "curve": curve(p, today),
		"schedule": schedule, "forecast": predict(p, today), "velocity": evm.Velocities(p, today, 0),
		"explanation": explainAll(p, today), "what-if": evm.Compute(p.WhatIf(evm.WhatIf{Scope: 2}, today), today),
	} {
		if found := unprintable(reflect.ValueOf(result), name); found != "" {
			t.Fatalf("%s cannot be printed", found)
		}
	}
}

func TestAPortfolioOfOneIsTheProject(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		i := evm.Compute(project().Draw(t, "project"), drawDay(t, "today"))
		total := evm.Roll([]evm.Row{{Name: "only", Indicators: i}}).Totals
		got := [...]evm.Maybe{total.CPI, total.CV, total.SV, total.ETC, total.EAC, total.VAC}
		if want := [...]evm.Maybe{i.CPI, i.CV, i.SV, i.ETC, i.EAC, i.VAC}; got != want {
			t.Fatalf("totals %v, project %v", got, want)
		}
		if total.ACAll != i.ACTotal || total.EngagedAll != i.EngagedCharge || total.BAC != i.BAC.Value || total.PV != i.PV.Value {
			t.Fatalf("sums %+v, project %+v", total, i)
		}
		if total.SPI.Known && !near(total.SPI.Value, i.SPI.Value) {
			t.Fatalf("spi %v, project %v", total.SPI, i.SPI)
		}
		if total.SPI.Known != (i.PV.Known && i.PV.Value > 0) {
			t.Fatalf("spi %v at pv %v", total.SPI, i.PV)
		}
	})
}

func TestAPortfolioKeepsItsRowsAndIgnoresTheirOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var rows []evm.Row
		for range rapid.IntRange(0, 4).Draw(t, "projects") {
			rows = append(rows, evm.Row{Indicators: evm.Compute(project().Draw(t, "project"), drawDay(t, "today"))})
		}
		forward := evm.Roll(rows)
		if !reflect.DeepEqual(forward.Rows, rows) {
			t.Fatal("rows changed")
		}
		var reversed []evm.Row
		for i := range rows {
			reversed = append(reversed, rows[len(rows)-1-i])
		}
		if evm.Roll(reversed).Totals != forward.Totals {
			t.Fatal("order moved a bit of the totals")
		}
	})
}
