package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"earnest/evm"
)

// textWidth is the width of a terminal.
const textWidth = 80

// Text writes the report for a terminal of 80 columns.
func Text(w io.Writer, r Report) error {
	r = r.in(English)
	p := printer{bufio.NewWriter(w)}
	p.heading(r)
	p.commentary(r)
	p.milestones(r)
	p.figures(r)
	p.estimates(r)
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
	p.linef("Status at the end of %s: %s (%s)", r.lang.day(r.Today), healthWords(r.Health), r.Health)
	if r.Past {
		p.wrap("", English.pastWords(r))
	}
	p.linef("")
	for _, sentence := range headline(r) {
		p.wrap("", sentence)
	}
	if r.Reported != nil {
		p.wrap("", reportedSentence(r))
	}
}

// figures prints the groups of numbers in two columns.
func (p printer) figures(r Report) {
	const column = 39
	all := groups()
	for i := 0; i < len(all); i += 2 {
		left, right := p.block(r, all[i]), []string(nil)
		if i+1 < len(all) {
			right = p.block(r, all[i+1])
		}
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
		value, label := r.lang.figure(r.Finance, name), termOf(name).label
		room := 37 - len(label) - 1 - utf8.RuneCountInString(value)
		lines = append(lines, "  "+label+" "+strings.Repeat(" ", max(0, room))+value)
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
	p.linef("  planned      %s to %s, %s", r.lang.day(s.Start), r.lang.day(s.PlannedEnd), plural(float64(s.PD), "day"))
	p.linef("  gone (AT)    %-8d earned (ES)  %-8s difference  %s", s.AT, shortOrNone(s.ES), shortOrNone(s.SVT))
	p.linef("  SPI(t)       %-8s needed       %s", r.lang.shown(s.SPIT, evm.RatioUnit), r.lang.shown(s.TSPI, evm.RatioUnit))
	if s.ForecastEnd != nil {
		p.linef("  at this pace %s, ending on %s", plural(s.IEACT.Value, "day"), r.lang.day(*s.ForecastEnd))
	}
}

func (p printer) forecast(r Report) {
	p.title("Forecast")
	p.wrap("  ", forecastSentence(r))
	if r.Forecast.State != evm.Forecasted {
		return
	}
	for _, row := range outcomes(r) {
		p.linef("%s", strings.TrimRight(fmt.Sprintf("  %-4s %-28s %s", row.name, row.finish, row.cost), " "))
	}
	for _, note := range forecastNotes(r) {
		p.wrap("  ", note)
	}
	p.finishes(r.Forecast)
}

// finishes draws the distribution of the finish dates as a bar for each span of days, and marks the quantiles.
func (p printer) finishes(f evm.Forecast) {
	const most, width = 14, 40
	bins, later := histogram(f, most)
	top := later
	for _, b := range bins {
		top = max(top, b.share)
	}
	line := func(name string, share float64, marks string) {
		bar := strings.Repeat("█", int(math.Ceil(width*share/top)))
		p.linef("%s", strings.TrimRight(fmt.Sprintf("  %s %s %6s  %s", pad(name, 15), pad(bar, width), English.share(share), marks), " "))
	}
	for i, b := range bins {
		if i == 0 {
			p.linef("  Share of the simulations that end in each span of %s:", plural(float64(b.last-b.first+1), "day"))
		}
		line("to "+English.day(b.last), b.share, b.marks(f))
	}
	if later >= leastShare {
		line("later", later, "")
	}
}

// marks names the quantiles that are in the bin.
func (b bin) marks(f evm.Forecast) string {
	var names []string
	for _, q := range quantiles(f) {
		if q.Finish != nil && *q.Finish >= b.first && *q.Finish <= b.last {
			names = append(names, q.name)
		}
	}
	return strings.Join(names, " ")
}

// outcomeRow is one line of a forecast in words.
type outcomeRow struct{ name, finish, cost string }

func outcomes(r Report) []outcomeRow {
	f := r.Forecast
	var rows []outcomeRow
	for _, o := range quantiles(f) {
		row := outcomeRow{o.name, "more than twenty years ahead", ""}
		if o.Finish != nil {
			row.finish = "done by " + r.lang.day(*o.Finish)
		}
		if o.Cost.Known {
			row.cost = "for at most " + r.lang.money(o.Cost.Value)
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
		p.wrap("  ", r.lang.caution(w))
	}
}
