package evm_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"earnest/evm"
)

// table holds numbers by name.
type table map[string]evm.Maybe

// pair is a name with its expected number.
type pair struct {
	name string
	want evm.Maybe
}

// expect parses an expectation; the check runs once the whole story has been read.
func (s *scenario) expect(ph *phrase) (func() error, error) {
	subject := ph.word()
	p := s.project()
	switch subject {
	case "total":
		return pairsOf(ph, func() (table, error) { return s.totals(), nil })
	case "curve":
		return s.expectCurve(ph, p)
	case "schedule":
		return s.expectSchedule(ph, p)
	case "warning":
		return pairsOf(ph, func() (table, error) { return warningTable(p.Project, s.today), nil })
	case "chart":
		return s.expectChart(ph, p)
	case "velocity":
		return pairsOf(ph, func() (table, error) {
			v := evm.Velocities(p.Project, s.today, 0)
			return table{"sprints": count(len(v.Sprints)), "mean": v.Mean, "low": v.Low, "high": v.High}, nil
		})
	case "health":
		want := ph.word()
		return func() error {
			i := evm.Compute(p.Project, s.today)
			return sameWords("health", []string{string(evm.Health(i.CPI, i.SPI, evm.DefaultThresholds()))}, []string{want})
		}, ph.end()
	case "forecast":
		want := ph.rest()
		return func() error {
			return sameWords("forecast", strings.Fields(string(predict(p.Project, s.today).State)), want)
		}, ph.end()
	default:
		ph.words = append([]string{subject}, ph.words...)
		return pairsOf(ph, func() (table, error) { return indicatorTable(evm.Compute(p.Project, s.today)), nil })
	}
}

// pairsOf reads NAME VALUE … and checks them against a table.
func pairsOf(ph *phrase, numbers func() (table, error)) (func() error, error) {
	var pairs []pair
	for ph.more() {
		pairs = append(pairs, pair{name: ph.word(), want: ph.maybe("null")})
	}
	return func() error {
		got, err := numbers()
		if err != nil {
			return err
		}
		for _, p := range pairs {
			if err := got.check(p); err != nil {
				return err
			}
		}
		return nil
	}, ph.end()
}

func (t table) check(p pair) error {
	got, ok := t[p.name]
	switch {
	case !ok:
		return fmt.Errorf("no number is called %s", p.name)
	case got.Known != p.want.Known, math.Abs(got.Value-p.want.Value) > 1e-9*math.Abs(p.want.Value):
		return fmt.Errorf("%s is %v, not %v", p.name, got, p.want)
	}
	return nil
}

func sameWords(what string, got, want []string) error {
	if a, b := strings.Join(got, " "), strings.Join(want, " "); a != b {
		return fmt.Errorf("%s is %s, not %s", what, a, b)
	}
	return nil
}

func count(n int) evm.Maybe { return evm.Known(float64(n)) }

func (s *scenario) expectCurve(ph *phrase, p *projectStory) (func() error, error) {
	if ph.skip("from") {
		want := []string{ph.word(), ph.after("to")}
		return func() error {
			points := curve(p.Project, s.today)
			return sameWords("the curve", []string{points[0].Day.String(), points[len(points)-1].Day.String()}, want)
		}, ph.end()
	}
	if ph.skip("empty") {
		return func() error {
			return table{"days": count(len(curve(p.Project, s.today)))}.check(pair{"days", evm.Known(0)})
		}, ph.end()
	}
	day := ph.day()
	return pairsOf(ph, func() (table, error) {
		c := curveOn(p.Project, s.today, day)[0]
		return table{
			"planned_sp": evm.Known(c.PlannedSP), "earned_sp": c.EarnedSP, "pv": c.PV, "ev": c.EV, "ac": c.AC, "ac_total": c.ACTotal,
		}, nil
	})
}

func (s *scenario) expectSchedule(ph *phrase, p *projectStory) (func() error, error) {
	if ph.skip("none") {
		return func() error {
			if got, ok := evm.EarnedSchedule(p.Project, s.today); ok {
				return fmt.Errorf("there is a schedule: %+v", got)
			}
			return nil
		}, ph.end()
	}
	for _, name := range []string{"start", "planned_end", "forecast_end"} {
		if ph.skip(name) {
			want := ph.word()
			return func() error { return sameWords(name, []string{scheduleDay(p.Project, s.today, name)}, []string{want}) }, ph.end()
		}
	}
	return pairsOf(ph, func() (table, error) {
		x, _ := evm.EarnedSchedule(p.Project, s.today)
		return table{
			"pd": count(x.PD), "at": count(x.AT), "es": x.ES, "sv_t": x.SVT, "spi_t": x.SPIT, "tspi": x.TSPI, "ieac_t": x.IEACT,
		}, nil
	})
}

func scheduleDay(p evm.Project, today evm.Day, name string) string {
	x, _ := evm.EarnedSchedule(p, today)
	switch {
	case name == "start":
		return x.Start.String()
	case name == "planned_end":
		return x.PlannedEnd.String()
	case x.ForecastEnd == nil:
		return "null"
	}
	return x.ForecastEnd.String()
}

// expectChart reads SPRINT DAY NAME VALUE, followed by any number of further names and values, or days SPRINT DAY to DAY.
func (s *scenario) expectChart(ph *phrase, p *projectStory) (func() error, error) {
	if ph.skip("days") {
		return s.expectChartDays(ph, p)
	}
	name := ph.word()
	id := p.find(ph, "sprint", name)
	day := ph.day()
	return pairsOf(ph, func() (table, error) {
		for _, sprint := range p.Sprints {
			if sprint.ID != id {
				continue
			}
			chart, _ := chartSprint(sprint, *p.logs[name], s.today)
			for _, d := range chart.Days {
				if d.Day == day {
					return table{
						"committed": evm.Known(chart.Committed), "ideal": evm.Known(d.Ideal), "scope": d.Scope, "done": d.Done,
						"remaining": d.Remaining, "added": d.Added, "removed": d.Removed,
					}, nil
				}
			}
		}
		return nil, errors.New("the chart has no such day")
	})
}

func (s *scenario) expectChartDays(ph *phrase, p *projectStory) (func() error, error) {
	name := ph.word()
	id := p.find(ph, "sprint", name)
	want := []string{ph.word(), ph.after("to")}
	return func() error {
		i := slices.IndexFunc(p.Sprints, func(s evm.Sprint) bool { return s.ID == id })
		chart, _ := chartSprint(p.Sprints[i], *p.logs[name], s.today)
		return sameWords("the chart", []string{chart.Days[0].Day.String(), chart.Days[len(chart.Days)-1].Day.String()}, want)
	}, ph.end()
}

func (s *scenario) totals() table {
	var rows []evm.Row
	for _, p := range s.projects {
		rows = append(rows, evm.Row{Name: p.Name, Indicators: evm.Compute(p.Project, s.today)})
	}
	return totalsTable(evm.Roll(rows).Totals)
}

func totalsTable(t evm.Totals) table {
	return table{
		"projects": count(t.Projects), "with_bac": count(t.WithBAC), "without_bac": count(t.WithoutBAC),
		"bac": evm.Known(t.BAC), "pv": evm.Known(t.PV), "ev": evm.Known(t.EV), "ac": evm.Known(t.AC),
		"ac_total": evm.Known(t.ACTotal), "engaged_charge": evm.Known(t.EngagedCharge),
		"cpi": t.CPI, "spi": t.SPI, "etc": t.ETC, "eac": t.EAC, "vac": t.VAC, "cv": t.CV, "sv": t.SV,
		"ac_all": evm.Known(t.ACAll), "engaged_all": evm.Known(t.EngagedAll),
	}
}

func indicatorTable(i evm.Indicators) table {
	t := table{}
	for _, name := range evm.IndicatorNames() {
		t[name], _ = i.Value(name)
	}
	return t
}

func warningTable(p evm.Project, today evm.Day) table {
	t := table{}
	for _, code := range evm.WarningCodes() {
		t[string(code)] = evm.Known(0)
	}
	for _, w := range evm.Warnings(p, today) {
		t[string(w.Code)] = evm.Known(w.Amount)
	}
	return t
}
