package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"earnest/evm"
)

// textWidth is the width of a terminal.
const textWidth = 80

// Text writes the report for a terminal of 80 columns.
func Text(w io.Writer, r Report) error {
	p := printer{bufio.NewWriter(w)}
	p.heading(r)
	p.figures(r)
	p.curves(r)
	p.schedule(r)
	p.forecast(r)
	p.roadmap(r)
	p.warnings(r)
	return p.Flush()
}

// printer writes lines. An error stays in the buffer until Flush returns it.
type printer struct{ *bufio.Writer }

func (p printer) linef(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format+"\n", args...) // Flush returns the error
}

// title starts a section of the report.
func (p printer) title(text string) { p.linef("\n%s", text) }

// wrap writes text in lines that fit the terminal, each indented.
func (p printer) wrap(indent, text string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(indent+line+" "+word) > textWidth {
			p.linef("%s%s", indent, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	p.linef("%s%s", indent, line)
}

func (p printer) heading(r Report) {
	p.wrap("", r.Name)
	p.linef("Status at the end of %s: %s (%s)", r.Today, healthWords(r.Health), r.Health)
	p.linef("")
	for _, sentence := range headline(r) {
		p.wrap("", sentence)
	}
	if r.Reported != nil {
		i := r.Reported.Indicators
		p.wrap("", fmt.Sprintf("%s: cpi %s, spi %s, ev %s, ac %s, eac %s.", reportedWords(*r.Reported),
			figure(i, "cpi"), figure(i, "spi"), figure(i, "ev"), figure(i, "ac"), figure(i, "eac")))
	}
}

// reportedWords describes whether the row for a past day could have been seen on that day.
func reportedWords(r Reported) string {
	if r.CaughtUp {
		return "That day was not reported; caught up on " + r.At.UTC().Format(time.DateOnly) + ", with what was known of it then"
	}
	return "On that day it was reported"
}

// figures prints the groups of numbers in two columns.
func (p printer) figures(r Report) {
	const column = 39
	all := groups()
	for i := 0; i < len(all); i += 2 {
		left, right := p.block(r, all[i]), p.block(r, all[i+1])
		for len(left) < len(right) {
			left = append(left, "")
		}
		p.linef("")
		for n, line := range left {
			other := ""
			if n < len(right) {
				other = right[n]
			}
			p.linef("%s", strings.TrimRight(pad(line, column)+"  "+other, " "))
		}
	}
}

func (printer) block(r Report, g group) []string {
	lines := []string{g.title}
	for _, name := range g.names {
		value := figure(r.Finance, name)
		room := 37 - len(name) - 1 - utf8.RuneCountInString(value)
		lines = append(lines, "  "+name+" "+strings.Repeat(" ", max(0, room))+value)
	}
	return lines
}

// pad pads text with spaces on the right.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// fitted truncates text to a width.
func fitted(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

func (p printer) schedule(r Report) {
	s := r.Schedule
	if s == nil {
		return
	}
	p.title("Earned schedule, in days")
	p.linef("  planned      %s to %s, %s", s.Start, s.PlannedEnd, plural(float64(s.PD), "day"))
	p.linef("  gone (at)    %-8d earned (es)  %-8s difference  %s", s.AT, printed(s.ES, evm.DaysUnit), printed(s.SVT, evm.DaysUnit))
	p.linef("  spi(t)       %-8s needed       %s", printed(s.SPIT, evm.RatioUnit), printed(s.TSPI, evm.RatioUnit))
	if s.ForecastEnd != nil {
		p.linef("  at this pace %s, ending on %s", plural(s.IEACT.Value, "day"), s.ForecastEnd)
	}
}

func (p printer) forecast(r Report) {
	p.title("Forecast")
	p.wrap("  ", forecastSentence(r))
	if r.Forecast.State != evm.Forecasted {
		return
	}
	for _, row := range outcomes(r.Forecast) {
		p.linef("  %-4s %-22s %s", row.name, row.finish, row.cost)
	}
}

// outcomeRow is one line of a forecast in words.
type outcomeRow struct{ name, finish, cost string }

func outcomes(f evm.Forecast) []outcomeRow {
	var rows []outcomeRow
	for _, o := range []struct {
		name string
		evm.Outcome
	}{{"P50", f.P50}, {"P80", f.P80}, {"P95", f.P95}} {
		row := outcomeRow{o.name, "not within twenty years", ""}
		if o.Finish != nil {
			row.finish = "done by " + o.Finish.String()
		}
		if o.Cost.Known {
			row.cost = "for at most " + whole(o.Cost.Value)
		}
		rows = append(rows, row)
	}
	return rows
}

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

func (p printer) warnings(r Report) {
	if len(r.Warnings) == 0 {
		return
	}
	p.title("Read with care")
	for _, w := range r.Warnings {
		p.wrap("  ", w.Text)
	}
}
