package report

import (
	"cmp"
	"slices"

	"earnest/evm"
)

// plot is the drawing in a figure.
type plot interface {
	draw(m *markup)
	legend(m *markup)
}

// figureOf is a plot with its text and data.
type figureOf struct {
	id, title, note string
	empty           string   // shown in place of a plot that has nothing to draw
	plot            plot     // nil if there is nothing to draw
	lines           []string // more text below the plot
	table           table
}

// write puts the figure into the page.
func (f figureOf) write(m *markup) {
	m.open("figure", "id", f.id)
	m.put("figcaption", f.title)
	if f.plot == nil {
		m.put("p", f.empty, "class", "empty")
		m.end("figure")
		return
	}
	if f.note != "" {
		m.put("p", f.note, "class", "note")
	}
	f.plot.draw(m)
	f.plot.legend(m)
	f.writeLines(m)
	m.open("details")
	m.put("summary", m.lang.say("The data behind this plot"))
	f.table.write(m, "data")
	m.end("details", "figure")
}

// writeLines writes the text below the plot.
func (f figureOf) writeLines(m *markup) {
	if len(f.lines) == 0 {
		return
	}
	m.open("ul", "class", "plain")
	for _, line := range f.lines {
		m.put("li", line)
	}
	m.end("ul")
}

// figures returns the plots of a report.
func figures(r Report) []figureOf {
	if r.costWithheld() {
		return []figureOf{curveFigure(r), indexFigure(r), pointsFigure(r), roadFigure(r)}
	}
	return []figureOf{curveFigure(r), indexFigure(r), costFigure(r), pointsFigure(r), roadFigure(r)}
}

// curveFigure returns the S-curve with the forecast.
func curveFigure(r Report) figureOf {
	unit, list := curveSeries(r)
	l := r.lang
	f := figureOf{
		id: "s-curve", title: l.say("S-curve: planned value, earned value and actual cost"),
		note:  l.say("Restated with what is known now: the present plan, each ticket from the day it last became done. The budget is that of each day."),
		empty: l.say("There is nothing to draw yet: no sprint has dates, and no time has been logged."),
		table: curveTable(r),
	}
	switch {
	case unit == "points":
		f.title = l.say("S-curve: points planned and earned")
	case r.costWithheld():
		f.title = l.say("S-curve: planned value and earned value")
	}
	if len(r.Curve) == 0 {
		return f
	}
	if gap := planGap(r, unit); gap != "" {
		f.note += " " + gap
	}
	styles := []curve{{class: "a", dash: "dashed"}, {class: "b", shape: "square"}, {class: "c", dash: "dash-dotted", shape: "triangle"}}
	c := lineChart{
		id: f.id + "-plot", title: f.title, desc: described(r),
		yLabel: l.say("Points"), format: l.compact, read: l.whole,
		first: r.Curve[0].Day, last: r.Curve[len(r.Curve)-1].Day, today: r.Today, past: r.Past,
	}
	if unit == "money" {
		c.yLabel, c.format, c.read = l.say("Money"), l.compactMoney, l.money
		c.steps = r.Steps
	}
	for i, s := range list {
		line := styles[i]
		line.name, line.words = l.say(s.name), l.say(s.words)
		for _, p := range r.Curve {
			line.points = append(line.points, point{p.Day, s.value(p)})
		}
		c.curves = append(c.curves, line)
	}
	c = c.withCones(r)
	c.curves = append(c.curves, c.limits(r)...)
	f.plot = c
	return f
}

// limits returns the lines that the others are compared with, in the look of the pages: total cost, if there is cost outside sprints, and the budget of each
// day or, in points, all points.
func (c lineChart) limits(r Report) []curve {
	l := r.lang
	if !r.Finance.BAC.Known {
		all := curve{name: l.say("Total points"), words: l.say("points of all tickets"), class: "e", dash: "thin", shape: plain}
		all.points = []point{{c.first, evm.Known(r.Finance.TotalExact)}, {c.last, evm.Known(r.Finance.TotalExact)}}
		return []curve{all}
	}
	budget := curve{name: l.say("BAC"), words: l.say("budget"), class: "e", dash: "thin", shape: plain, points: budgetPoints(r, c.first, c.last)}
	if r.costWithheld() || r.Finance.NoSprintCost == 0 {
		return []curve{budget}
	}
	total := curve{name: l.say("Total cost"), words: l.say("in sprints and outside them"), class: "c", dash: "dotted", shape: plain, unnamed: true}
	for _, p := range r.Curve {
		total.points = append(total.points, point{p.Day, p.ACTotal})
	}
	return []curve{total, budget}
}

// withCones adds the outcomes of the forecast: all cost and all value or, without a budget, all points. A forecast far beyond the plan is cut off rather than
// squeezed in.
func (c lineChart) withCones(r Report) lineChart {
	if r.Forecast.State != evm.Forecasted {
		return c
	}
	l, i := r.lang, r.Finance
	cost := cone{words: l.say("Outlook: all cost at the end, at P50, P80 and P95 of the forecast"), class: "c", from: r.Today, at: i.ACTotal}
	value := cone{words: l.say("Outlook: all points, at P50, P80 and P95 of the forecast"), class: "b", from: r.Today, at: i.EarnedSP}
	whole, priced := i.TotalExact, i.BAC.Known && !r.costWithheld()
	if i.BAC.Known {
		value.words, value.at, whole = l.say("Outlook: all value earned, at P50, P80 and P95 of the forecast"), i.EV.Value, i.BAC.Value
	}
	for _, q := range quantiles(r.Forecast) {
		if q.Finish == nil {
			return c
		}
		cost.ends = append(cost.ends, coneEnd{q.name, *q.Finish, q.Cost.Value})
		value.ends = append(value.ends, coneEnd{q.name, *q.Finish, whole})
		priced = priced && q.Cost.Known
	}
	const beyond = 30 // days that a forecast may always extend beyond the plan
	c.last = max(c.last, min(value.ends[2].day, 2*c.last-c.first+beyond))
	if priced {
		c.cones = append(c.cones, cost)
	}
	c.cones = append(c.cones, value)
	return c
}

func curveTable(r Report) table {
	l := r.lang
	t := table{head: []string{l.say("Date"), l.say("Points planned"), l.say("Points earned"), "PV", "EV", "AC", l.say("Total cost")}}
	for _, p := range r.Curve {
		t.rows = append(t.rows, []string{
			l.day(p.Day), l.short(p.PlannedSP), l.shown(p.EarnedSP, evm.PointsUnit), l.moneyOrNone(p.PV),
			l.moneyOrNone(p.EV), l.moneyOrNone(p.AC), l.moneyOrNone(p.ACTotal),
		})
	}
	if r.costWithheld() {
		return t.only(0, 1, 2, 3, 4)
	}
	return t
}

// indices returns the two indices by day: from the daily rows if there are any, or else restated.
func indices(r Report) (list []Index, reported bool) {
	if len(r.History) > 0 {
		return r.History, true
	}
	for _, p := range r.Curve {
		if p.Day > r.Today || !p.EarnedSP.Known {
			break
		}
		i := Index{Day: p.Day}
		if p.EV.Known && p.AC.Value > 0 {
			i.CPI = evm.Known(p.EV.Value / p.AC.Value)
		}
		if p.PlannedSP > 0 {
			i.SPI = evm.Known(p.EarnedSP.Value / p.PlannedSP)
		}
		list = append(list, i)
	}
	return list, false
}

// mostIndex is the upper limit of the index plot. It is needed because indices can be very large in the first days of a
// project, when the divisor is small.
const mostIndex = 2.0

// indexFigure plots CPI and SPI over time, with the limits that determine the colour.
func indexFigure(r Report) figureOf {
	list, reported := indices(r)
	l := r.lang
	f := figureOf{
		id: "indices", title: l.say("CPI and SPI over time"),
		note:  l.say("Restated with what is known now.") + " " + l.say("Above 1 is better than planned; values above 2 are cut."),
		empty: l.say("There is nothing to draw yet: no points are due and no cost has been logged."),
		table: table{head: []string{l.say("Date"), "CPI", "SPI"}},
	}
	if reported {
		f.note = l.reportedNote(list) + " " + l.say("Above 1 is better than planned; values above 2 are cut.")
	}
	cpi := curve{name: "CPI", words: l.say("value earned for every 1 spent"), class: "a", shape: "triangle"}
	spi := curve{name: "SPI", words: l.say("points earned for each point due"), class: "b", dash: "dashed", shape: "square"}
	for _, i := range list {
		cpi.points = append(cpi.points, point{i.Day, i.CPI})
		spi.points = append(spi.points, point{i.Day, i.SPI})
		f.table.rows = append(f.table.rows, []string{l.day(i.Day), l.shown(i.CPI, evm.RatioUnit), l.shown(i.SPI, evm.RatioUnit)})
	}
	if r.costWithheld() {
		cpi.points = nil
		f.title, f.empty = l.say("SPI over time"), l.say("There is nothing to draw yet: no points are due.")
		f.table = f.table.only(0, 2)
	}
	known := slices.DeleteFunc([]curve{cpi, spi}, func(c curve) bool { _, ok := c.end(); return !ok })
	if len(known) == 0 {
		return f
	}
	t := r.Thresholds
	f.plot = lineChart{
		id: f.id + "-plot", title: f.title, desc: described(r),
		yLabel: l.say("Index (1 = as planned)"), format: l.short, read: l.decimals,
		first: list[0].Day, last: list[len(list)-1].Day, today: r.Today, past: r.Past, most: mostIndex, curves: known,
		level: &level{value: 1},
		bands: []band{
			{0, t.Red, "red-band", l.say("red: < %s", l.short(t.Red))},
			{t.Red, t.Amber, "amber-band", l.say("amber: < %s", l.short(t.Amber))},
		},
	}
	return f
}

// reportedNote describes how many of the daily rows could have been seen on their day.
func (l Language) reportedNote(list []Index) string {
	late := 0
	for _, i := range list {
		late += btoi(i.CaughtUp)
	}
	switch late {
	case 0:
		return l.say("As it was reported day by day.")
	case len(list):
		return l.say("No day was reported when it was over: all were caught up later, with what was known of them then.")
	}
	return l.say("As it was reported day by day; %s of %s were caught up later, with what was known of them then.",
		l.whole(float64(late)), l.plural(float64(len(list)), "day"))
}

// byStart returns the sprints sorted by start, with those without dates last.
func byStart(sprints []Sprint) []Sprint {
	sorted := slices.Clone(sprints)
	slices.SortStableFunc(sorted, func(a, b Sprint) int {
		if a.Start == nil || b.Start == nil {
			return cmp.Compare(btoi(a.Start == nil), btoi(b.Start == nil))
		}
		return cmp.Compare(*a.Start, *b.Start)
	})
	return sorted
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func dayOrNone(d *evm.Day) string {
	if d == nil {
		return none
	}
	return d.String()
}
