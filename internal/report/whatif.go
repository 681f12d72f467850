package report

import (
	"bufio"
	"io"
	"strings"

	"earnest/evm"
)

// WhatIf compares a project as it is with the project as it would be under a what-if question.
type WhatIf struct {
	UUID, Name string
	Currency   *string // of all amounts; nil if it is not set
	Today      evm.Day
	Question   evm.WhatIf // with every factor set; a factor of 1 changes nothing
	Now, Then  Outlook
	Steps      []evm.BudgetStep // of the budget in the S-curves
}

// Outlook holds the numbers of a project that a question can change.
type Outlook struct {
	Finance  evm.Indicators
	Health   evm.Colour
	Schedule *evm.Schedule // nil when no sprint has dates
	Forecast evm.Forecast
	Pace     evm.Maybe        // points that a sprint is expected to finish; unknown until the first sprint is over
	Roadmap  *evm.Day         // the forecast finish of its epics; nil if unknown
	Curve    []evm.CurvePoint // only if curves were requested
}

// WhatIfText writes both sides and their differences for a terminal.
func WhatIfText(w io.Writer, q WhatIf) error {
	p := printer{bufio.NewWriter(w)}
	p.wrap("", q.Name)
	p.linef("What if, at the end of %s; nothing is stored", English.day(q.Today))
	p.linef("")
	for _, line := range q.asked() {
		p.linef("  %s", line)
	}
	p.linef("")
	p.linef("%s", columns("", "now", "what if", "difference"))
	p.linef("%s", columns("health", string(q.Now.Health), string(q.Then.Health), same(q.Now.Health == q.Then.Health)))
	for _, part := range q.parts() {
		p.title(part.title)
		for _, row := range part.rows {
			p.linef("%s", columns("  "+row.label, row.now, row.then, row.differs()))
		}
	}
	if q.Then.Forecast.State != evm.Forecasted {
		p.linef("")
		p.wrap("", forecastSentence(Report{Finance: q.Then.Finance, Forecast: q.Then.Forecast}))
	}
	return p.Flush()
}

// columns formats one line of the table.
func columns(name, now, then, difference string) string {
	return strings.TrimRight(pad(name, 20)+" "+padLeft(now, 19)+" "+padLeft(then, 19)+" "+padLeft(difference, 19), " ")
}

// equal is shown where both sides agree.
const equal = "="

func same(yes bool) string {
	if yes {
		return equal
	}
	return "changes"
}

// asked returns the question in words.
func (q WhatIf) asked() []string {
	var lines []string
	add := func(name, text string) { lines = append(lines, pad(name, 17)+text) }
	if f := q.Question.Scope; f != 1 {
		add("points left", short(q.Now.Forecast.Remaining)+" → "+short(q.Then.Forecast.Remaining)+", "+times(f))
	}
	if f := q.Question.Velocity; f != 1 {
		add("points a sprint", shortOrNone(q.Now.Pace)+" → "+shortOrNone(q.Then.Pace)+", "+times(f))
	}
	if f := q.Question.Rates; f != 1 {
		add("daily rates", times(f)+", for all time booked")
	}
	if days := q.Question.Shift; days > 0 {
		add("what is planned", plural(float64(days), "day")+" later")
	} else if days < 0 {
		add("what is planned", plural(float64(-days), "day")+" earlier, as far as there is room after today")
	}
	if q.Question.Growth != nil {
		add("scope", growthWords(q.Then.Forecast.Growth))
	}
	if lines == nil {
		return []string{"The question changes nothing."}
	}
	return lines
}

func times(factor float64) string { return amount(factor, 3) + "x" }

// comparison is one number on both sides.
type comparison struct {
	name       string // in the JSON
	label      string
	now, then  string
	difference evm.Maybe // in days if the values are dates
	unit       evm.Unit
	voice      voice
}

// differs formats the difference with its sign.
func (c comparison) differs() string {
	switch {
	case c.now == c.then:
		return equal
	case !c.difference.Known:
		return none
	}
	text := c.voice.shown(c.difference, c.unit)
	if c.unit == evm.DaysUnit {
		text = plural(c.difference.Value, "day")
	}
	if c.difference.Value > 0 {
		return "+" + text
	}
	return text
}

// part is a set of related numbers.
type part struct {
	title string
	rows  []comparison
}

// parts returns all numbers that are compared.
func (q WhatIf) parts() []part {
	var list []part
	v := newVoice(English, q.Currency)
	for _, g := range groups() {
		p := part{title: g.title}
		for _, name := range g.names {
			now, _ := q.Now.Finance.Value(name)
			then, _ := q.Then.Finance.Value(name)
			p.rows = append(p.rows, v.compareNumbers(name, termOf(name).label, unitOf(name), now, then))
		}
		list = append(list, p)
	}
	return append(list, q.planned(v), q.foreseen(v))
}

// planned compares the plan and the schedule in days.
func (q WhatIf) planned(v voice) part {
	now, then := scheduleOrNone(q.Now.Schedule), scheduleOrNone(q.Then.Schedule)
	return part{"Schedule", []comparison{
		compareDays("planned_end", "Planned end", now.end, then.end),
		compareDays("forecast_end", "End at this pace", now.ForecastEnd, then.ForecastEnd),
		v.compareNumbers("sv_t", "SV(t)", evm.DaysUnit, now.SVT, then.SVT),
		v.compareNumbers("spi_t", "SPI(t)", evm.RatioUnit, now.SPIT, then.SPIT),
		compareDays("roadmap_finish", "End of the roadmap", q.Now.Roadmap, q.Then.Roadmap),
	}}
}

// endedSchedule is an optional schedule; end is nil if there is none.
type endedSchedule struct {
	evm.Schedule

	end *evm.Day
}

func scheduleOrNone(s *evm.Schedule) endedSchedule {
	if s == nil {
		return endedSchedule{}
	}
	return endedSchedule{*s, &s.PlannedEnd}
}

// foreseen compares the forecasts.
func (q WhatIf) foreseen(v voice) part {
	now, then := q.Now.Forecast, q.Then.Forecast
	p := part{"Forecast", []comparison{
		v.compareNumbers("remaining_sp", "Points left", evm.PointsUnit, evm.Known(now.Remaining), evm.Known(then.Remaining)),
		v.compareNumbers("pace_sp", "Points per sprint", evm.PointsUnit, q.Now.Pace, q.Then.Pace),
	}}
	for _, o := range []struct {
		name      string
		now, then evm.Outcome
	}{{"p50", now.P50, then.P50}, {"p80", now.P80, then.P80}, {"p95", now.P95, then.P95}} {
		share := strings.ToUpper(o.name)
		cost := v.compareNumbers(o.name+"_cost", "Cost, "+share, evm.MoneyUnit, o.now.Cost, o.then.Cost)
		p.rows = append(p.rows, compareDays(o.name+"_finish", "Finish, "+share, o.now.Finish, o.then.Finish), cost)
	}
	return p
}

func (v voice) compareNumbers(name, label string, unit evm.Unit, now, then evm.Maybe) comparison {
	c := comparison{name: name, label: label, now: v.shown(now, unit), then: v.shown(then, unit), unit: unit, voice: v}
	if now.Known && then.Known {
		c.difference = evm.Known(then.Value - now.Value)
	}
	return c
}

func compareDays(name, label string, now, then *evm.Day) comparison {
	c := comparison{name: name, label: label, now: English.dayOrNone(now), then: English.dayOrNone(then), unit: evm.DaysUnit}
	if now != nil && then != nil {
		c.difference = evm.Known(float64(*then - *now))
	}
	return c
}
