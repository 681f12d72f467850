package report

import "earnest/evm"

// finishChart shows how likely the project is to end when, with the quantiles marked.
type finishChart struct {
	id, title, desc string
	bins            []bin
	quantiles       []quantile // those with a finish
}

// finishBins is the maximum number of bars in the plot.
const finishBins = 40

// finishFigure returns the plot of the finish dates; it has none if no simulation ends within twenty years.
func finishFigure(r Report) figureOf {
	l := r.lang
	bins, later := histogram(r.Forecast, finishBins)
	f := figureOf{
		id: "finish", title: l.say("When the simulations end"),
		empty: l.say("There is nothing to draw: no simulation ends within twenty years."),
		table: table{head: []string{l.say("From"), l.say("To"), l.say("Share of the simulations"), l.say("Ended by then")}},
	}
	sum := 0.0
	for _, b := range bins {
		sum += b.share
		f.table.rows = append(f.table.rows, []string{l.day(b.first), l.day(b.last), l.share(b.share), l.share(sum)})
	}
	if len(bins) == 0 {
		return f
	}
	if later >= leastShare {
		f.note = l.say("%s of the simulations end later than drawn here.", l.share(later))
	}
	c := finishChart{id: f.id + "-plot", title: f.title, desc: l.finishesInWords(r.Forecast), bins: bins}
	for _, q := range quantiles(r.Forecast) {
		if q.Finish != nil {
			c.quantiles = append(c.quantiles, q)
		}
	}
	f.plot = c
	return f
}

// finishesInWords describes the plot for those who cannot see it.
func (l Language) finishesInWords(f evm.Forecast) string {
	return l.say("P50: %s, P80: %s, P95: %s.", l.dayOrFar(f.P50.Finish), l.dayOrFar(f.P80.Finish), l.dayOrFar(f.P95.Finish))
}

// dayOrFar formats the finish of a forecast.
func (l Language) dayOrFar(d *evm.Day) string {
	if d == nil {
		return l.say("more than twenty years ahead")
	}
	return l.day(*d)
}

// draw writes the plot. Each quantile has a line that ends at its own label; the labels are in three rows above the bars, so they
// never overlap.
func (c finishChart) draw(m *markup) {
	const rows = 3 * markHeight
	first, last := c.bins[0].first, c.bins[len(c.bins)-1].last
	top, ticks := upTo(100*c.top(), m.lang.percent)
	f := frame{
		markup: m, id: c.id, height: plotHeight, xLabel: m.lang.say("Finish"), yLabel: m.lang.say("Share of the simulations"),
		x: scale{float64(first) - 0.5, float64(last) + 0.5, leftSpace, plotWidth - 16},
		y: scale{0, top, plotHeight - lowSpace, topSpace + rows},
	}
	m.begin(c.id, c.title, c.desc, plotHeight)
	f.axes(f.lang.dayTicks(first, last), ticks)
	for _, b := range c.bins {
		x, y := f.x.place(float64(b.first)-0.5), f.y.place(100*b.share)
		if b.share > 0 {
			f.bar("a share", x+0.5, y, max(1, f.x.place(float64(b.last)+0.5)-x-1), f.y.at-y)
		}
	}
	for i, q := range c.quantiles {
		c.drawQuantile(f, q, f.y.end-float64(i)*markHeight-6)
	}
	m.end("svg")
}

// drawQuantile draws the line of a quantile up to its label, which is to the left of the line if there is room.
func (c finishChart) drawQuantile(f frame, q quantile, y float64) {
	x := f.x.place(float64(*q.Finish))
	f.line("quantile", x, f.y.at, x, y-8)
	label := mark{text: f.lang.say("%s: %s", q.name, f.lang.day(*q.Finish))}
	f.put("text", label.text, "class", "mark", "x", px(max(0, x-5-label.width())), "y", px(y))
}

func (c finishChart) top() float64 {
	top := 0.0
	for _, b := range c.bins {
		top = max(top, b.share)
	}
	return top
}

// legend explains the bars and the lines.
func (c finishChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	m.open("li")
	m.open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true")
	m.bar("a share", 1, 1, 16, 10)
	m.end("svg")
	m.put("span", m.lang.say("The simulations that end within %s", m.lang.plural(float64(c.bins[0].last-c.bins[0].first+1), "day")))
	m.end("li")
	m.open("li")
	m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
	m.line("quantile", 1, 6, 33, 6)
	m.end("svg")
	m.put("span", m.lang.say("P50, P80 and P95: the days by which that share of the simulations has ended"))
	m.end("li", "ul")
}
