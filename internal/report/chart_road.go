package report

import (
	"earnest/evm"
)

// roadRows is the maximum number of epics that the roadmap draws; its table lists them all.
const roadRows = 60

// roadChart is the roadmap: for each epic a thin bar for its plan and below it a bar for what happened and is expected, and a line for its slack.
type roadChart struct {
	id, title, desc string
	rows            []roadRow
	schedule        evm.RoadmapSchedule
	milestones      []Milestone
}

type roadRow struct {
	title string
	epic  evm.ScheduledEpic
}

// draw writes the plot.
func (c roadChart) draw(m *markup) {
	const row, left = 26.0, 214.0
	shown := c.rows[:min(len(c.rows), roadRows)]
	height := topSpace + row*float64(len(shown)) + lowSpace
	first, last := c.span(shown)
	f := frame{
		markup: m, id: c.id, height: height, xLabel: m.lang.say("Date"),
		x: scale{float64(first), float64(last) + 1, left, plotWidth - rightSpace},
		y: scale{0, 1, height - lowSpace, topSpace},
	}
	m.begin(c.id, c.title, c.desc, height)
	ticks := m.lang.dayTicks(first, last)
	f.axes(ticks, nil)
	for _, t := range ticks {
		f.line("grid", f.x.place(t.at), f.y.at, f.x.place(t.at), f.y.end)
	}
	f.line("today", f.x.place(float64(c.schedule.DataDate)+1), f.y.at, f.x.place(float64(c.schedule.DataDate)+1), f.y.end)
	m.put("text", m.lang.say("Epic"), "class", "axis-label", "x", px(left-8), "y", px(topSpace-9), "text-anchor", "end")
	c.drawMilestones(f, first, last)
	for i, r := range shown {
		r.draw(f, topSpace+row*float64(i)+row/2)
	}
	c.drawEnd(f)
	m.end("svg")
}

// span returns the first and the last day to draw.
func (c roadChart) span(shown []roadRow) (first, last evm.Day) {
	first, last = c.schedule.DataDate, c.schedule.DataDate
	include := func(days ...*evm.Day) {
		for _, d := range days {
			if d != nil {
				first, last = min(first, *d), max(last, *d)
			}
		}
	}
	include(c.schedule.ForecastFinish)
	for _, r := range shown {
		include(r.epic.PlannedStart, r.epic.PlannedFinish, r.epic.Start, r.epic.RemainingStart, r.epic.Finish)
	}
	return first, last
}

// drawMilestones draws those within the plot as diamonds on its upper edge.
func (c roadChart) drawMilestones(f frame, first, last evm.Day) {
	for _, milestone := range c.milestones {
		day := milestone.Date
		if day < first || day > last {
			continue
		}
		x, y := f.x.place(float64(day)+0.5), f.y.end
		f.line("level", x, f.y.at, x, y)
		f.leaf("path", "class", "milestone", "d", "M"+px(x)+" "+px(y-6)+"l6 6l-6 6l-6 -6z")
	}
}

// drawEnd draws the forecast finish of the roadmap.
func (c roadChart) drawEnd(f frame) {
	if c.schedule.ForecastFinish == nil {
		return
	}
	x := f.x.place(float64(*c.schedule.ForecastFinish) + 1)
	f.line("road-end", x, f.y.at, x, f.y.end)
	f.put("text", f.lang.say("end %s", f.lang.day(*c.schedule.ForecastFinish)), "class", "mark", "x", px(x+5), "y", px(f.y.end-9))
}

// draw draws one epic at the given height.
func (r roadRow) draw(f frame, y float64) {
	f.put("text", fitted(r.title, 32), "class", "tick", "x", px(f.x.at-8), "y", px(y+4), "text-anchor", "end")
	e := r.epic
	if e.PlannedStart != nil && e.PlannedFinish != nil {
		f.span("bar plan-bar", *e.PlannedStart, *e.PlannedFinish, y-10, 5)
	}
	class := "bar slack-bar"
	if e.Critical {
		class = "bar critical-bar"
	}
	switch {
	case e.Start != nil && e.Finish != nil:
		f.span(class, *e.Start, *e.Finish, y-3, 11)
	case e.Start != nil:
		f.put("text", f.lang.say("? work left unknown"), "class", "mark", "x", px(f.x.place(float64(*e.Start))+3), "y", px(y+7))
		return
	default:
		return
	}
	end := f.x.place(float64(*e.Finish) + 1)
	if e.LateFinish != nil && *e.LateFinish > *e.Finish && *e.TotalSlack > 0 {
		late := min(f.x.place(float64(*e.LateFinish)+1), f.x.end)
		f.line("slack", end, y+2, late, y+2)
		f.line("slack", late, y-2, late, y+6)
	}
}

// span draws a bar over a number of days, both included.
func (f frame) span(class string, first, last evm.Day, y, height float64) {
	from, to := f.x.place(float64(first)), f.x.place(float64(last)+1)
	f.leaf("rect", "class", class, "x", px(from), "y", px(y), "width", px(max(1.5, to-from)), "height", px(height))
}

func (c roadChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	for _, row := range []struct{ class, text string }{
		{"bar plan-bar", m.lang.say("Plan")},
		{"bar critical-bar", m.lang.say("Critical: a day lost here is lost at the end")},
		{"bar slack-bar", m.lang.say("Done, or can wait")},
	} {
		m.open("li")
		m.open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true")
		m.leaf("rect", "class", row.class, "x", "1", "y", "1", "width", "16", "height", "10")
		m.end("svg")
		m.put("span", row.text)
		m.end("li")
	}
	m.open("li")
	m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
	m.line("slack", 1, 6, 33, 6)
	m.line("slack", 33, 2, 33, 10)
	m.end("svg")
	m.put("span", m.lang.say("How long it can wait (total slack)"))
	m.end("li")
	if len(c.milestones) > 0 {
		m.open("li")
		m.open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true")
		m.leaf("path", "class", "milestone", "d", "M9 0l6 6l-6 6l-6 -6z")
		m.end("svg")
		m.put("span", m.lang.say("Milestone"))
		m.end("li")
	}
	m.end("ul")
}
