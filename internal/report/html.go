package report

import (
	_ "embed"
	"io"
	"regexp"
	"time"

	"earnest/evm"
)

//go:embed page.css
var pageCSS string

// HTML writes the report as one page that needs nothing else: no script, no font, no image from outside.
func HTML(w io.Writer, r Report) error {
	m := &markup{}
	m.WriteString("<!doctype html>\n")
	m.open("html", "lang", "en")
	m.open("head")
	m.WriteString(`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	m.WriteString(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
	m.put("title", r.Name+", status on "+r.Today.String())
	m.WriteString("<style>\n" + pageCSS + "</style>")
	m.end("head")
	m.open("body")
	hatch(m)
	header(m, r)
	m.put("h2", "Plots")
	for _, f := range figures(r) {
		f.write(m)
		m.WriteByte('\n')
	}
	numbers(m, r)
	earnedSchedule(m, r.Schedule)
	outlook(m, r)
	cautions(m, r)
	m.put("footer", "Written by Earnest. The project is "+r.UUID+". Every number can be taken apart with earnest explain.")
	m.end("body", "html")
	_, err := io.WriteString(w, m.String()+"\n")
	return err
}

// hatch is the pattern that tells bars apart without colour.
func hatch(m *markup) {
	m.open("svg", "class", "offstage", "aria-hidden", "true")
	m.open("defs")
	m.open("pattern", "id", "hatch", "width", "5", "height", "5", "patternUnits", "userSpaceOnUse")
	m.leaf("path", "d", "M-1,1 l2,-2 M0,5 l5,-5 M4,6 l2,-2")
	m.end("pattern", "defs", "svg")
}

// sign tells the colours of health apart without colour.
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
	m.put("p", "Status at the end of "+r.Today.String(), "class", "day")
	m.put("p", sign(r.Health)+" "+string(r.Health)+": "+healthWords(r.Health), "class", "health "+string(r.Health))
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

// tiles is the numbers to see first.
func tiles(r Report) [][2]string {
	spit := none
	if r.Schedule != nil {
		spit = printed(r.Schedule.SPIT, evm.RatioUnit)
	}
	return [][2]string{
		{"Cost (cpi)", figure(r.Finance, "cpi")},
		{"Schedule (spi)", figure(r.Finance, "spi")},
		{"Schedule in time, spi(t)", spit},
		{"Ends at (eac)", printedShort(r.Finance.EAC)},
		{"Against budget (vac)", printedShort(r.Finance.VAC)},
		{"Points earned", figure(r.Finance, "progress_pct")},
	}
}

// numbers is every number of /finance with its meaning, and what was reported beside it.
func numbers(m *markup, r Report) {
	m.open("section")
	m.put("h2", "All numbers")
	t := table{head: []string{"Number", "Value", "Meaning"}}
	if r.Reported != nil {
		then := "As reported then"
		if r.Reported.CaughtUp {
			then = "Not reported; caught up on " + r.Reported.At.UTC().Format(time.DateOnly)
		}
		t.head = []string{"Number", "As known now", then, "Meaning"}
	}
	for _, g := range groups() {
		for _, name := range g.names {
			row := []string{name, figure(r.Finance, name)}
			if r.Reported != nil {
				row = append(row, figure(r.Reported.Indicators, name))
			}
			t.rows = append(t.rows, append(row, label(name)))
		}
	}
	t.write(m, "words")
	m.end("section")
}

// earnedSchedule is how far the project is in days.
func earnedSchedule(m *markup, s *evm.Schedule) {
	if s == nil {
		return
	}
	m.open("section")
	m.put("h2", "Earned schedule")
	t := table{head: []string{"Number", "Value", "Meaning"}, rows: [][]string{
		{"pd", short(float64(s.PD)), "planned length in days, " + s.Start.String() + " to " + s.PlannedEnd.String()},
		{"at", short(float64(s.AT)), "days gone"},
		{"es", printed(s.ES, evm.DaysUnit), "days after which the plan reaches what is earned now"},
		{"sv(t)", printed(s.SVT, evm.DaysUnit), "days ahead; behind when negative"},
		{"spi(t)", printed(s.SPIT, evm.RatioUnit), "days earned for each day gone"},
		{"tspi", printed(s.TSPI, evm.RatioUnit), "pace needed to end as planned"},
		{"ieac(t)", printed(s.IEACT, evm.DaysUnit), "length to expect at this pace"},
		{"forecast end", dayOrNone(s.ForecastEnd), "the day that it ends on then"},
	}}
	t.write(m, "words")
	m.end("section")
}

// outlook is what the simulation says of the rest.
func outlook(m *markup, r Report) {
	f := r.Forecast
	m.open("section")
	m.put("h2", "Forecast")
	m.put("p", forecastSentence(r))
	if f.State == evm.Forecasted {
		t := table{head: []string{"Chance", "Finish", "Cost at completion"}}
		for i, o := range []evm.Outcome{f.P50, f.P80, f.P95} {
			name := []string{"P50: as likely as not", "P80: four in five", "P95: nearly sure"}[i]
			t.rows = append(t.rows, []string{name, dayOrNone(o.Finish), printedShort(o.Cost)})
		}
		t.write(m, "data")
	}
	m.end("section")
}

// cautions is what weakens the numbers.
func cautions(m *markup, r Report) {
	m.put("h2", "Read with care")
	if len(r.Warnings) == 0 {
		m.put("p", "Nothing weakens these numbers: all sprints are dated, all time has a rate and a sprint, all tickets have points.")
		return
	}
	m.open("ul", "class", "plain")
	for _, w := range r.Warnings {
		m.put("li", w.Text)
	}
	m.end("ul")
}
