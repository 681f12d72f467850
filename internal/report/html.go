package report

import (
	_ "embed"
	"io"
	"regexp"
	"time"

	"earnest/evm"
)

// pageCSS has the typeface and the colours of the pages, from web/src/theme.ts, web/src/ui/charts/charts.module.css and
// web/src/pages/roadmap/timeline.module.css.
//
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
	m.open("article") // the page may be embedded in another page that has its own header
	header(m, r)
	commentary(m, r)
	cautions(m, r)
	milestones(m, r)
	m.put("h2", l.say("Plots"))
	for _, f := range figures(r) {
		f.write(m)
		m.WriteByte('\n')
	}
	outlook(m, r)
	numbers(m, r)
	estimates(m, r)
	earnedSchedule(m, r.Schedule)
	m.put("footer", l.say("Written by Earnest. The project is %s. Every number can be taken apart with earnest explain.", r.UUID))
	m.end("article", "body", "html")
	_, err := io.WriteString(w, m.String()+"\n")
	return err
}

// sign returns a symbol that conveys the health without relying on colour.
func sign(c evm.Colour) string {
	switch c {
	case evm.Green:
		return "●"
	case evm.Amber:
		return "◆"
	case evm.Red:
		return "▲"
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
	if r.Reported != nil {
		m.put("p", unbroken(reportedSentence(r)), "class", "lead")
	}
	if r.costWithheld() {
		m.put("p", m.lang.say("This project shows its cost to its owner and admins only."), "class", "note")
	}
	m.open("dl", "class", "tiles")
	for _, t := range tiles(r) {
		m.open("div")
		m.put("dt", t.label)
		m.open("dd")
		m.put("span", t.value)
		m.put("small", t.name)
		m.end("dd", "div")
	}
	m.end("dl", "header")
}

// unbroken keeps a date on one line.
func unbroken(sentence string) string {
	return regexp.MustCompile(`(\d{1,2}) (\pL+\.?) (\d{4})`).ReplaceAllString(sentence, "$1\u00a0$2\u00a0$3")
}

// tile is one of the most important numbers.
type tile struct{ label, value, name string }

func tiles(r Report) []tile {
	l, list := r.lang, []tile{}
	for _, name := range []string{"cpi", allInCPI, "spi", "eac", "vac", "progress_pct"} {
		if r.costWithheld() && evm.NeedsCost(name) {
			continue
		}
		list = append(list, tile{l.say(termOf(name).label), l.figure(r.Finance, name), l.say(termOf(name).name)})
	}
	if r.Schedule != nil {
		list = append(list, tile{l.say("SPI(t)"), l.shown(r.Schedule.SPIT, evm.RatioUnit), l.say("Schedule performance index, based on time")})
	}
	return list
}

// numbers writes every number of /finance with its meaning and, for a past day, the number that was stored for that day.
func numbers(m *markup, r Report) {
	l := m.lang
	m.open("section", "id", "numbers")
	m.put("h2", l.say("All numbers"))
	t := table{head: []string{l.say("Number"), l.say("Value"), l.say("Meaning")}}
	if r.Reported != nil {
		then := l.say("As reported then")
		if r.Reported.CaughtUp {
			then = l.say("Not reported; caught up on %s", l.date(r.Reported.At.UTC().Format(time.DateOnly)))
		}
		t.head = []string{l.say("Number"), l.say("Restated now"), then, l.say("Meaning")}
	}
	for _, g := range groups() {
		for _, name := range g.names {
			if r.costWithheld() && evm.NeedsCost(name) {
				continue
			}
			row := []string{l.say(termOf(name).label), l.figure(r.Finance, name)}
			if r.Reported != nil {
				row = append(row, l.figure(r.Reported.Indicators, name))
			}
			t.rows = append(t.rows, append(row, l.say(termOf(name).name)))
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
	m.put("p", l.say("The schedule in days instead of money. Unlike SPI, it still shows the delay after a late project has ended."), "class", "note")
	t := table{head: []string{l.say("Number"), l.say("Value"), l.say("Meaning")}, rows: [][]string{
		{l.say("PD"), l.short(float64(s.PD)), l.say("Planned duration")},
		{l.say("AT"), l.short(float64(s.AT)), l.say("Actual time: days passed")},
		{l.say("ES"), l.shown(s.ES, evm.DaysUnit), l.say("Earned schedule: the day of the plan reached so far")},
		{l.say("SV(t)"), l.shown(s.SVT, evm.DaysUnit), l.say("Schedule variance in days")},
		{l.say("IEAC(t)"), l.shown(s.IEACT, evm.DaysUnit), l.say("Duration at this pace")},
		{l.say("SPI(t)"), l.shown(s.SPIT, evm.RatioUnit), l.say("Schedule performance index, based on time")},
		{l.say("TSPI"), l.shown(s.TSPI, evm.RatioUnit), l.say("Pace needed to finish as planned")},
		{l.say("Start"), l.day(s.Start), l.say("First day of the first dated sprint")},
		{l.say("Planned end"), l.day(s.PlannedEnd), l.say("Last day of the last dated sprint")},
		{l.say("End at this pace"), l.dayOrNone(s.ForecastEnd), l.say("The day the project ends if it lasts IEAC(t)")},
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
	m.open("section")
	m.put("h2", m.lang.say("What makes these numbers less reliable"))
	switch {
	case len(r.Warnings) > 0:
		m.open("ul", "class", "plain")
		for _, w := range r.Warnings {
			m.put("li", m.lang.caution(w))
		}
		m.end("ul")
	case r.costWithheld():
		m.put("p", m.lang.say("Nothing: every ticket has points, every sprint has dates, and all time is in a sprint."))
	default:
		m.put("p", m.lang.say("Nothing: every ticket has points, every sprint has dates, and all time has a rate and a sprint."))
	}
	m.end("section")
}
