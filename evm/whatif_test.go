package evm_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

func TestAWhatIfLeavesTheProjectUnchanged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		before := p.WhatIf(evm.WhatIf{}, today)
		before.VelocityFactor = p.VelocityFactor
		if !reflect.DeepEqual(before, p) {
			t.Fatalf("a question about nothing gave\n%+v\nof\n%+v", before, p)
		}
		p.WhatIf(evm.WhatIf{Scope: 3, Velocity: 2, Rates: 5, Shift: 9}, today)
		if !reflect.DeepEqual(before, p) {
			t.Fatalf("the project changed\n%+v\n%+v", before, p)
		}
	})
}

func TestWhatChangesFollowsTheQuestion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		i := evm.Compute(p, today)
		dear := evm.Compute(p.WhatIf(evm.WhatIf{Rates: 2}, today), today)
		if dear.AC != 2*i.AC || dear.ACTotal != 2*i.ACTotal || dear.EarnedSP != i.EarnedSP {
			t.Fatalf("twice as dear: %+v, was %+v", dear, i)
		}
		big := evm.Compute(p.WhatIf(evm.WhatIf{Scope: 2}, today), today)
		if big.DoneSP != i.DoneSP || !near(big.TotalExact, 2*i.TotalExact-i.DoneSP) {
			t.Fatalf("twice as much left: %+v, was %+v", big, i)
		}
		if fast := evm.Compute(p.WhatIf(evm.WhatIf{Velocity: 2}, today), today); fast != i {
			t.Fatalf("pace changed the present: %+v, was %+v", fast, i)
		}
	})
}

func TestAShiftMovesWhatLiesAhead(t *testing.T) {
	t.Parallel()
	p, today := story(t, `
today 2026-03-10
sprint past    2026-03-01..2026-03-09 completed
sprint running 2026-03-08..2026-03-14
sprint coming  2026-03-15..2026-03-24
sprint someday undated`)
	for shift, want := range map[int]string{
		7:   "2026-03-01..2026-03-09 2026-03-08..2026-03-21 2026-03-22..2026-03-31 ",
		-2:  "2026-03-01..2026-03-09 2026-03-08..2026-03-12 2026-03-13..2026-03-22 ",
		-30: "2026-03-01..2026-03-09 2026-03-08..2026-03-10 2026-03-11..2026-03-20 ",
	} {
		var got strings.Builder
		for _, s := range p.WhatIf(evm.WhatIf{Shift: shift}, today).Sprints[:3] {
			fmt.Fprintf(&got, "%v..%v ", s.Start, s.End)
		}
		if got.String() != want {
			t.Errorf("shifted by %d: %s", shift, got.String())
		}
	}
}

func TestHealthIsTheWorseOfBoth(t *testing.T) {
	t.Parallel()
	none, strict := evm.Maybe{}, evm.Thresholds{Amber: 1.1, Red: 1}
	usual := evm.DefaultThresholds()
	for _, c := range []struct {
		cpi, spi evm.Maybe
		bounds   evm.Thresholds
		want     evm.Colour
	}{
		{evm.Known(1), evm.Known(1), usual, evm.Green},
		{evm.Known(0.95), evm.Known(0.95), usual, evm.Green},
		{evm.Known(0.9499), evm.Known(1), usual, evm.Amber},
		{evm.Known(1), evm.Known(0.85), usual, evm.Amber},
		{evm.Known(0.9), evm.Known(0.8499), usual, evm.Red},
		{none, evm.Known(0.9), usual, evm.Amber},
		{evm.Known(1), none, usual, evm.Green},
		{none, none, usual, evm.Grey},
		{evm.Known(1), evm.Known(1), strict, evm.Amber},
	} {
		if got := evm.Health(c.cpi, c.spi, c.bounds); got != c.want {
			t.Errorf("cpi %v, spi %v: %s, not %s", c.cpi, c.spi, got, c.want)
		}
	}
}
