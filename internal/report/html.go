package report

import (
	_ "embed"
	"io"
	"regexp"
	"slices"
	"time"

	"earnest/evm"
)

//go:embed page.css
var pageCSS string

// HTML writes the report as one self-contained page, without scripts and without external fonts or images.
func HTML(w io.Writer, r Report, l Language) error {
	r = r.in(l)
	m := &markup{lang: r.lang}
	m.WriteString("<!doctype html>\n")
	m.open("html", "lang", l.tag())
	m.open("head")
	m.WriteString(`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	m.WriteString(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
	m.put("title", l.say("%s, status on %s", r.Name, l.day(r.Today)))
	m.WriteString("<style>\n" + pageCSS + "</style>")
	m.end("head")
	m.open("body")
	hatch(m)
	m.open("article") // the page may be embedded in another page that has its own header
	header(m, r)
	m.put("h2", l.say("Plots"))
	for _, f := range figures(r) {
		f.write(m)
		m.WriteByte('\n')
	}
	numbers(m, r)
	estimates(m, r)
	earnedSchedule(m, r.Schedule)
	outlook(m, r)
	cautions(m, r)
	m.put("footer", l.say("Written by Earnest. The project is %s. Every number can be taken apart with earnest explain.", r.UUID))
	m.end("article", "body", "html")
	_, err := io.WriteString(w, m.String()+"\n")
	return err
}

// hatch defines the patterns that distinguish bars without relying on colour.
func hatch(m *markup) {
	m.open("svg", "class", "offstage", "aria-hidden", "true")
	m.open("defs")
	m.open("pattern", "id", "hatch", "width", "5", "height", "5", "patternUnits", "userSpaceOnUse")
	m.leaf("path", "d", "M-1,1 l2,-2 M0,5 l5,-5 M4,6 l2,-2")
	m.end("pattern", "defs", "svg")
}

// sign returns a symbol that conveys the health without relying on colour.
func sign(c evm.Colour) string {
	switch c {
	case evm.Green:
		return "●"
	case evm.Amber:
		return "▲"
	case evm.Red:
		return "■"
	case evm.Grey:
	}
	return "○"
}

func header(m *markup, r Report) {
	m.open("header")
	m.put("h1", r.Name)
	m.put("p", m.lang.say("Status at the end of %s", m.lang.day(r.Today)), "class", "day")
	if r.Past {
		m.put("p", m.lang.pastWords(r), "class", "day")
	}
	m.put("p", m.lang.say("%s %s: %s", sign(r.Health), m.lang.say(string(r.Health)), m.lang.say(healthWords(r.Health))), "class", "health "+string(r.Health))
	for _, sentence := range headline(r) {
		m.put("p", unbroken(sentence), "class", "lead")
	}
	m.open("dl", "class", "tiles")
	for _, t := range tiles(r) {
		m.open("div")
		m.put("dt", t[0])
		m.put("dd", t[1])
		m.end("div")
	}
	m.end("dl", "header")
}

// unbroken keeps a date on one line.
func unbroken(sentence string) string {
	return regexp.MustCompile(`(\d{4})-(\d\d)-(\d\d)`).ReplaceAllString(sentence, "$1\u2011$2\u2011$3")
}

// tiles returns the most important numbers.
func tiles(r Report) [][2]string {
	l, spit := r.lang, none
	if r.Schedule != nil {
		spit = l.printed(r.Schedule.SPIT, evm.RatioUnit)
	}
	schedule := [][2]string{{l.say("Schedule (spi)"), l.figure(r.Finance, "spi")}, {l.say("Schedule in time, spi(t)"), spit}}
	earned := [2]string{l.say("Points earned"), l.figure(r.Finance, "progress_pct")}
	if r.costWithheld() {
		return append(schedule, earned)
	}
	cost := [][2]string{
		{l.say("Cost (cpi)"), l.figure(r.Finance, "cpi")},
		{l.say("All-in cost (cpi)"), l.printed(r.Finance.AllInCPI(), evm.RatioUnit)},
	}
	return slices.Concat(cost, schedule, [][2]string{
		{l.say("Ends at (eac)"), l.moneyOrNone(r.Finance.EAC)},
		{l.say("Against budget (vac)"), l.moneyOrNone(r.Finance.VAC)},
		earned,
	})
}

// numbers writes every number of /finance with its meaning and, for a past day, the number that was stored for that day.
func numbers(m *markup, r Report) {
	l := m.lang
	m.open("section")
	m.put("h2", l.say("All numbers"))
	t := table{head: []string{l.say("Number"), l.say("Value"), l.say("Meaning")}}
	if r.Reported != nil {
		then := l.say("As reported then")
		if r.Reported.CaughtUp {
			then = l.say("Not reported; caught up on %s", l.date(r.Reported.At.UTC().Format(time.DateOnly)))
		}
		t.head = []string{l.say("Number"), l.say("As known now"), then, l.say("Meaning")}
	}
	for _, g := range groups() {
		for _, name := range g.names {
			if r.costWithheld() && evm.NeedsCost(name) {
				continue
			}
			row := []string{name, l.figure(r.Finance, name)}
			if r.Reported != nil {
				row = append(row, l.figure(r.Reported.Indicators, name))
			}
			t.rows = append(t.rows, append(row, l.say(label(name))))
		}
	}
	t.write(m, "words")
	m.end("section")
}

// earnedSchedule writes the progress in days.
func earnedSchedule(m *markup, s *evm.Schedule) {
	if s == nil {
		return
	}
	l := m.lang
	m.open("section")
	m.put("h2", l.say("Earned schedule"))
	t := table{head: []string{l.say("Number"), l.say("Value"), l.say("Meaning")}, rows: [][]string{
		{"pd", l.short(float64(s.PD)), l.say("planned length in days, %s to %s", l.day(s.Start), l.day(s.PlannedEnd))},
		{"at", l.short(float64(s.AT)), l.say("days gone")},
		{"es", l.printed(s.ES, evm.DaysUnit), l.say("days after which the plan reaches what is earned now")},
		{"sv(t)", l.printed(s.SVT, evm.DaysUnit), l.say("days ahead; behind when negative")},
		{"spi(t)", l.printed(s.SPIT, evm.RatioUnit), l.say("days earned for each day gone")},
		{"tspi", l.printed(s.TSPI, evm.RatioUnit), l.say("pace needed to end as planned")},
		{"ieac(t)", l.printed(s.IEACT, evm.DaysUnit), l.say("length to expect at this pace")},
		{l.say("forecast end"), l.dayOrNone(s.ForecastEnd), l.say("the day that it ends on then")},
	}}
	t.write(m, "words")
	m.end("section")
}

// outlook writes the forecast.
func outlook(m *markup, r Report) {
	f, l := r.Forecast, m.lang
	m.open("section")
	m.put("h2", l.say("Forecast"))
	m.put("p", forecastSentence(r))
	if f.State == evm.Forecasted {
		for _, note := range forecastNotes(r) {
			m.put("p", note)
		}
		t := table{head: []string{l.say("Chance"), l.say("Finish"), l.say("Cost at completion")}}
		for i, o := range []evm.Outcome{f.P50, f.P80, f.P95} {
			name := []string{l.say("P50: as likely as not"), l.say("P80: four in five"), l.say("P95: nearly sure")}[i]
			t.rows = append(t.rows, []string{name, l.dayOrFar(o.Finish), l.moneyOrNone(o.Cost)})
		}
		if r.costWithheld() {
			t = t.only(0, 1)
		}
		t.write(m, "data")
		finishFigure(r).write(m)
	}
	m.end("section")
}

// cautions writes the warnings about the numbers.
func cautions(m *markup, r Report) {
	m.put("h2", m.lang.say("Read with care"))
	switch {
	case len(r.Warnings) == 0 && r.costWithheld():
		m.put("p", m.lang.say("Nothing weakens these numbers: all sprints are dated, all time is in a sprint, all tickets have points."))
		return
	case len(r.Warnings) == 0:
		m.put("p", m.lang.say("Nothing weakens these numbers: all sprints are dated, all time has a rate and a sprint, all tickets have points."))
		return
	}
	m.open("ul", "class", "plain")
	for _, w := range r.Warnings {
		m.put("li", m.lang.caution(w))
	}
	m.end("ul")
}
