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
	links           []evm.RoadmapLink
	milestones      []Milestone
}

type roadRow struct {
	uuid, title string
	epic        evm.ScheduledEpic
	done        float64 // the part that is done, from 0 to 1
}

// roadHeight is the height of the row of an epic.
const roadHeight = 26.0

// draw writes the plot.
func (c roadChart) draw(m *markup) {
	const row, left = roadHeight, 214.0
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
	c.drawLinks(f, shown)
	for i, r := range shown {
		r.draw(f, middleOf(i), c.schedule.DataDate)
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

// draw draws one epic at the given height. Its bar is filled up to the part that is done but, unless it is done, not beyond today.
func (r roadRow) draw(f frame, y float64, today evm.Day) {
	f.put("text", fitted(r.title, 32), "class", "tick", "x", px(f.x.at-8), "y", px(y+4), "text-anchor", "end")
	e := r.epic
	if e.PlannedStart != nil && e.PlannedFinish != nil {
		f.rect("plan-bar", f.x.place(float64(*e.PlannedStart)), f.x.place(float64(*e.PlannedFinish)+1), y-10, 5)
	}
	switch {
	case e.Start != nil && e.Finish != nil:
		from, to := f.x.place(float64(*e.Start)), f.x.place(float64(*e.Finish)+1)
		filled := from + (to-from)*r.done
		if e.State != evm.EpicDone {
			filled = min(filled, f.x.place(float64(today)+0.5))
		}
		f.epicBar(from, filled, to, y-3, e.Critical)
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

// legend explains the shapes in the words of the page.
func (c roadChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	sample := func(text string, draw func()) {
		m.open("li")
		m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
		draw()
		m.end("svg")
		m.put("span", text)
		m.end("li")
	}
	sample(m.lang.say("Plan"), func() { m.rect("plan-bar", 1, 33, 3.5, 5) })
	sample(m.lang.say("What happened and is expected; filled: the part that is done"), func() { m.epicBar(2, 17, 32, 1, false) })
	sample(m.lang.say("Thick frame: critical; a day lost here delays the end"), func() { m.epicBar(2, 2, 32, 1, true) })
	sample(m.lang.say("Slack: how long it can wait"), func() {
		m.line("slack", 1, 6, 33, 6)
		m.line("slack", 33, 2, 33, 10)
	})
	if len(c.links) > 0 && len(c.schedule.Pushed) > 0 {
		sample(m.lang.say("The link pushes the epic after it"), func() { m.link(" pushes", "M1 6H33", 33, 6, 1) })
	}
	if len(c.milestones) > 0 {
		sample(m.lang.say("Milestone"), func() { m.leaf("path", "class", "milestone", "d", "M17 0l6 6l-6 6l-6 -6z") })
	}
	m.end("ul")
}
