package evm_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

// settled returns a random project with nothing dated after today, so that the curve's figures for today must agree with
// Compute.
func settled(t *rapid.T, today evm.Day) evm.Project {
	p := project().Draw(t, "project")
	for i := range p.Tickets {
		if d := p.Tickets[i].DoneDay; d != nil {
			p.Tickets[i].DoneDay = new(min(*d, today))
		}
	}
	for i := range p.Effort {
		if d := p.Effort[i].Day; d != nil {
			p.Effort[i].Day = new(min(*d, today))
		}
	}
	return p
}

func TestTheCurveMeetsTheIndicators(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		p := settled(t, today)
		for _, c := range curve(p, today) {
			i := evm.Compute(p, c.Day)
			if c.PlannedSP != i.PlannedSP || c.PV != i.PV {
				t.Fatalf("%v: planned %v, pv %v; computed %v, %v", c.Day, c.PlannedSP, c.PV, i.PlannedSP, i.PV)
			}
		}
		i := evm.Compute(p, today)
		c := curveOn(p, today, today)[0]
		got := [...]evm.Maybe{c.EarnedSP, c.EV, c.AC, c.ACTotal}
		if want := [...]evm.Maybe{evm.Known(i.EarnedSP), i.EV, evm.Known(i.AC), evm.Known(i.ACTotal)}; got != want {
			t.Fatalf("today the curve says %v, the indicators %v", got, want)
		}
	})
}

func TestTheCurveNeverFallsAndStopsAtToday(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		points := curve(p, today)
		for k, c := range points {
			if known := c.Day <= today; c.EarnedSP.Known != known || c.AC.Known != known || c.ACTotal.Known != known {
				t.Fatalf("%v, today is %v: %+v", c.Day, today, c)
			}
			if k == 0 {
				continue
			}
			before := points[k-1]
			if c.Day != before.Day+1 || c.PlannedSP < before.PlannedSP {
				t.Fatalf("%+v follows %+v", c, before)
			}
			if c.Day <= today && (c.EarnedSP.Value < before.EarnedSP.Value || c.AC.Value < before.AC.Value || c.ACTotal.Value < before.ACTotal.Value) {
				t.Fatalf("%+v follows %+v", c, before)
			}
		}
	})
}

// TestEarnedScheduleLiesOnThePlan checks ES against its definition: the plan, drawn through the end-of-day points of the curve,
// reaches the earned points at ES, and at no other moment nearer to AT.
func TestEarnedScheduleLiesOnThePlan(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		p := settled(t, today)
		s, ok := evm.EarnedSchedule(p, today)
		if !ok || !s.ES.Known {
			return
		}
		planned := planOf(p, today, s)
		earned, all := evm.Compute(p, today).EarnedSP, planned(float64(s.PD))
		es, at := s.ES.Value, float64(s.AT)
		if es < 0 || es > float64(s.PD) {
			t.Fatalf("es %v of %v", es, s.PD)
		}
		if earned >= all*(1-1e-12) {
			if es != float64(s.PD) {
				t.Fatalf("all is earned, es %v of %v", es, s.PD)
			}
			return
		}
		if math.Abs(planned(es)-earned) > 1e-9*all {
			t.Fatalf("at %v the plan has %v, earned is %v", es, planned(es), earned)
		}
		for x := 0.0; x <= float64(s.PD); x += 0.25 {
			if planned(x) == earned && math.Abs(x-at) < math.Abs(es-at)-1e-6 {
				t.Fatalf("es %v, but %v is nearer to %v", es, x, at)
			}
		}
	})
}

// planOf returns the plan as a line through the end-of-day points.
func planOf(p evm.Project, today evm.Day, s evm.Schedule) func(float64) float64 {
	evenings := []float64{0}
	for d := s.Start; d <= s.PlannedEnd; d++ {
		evenings = append(evenings, curveOn(p, today, d)[0].PlannedSP)
	}
	return func(x float64) float64 {
		k := int(math.Floor(x))
		if k+1 >= len(evenings) {
			return evenings[len(evenings)-1]
		}
		return evenings[k] + (x-float64(k))*(evenings[k+1]-evenings[k])
	}
}

func TestEarnedScheduleObeysItsFormulas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := drawDay(t, "today")
		s, ok := evm.EarnedSchedule(project().Draw(t, "project"), today)
		if !ok || !s.SPIT.Known || s.ES.Value == 0 {
			return
		}
		if !near(s.IEACT.Value, float64(s.PD)/s.SPIT.Value) || s.SVT.Value != s.ES.Value-float64(s.AT) {
			t.Fatalf("%+v", s)
		}
		if s.ForecastEnd == nil {
			if s.IEACT.Value < 2e6 {
				t.Fatalf("no end after %v days", s.IEACT)
			}
			return
		}
		if length := float64(*s.ForecastEnd - s.Start + 1); length < s.IEACT.Value*(1-1e-9) || length >= s.IEACT.Value+1 {
			t.Fatalf("%v days end on %v", s.IEACT, s.ForecastEnd)
		}
	})
}
