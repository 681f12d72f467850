package evm_test

import (
	"testing"
	"time"

	"earnest/evm"
)

// edited returns a project on the fifth of ten days: A is done, B is not, and both cost the same.
func edited() (evm.Project, evm.Day) {
	start := evm.DayOf(2026, 3, 2)
	end, rate := start+9, 480.0
	return evm.Project{
		Budget:  new(1000.0),
		Sprints: []evm.Sprint{{ID: 1, Start: &start, End: &end, Status: evm.Active, Committed: []evm.Commitment{{TicketID: 1, Points: 5}, {TicketID: 2, Points: 5}}}},
		Tickets: []evm.Ticket{{ID: 1, Points: 5, Done: true, SprintID: 1}, {ID: 2, Points: 5, SprintID: 1}},
		Effort: []evm.Effort{
			{SprintID: 1, TicketID: 1, MemberID: 7, Day: &start, Rate: &rate, Minutes: 400},
			{SprintID: 1, TicketID: 2, MemberID: 7, Day: &start, Rate: &rate, Minutes: 400},
		},
	}, start + 4
}

func warningsOf(p evm.Project, today evm.Day) map[evm.WarningCode]evm.Warning {
	all := map[evm.WarningCode]evm.Warning{}
	for _, w := range evm.Warnings(p, today) {
		all[w.Code] = w
	}
	return all
}

func TestAnEditThatRaisesAnIndexWithoutWorkIsToldWithItsAmountAndAuthor(t *testing.T) {
	t.Parallel()
	before, today := edited()
	acts := []evm.Act{{By: "Ada", At: time.Unix(1, 0)}}
	for code, c := range map[evm.WarningCode]struct {
		edit   func(p *evm.Project) evm.Edits
		amount float64
		rises  []string
	}{
		evm.CostLeftSprints: {func(p *evm.Project) evm.Edits {
			p.Tickets[1].SprintID, p.Effort[1].SprintID = 0, 0
			return evm.Edits{Left: []evm.Effort{p.Effort[1]}}
		}, 400, []string{"cpi"}},
		evm.CommittedAgain: {func(p *evm.Project) evm.Edits {
			old := p.Sprints[0].Committed
			p.Sprints[0].Committed = old[:1]
			return evm.Edits{Recommitted: []evm.Recommitted{{SprintID: 1, Before: old}}}
		}, 2.5, []string{"spi"}},
		evm.PointsReestimated: {func(p *evm.Project) evm.Edits {
			p.Tickets[0].Points = 10
			return evm.Edits{Reestimated: []evm.Reestimated{{TicketID: 1, Before: 5}}}
		}, 5, []string{"cpi", "spi"}},
		evm.BudgetRaised: {func(p *evm.Project) evm.Edits {
			before := p.Budget
			p.Budget = new(*before + 500)
			return evm.Edits{Budget: before}
		}, 500, []string{"cpi"}},
		evm.SprintsRedated: {func(p *evm.Project) evm.Edits {
			s := p.Sprints[0]
			p.Sprints[0].End = new(*s.End + 10)
			return evm.Edits{Redated: []evm.Redated{{SprintID: 1, Start: s.Start, End: s.End}}}
		}, 2.5, []string{"spi"}},
	} {
		p, _ := edited()
		edits := c.edit(&p)
		edits.Since, edits.By = new(today-1), map[evm.WarningCode][]evm.Act{code: acts}
		if told := warningsOf(p, today); told[code].Edited != nil {
			t.Errorf("%s: told without edits: %+v", code, told)
		}
		p.Edits = &edits
		w := warningsOf(p, today)[code]
		if w.Edited == nil || w.Amount != c.amount || *w.Edited.Since != today-1 || len(w.Edited.By) != 1 || len(w.Edited.Rises) != len(c.rises) {
			t.Errorf("%s: %+v", code, w)
			continue
		}
		then, now := evm.Compute(before, today), evm.Compute(p, today)
		for i, rise := range w.Edited.Rises {
			from, _ := then.Value(rise.Index)
			to, _ := now.Value(rise.Index)
			if rise.Index != c.rises[i] || rise.From != from.Value || rise.To != to.Value || rise.To <= rise.From {
				t.Errorf("%s: %+v, but %s was %v and is %v", code, rise, rise.Index, from, to)
			}
		}
	}
}

func TestAnEditThatRaisesNothingIsNotTold(t *testing.T) {
	t.Parallel()
	p, today := edited()
	p.Tickets[0].Points = 3
	start, end := *p.Sprints[0].Start-1, *p.Sprints[0].End+10
	p.Edits = &evm.Edits{
		Reestimated: []evm.Reestimated{{TicketID: 1, Before: 5}},
		Redated:     []evm.Redated{{SprintID: 1, Start: &start, End: &end}},
		Recommitted: []evm.Recommitted{{SprintID: 1, Before: p.Sprints[0].Committed}, {SprintID: 9}},
	}
	for code, w := range warningsOf(p, today) {
		if w.Edited != nil {
			t.Errorf("%s: %+v", code, w)
		}
	}
}

func TestAReaderWithoutCostHearsOfNoCostThatLeftAndOfNoCpi(t *testing.T) {
	t.Parallel()
	p, today := edited()
	p.Edits = &evm.Edits{Left: []evm.Effort{p.Effort[1]}, Reestimated: []evm.Reestimated{{TicketID: 1, Before: 2}}}
	p.CostWithheld = true
	told := warningsOf(p, today)
	w := told[evm.PointsReestimated]
	if _, left := told[evm.CostLeftSprints]; left || w.Edited == nil || len(w.Edited.Rises) != 1 || w.Edited.Rises[0].Index != "spi" {
		t.Errorf("%+v", told)
	}
}

func TestTheLastOfSeveralKindsOfEditsTellsTheIndicesWithoutAnyOfThem(t *testing.T) {
	t.Parallel()
	before, today := edited()
	p, _ := edited()
	p.Tickets[1].SprintID, p.Effort[1].SprintID = 0, 0
	budget := p.Budget
	p.Budget = new(2000.0)
	p.Edits = &evm.Edits{Left: []evm.Effort{p.Effort[1]}, Budget: budget}
	told, was := warningsOf(p, today), evm.Compute(before, today)
	if len(told[evm.CostLeftSprints].Edited.Together) != 0 {
		t.Errorf("the first kind tells %+v", told[evm.CostLeftSprints].Edited)
	}
	together := told[evm.BudgetRaised].Edited.Together
	if len(together) != 1 || together[0].Index != "cpi" || together[0].From != was.CPI.Value || together[0].To != evm.Compute(p, today).CPI.Value {
		t.Errorf("together, they tell %+v; cpi was %v", together, was.CPI)
	}
}
