package report

import (
	"earnest/evm"
)

// roadRows is the maximum number of epics that the roadmap draws; its table lists them all.
const roadRows = 60

// roadChart is the roadmap: a bar from the early start to the early finish of each epic, and a thin line for its slack.
type roadChart struct {
	id, title, desc string
	rows            []roadRow
	duration        float64
}

type roadRow struct {
	title string
	node  evm.Node
}

// draw writes the plot.
func (c roadChart) draw(m *markup) {
	const row, left = 24.0, 214.0
	shown := c.rows[:min(len(c.rows), roadRows)]
	height := topSpace + row*float64(len(shown)) + lowSpace
	top, ticks := upTo(c.duration, m.lang.short)
	f := frame{
		markup: m, id: c.id, height: height, xLabel: m.lang.say("Days from the start of the roadmap"),
		x: scale{0, top, left, plotWidth - rightSpace},
		y: scale{0, 1, height - lowSpace, topSpace},
	}
	m.begin(c.id, c.title, c.desc, height)
	f.axes(ticks, nil)
	for _, t := range ticks {
		f.line("grid", f.x.place(t.at), f.y.at, f.x.place(t.at), f.y.end)
	}
	m.put("text", m.lang.say("Epic"), "class", "axis-label", "x", px(left-8), "y", px(topSpace-9), "text-anchor", "end")
	for i, r := range shown {
		r.draw(f, topSpace+row*float64(i)+row/2)
	}
	m.end("svg")
}

// draw draws one epic at the given height.
func (r roadRow) draw(f frame, y float64) {
	f.put("text", fitted(r.title, 32), "class", "tick", "x", px(f.x.at-8), "y", px(y+4), "text-anchor", "end")
	start := f.x.place(r.node.ES.Value)
	if !r.node.Duration.Known {
		f.put("text", f.lang.say("? length unknown"), "class", "mark", "x", px(start+3), "y", px(y+4))
		return
	}
	end, late := f.x.place(r.node.EF.Value), f.x.place(r.node.LF.Value)
	class, said := "bar slack-bar", f.lang.say("%s d", f.lang.short(r.node.Duration.Value))
	if r.node.Critical {
		class, said = "bar critical-bar", said+f.lang.say(", critical")
	}
	f.leaf("rect", "class", class, "x", px(start), "y", px(y-7), "width", px(max(1.5, end-start)), "height", "14")
	if late > end+1 {
		f.line("slack", end, y, late, y)
		f.line("slack", late, y-4, late, y+4)
	}
	f.put("text", said, "class", "mark", "x", px(min(max(end, late)+6, plotWidth-6.3*float64(len([]rune(said))))), "y", px(y+4))
}

func (roadChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	for _, row := range []struct{ class, text string }{
		{"bar critical-bar", m.lang.say("On the critical path: a day lost here is lost at the end")},
		{"bar slack-bar", m.lang.say("Can wait")},
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
	m.end("li", "ul")
}
