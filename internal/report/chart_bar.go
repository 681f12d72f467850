package report

import (
	"math"
	"slices"
	"strings"
)

// bars is one series of bars; its class sets the colour and pattern.
type bars struct {
	name   string
	class  string
	values []float64
}

// barChart shows groups of bars side by side.
type barChart struct {
	id, title, desc string
	xLabel, yLabel  string
	names           []string // of the groups
	rows            []bars
	level           *level
	format          func(float64) string // for values
	lang            voice
}

const (
	barGroups = 60 // the maximum number of groups that can be told apart
	barLabels = 24 // the maximum number of groups that get a label
)

// cut keeps only the last groups if there are too many, and adds a sentence to the note to say so.
func (c barChart) cut(note string) (last barChart, said string) {
	left := len(c.names) - barGroups
	if left <= 0 {
		return c, note
	}
	c.names = c.names[left:]
	c.rows = slices.Clone(c.rows)
	for i := range c.rows {
		c.rows[i].values = c.rows[i].values[left:]
	}
	return c, strings.TrimSpace(note + " " + c.lang.say("The last %s are drawn; the table has all.", c.lang.whole(barGroups)))
}

// draw writes the plot.
func (c barChart) draw(m *markup) {
	const low = lowSpace + 44 // slanted names need room
	top, ticks := upTo(c.top(), c.format)
	f := frame{
		markup: m, id: c.id, height: plotHeight + 44, xLabel: c.xLabel, yLabel: c.yLabel,
		x: scale{0, float64(len(c.names)), leftSpace, plotWidth - 16},
		y: scale{0, top, plotHeight + 44 - low, topSpace},
	}
	m.begin(c.id, c.title, c.desc, f.height)
	f.axes(nil, ticks)
	c.drawNames(f)
	for i, row := range c.rows {
		for g, v := range row.values {
			c.drawBar(f, i, g, v)
		}
	}
	if c.level != nil {
		y := f.y.place(c.level.value)
		f.line("level", f.x.at, y, f.x.end, y)
	}
	m.end("svg")
}

func (c barChart) top() float64 {
	top := 0.0
	for _, row := range c.rows {
		for _, v := range row.values {
			top = max(top, v)
		}
	}
	if c.level != nil {
		top = max(top, c.level.value)
	}
	return top
}

// drawBar writes one bar, with its value above it where there is room.
func (c barChart) drawBar(f frame, row, group int, v float64) {
	if v <= 0 {
		return
	}
	slot := f.x.place(1) - f.x.place(0)
	width := min(46, slot*0.8/float64(len(c.rows)))
	x := f.x.place(float64(group)+0.5) + (float64(row)-float64(len(c.rows))/2)*width
	y := f.y.place(v)
	f.bar(c.rows[row].class, x, y, width*0.94, f.y.at-y)
	if width >= 34 {
		f.put("text", c.format(v), "class", "tick", "x", px(x+width*0.47), "y", px(y-4), "text-anchor", "middle")
	}
}

func (c barChart) drawNames(f frame) {
	step := int(math.Ceil(float64(len(c.names)) / barLabels))
	for i := 0; i < len(c.names); i += step {
		x := f.x.place(float64(i) + 0.5)
		f.line("axis", x, f.y.at, x, f.y.at+4)
		at := px(x+3) + " " + px(f.y.at+15)
		f.put("text", fitted(c.names[i], 16), "class", "tick", "text-anchor", "end", "transform", "translate("+at+") rotate(-38)")
	}
}

// legend lists the bars with their patterns.
func (c barChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	for _, row := range c.rows {
		m.open("li")
		m.open("svg", "viewBox", "0 0 18 12", "width", "18", "height", "12", "aria-hidden", "true")
		m.bar(row.class, 1, 1, 16, 10)
		m.end("svg")
		m.put("span", row.name)
		m.end("li")
	}
	if c.level != nil {
		m.open("li")
		m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
		m.line("level", 1, 6, 33, 6)
		m.end("svg")
		m.put("span", c.level.text)
		m.end("li")
	}
	m.end("ul")
}
