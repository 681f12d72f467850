package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"earnest/evm"
)

// point is a value on a day; an unknown value breaks the line.
type point struct {
	day   evm.Day
	value evm.Maybe
}

// curve is one line of a plot. Its class sets the colour, and its shape the markers.
type curve struct {
	name    string
	words   string // what the name means
	class   string
	dash    string // the class of its dashes; empty for a solid line
	shape   string
	unnamed bool // it has no name at its end
	points  []point
}

// plain is the shape of a line without markers.
const plain = "plain"

// band is a range of values with a meaning.
type band struct {
	from, to float64
	class    string
	text     string
}

// level is a reference value.
type level struct {
	value float64
	text  string // for the legend
}

// lineChart plots lines over days.
type lineChart struct {
	id, title, desc string
	yLabel          string
	format          func(float64) string // formats values on the axis
	read            func(float64) string // formats values next to a line
	first, last     evm.Day
	most            float64 // values above it are cut off; 0 means no limit
	today           evm.Day
	past            bool // today is a past day
	curves          []curve
	bands           []band
	level           *level
	steps           []evm.BudgetStep
	cones           []cone
}

// cone is the forecast: an area that widens from one point to every combination of the days and values of its ends, which are sorted by day.
type cone struct {
	words string
	class string // sets the colour
	from  evm.Day
	at    float64
	ends  []coneEnd
}

type coneEnd struct {
	name  string
	day   evm.Day
	value float64
}

// headroom keeps the highest line clear of the text above the plot.
const headroom = 1.04

// draw writes the plot.
func (c lineChart) draw(m *markup) {
	first, last := float64(c.first), float64(c.last)
	if first == last {
		first, last = first-1, last+1
	}
	top, ticks := upTo(c.top(), c.format)
	f := frame{
		markup: m, id: c.id, height: plotHeight, xLabel: m.lang.say("Date"), yLabel: c.yLabel,
		x: scale{first, last, leftSpace, plotWidth - rightSpace},
		y: scale{0, top, plotHeight - lowSpace, topSpace},
	}
	m.begin(c.id, c.title, c.desc, plotHeight)
	c.drawBands(f)
	f.axes(f.lang.dayTicks(c.first, c.last), ticks)
	c.drawSteps(f)
	c.drawToday(f)
	c.drawLevel(f)
	m.open("g", "clip-path", "url(#"+c.id+"-clip)")
	for _, outlook := range c.cones {
		outlook.draw(f)
	}
	for _, line := range c.solidFirst() {
		line.draw(f)
	}
	m.end("g")
	f.marks(c.marks(f))
	m.end("svg")
}

// solidFirst returns the lines in drawing order: a solid line comes first, so that it shows through the gaps in the dashed
// lines above it.
func (c lineChart) solidFirst() []curve {
	return slices.SortedStableFunc(slices.Values(c.curves), func(a, b curve) int {
		return cmp.Compare(btoi(a.dash != ""), btoi(b.dash != ""))
	})
}

// top returns the largest value to show.
func (c lineChart) top() float64 {
	top := 0.0
	for _, line := range c.curves {
		for _, p := range line.points {
			top = max(top, p.value.Value)
		}
	}
	if c.level != nil {
		top = max(top, c.level.value)
	}
	for _, outlook := range c.cones {
		for _, end := range outlook.ends {
			top = max(top, end.value)
		}
	}
	if top *= headroom; c.most > 0 {
		top = min(top, c.most)
	}
	return top
}

func (c lineChart) drawBands(f frame) {
	for _, b := range c.bands {
		high, low := f.y.place(min(b.to, f.y.to)), f.y.place(b.from)
		if high >= low {
			continue
		}
		f.leaf("rect", "class", b.class, "x", px(f.x.at), "y", px(high), "width", px(f.x.end-f.x.at), "height", px(low-high))
	}
}

// drawLevel draws a line for the reference value over the grid.
func (c lineChart) drawLevel(f frame) {
	if c.level == nil {
		return
	}
	y := f.y.place(c.level.value)
	f.line("level", f.x.at, y, f.x.end, y)
}

// drawToday marks the day of the report if it is in the plot.
func (c lineChart) drawToday(f frame) {
	if c.today < c.first || c.today > c.last {
		return
	}
	x := f.x.place(float64(c.today))
	f.line("today", x, f.y.at, x, f.y.end)
	anchor := "middle"
	if x > f.x.end-60 {
		anchor = "end"
	} else if x < f.x.at+60 {
		anchor = "start"
	}
	text := f.lang.day(c.today)
	if !c.past {
		text = f.lang.say("today, %s", text)
	}
	f.put("text", text, "class", "tick", "x", px(x), "y", px(f.y.end-9), "text-anchor", anchor)
}

func (c cone) draw(f frame) {
	at := func(day evm.Day, value float64) string {
		return px(f.x.place(float64(day))) + "," + px(f.y.place(value))
	}
	start := at(c.from, c.at)
	first, last, low, high := c.ends[0].day, c.ends[len(c.ends)-1].day, c.ends[0].value, c.ends[0].value
	for _, end := range c.ends {
		low, high = min(low, end.value), max(high, end.value)
	}
	area := []string{"M" + start, "L" + at(first, high), "L" + at(last, high), "L" + at(last, low), "Z"}
	f.leaf("path", "class", "cone "+c.class, "d", strings.Join(area, " "))
	for _, end := range c.ends {
		x, y := f.x.place(float64(end.day)), f.y.place(end.value)
		f.leaf("path", "class", "cone-edge "+c.class, "d", "M"+start+" L"+px(x)+","+px(y))
		f.leaf("path", "class", "cone-end "+c.class, "d", "M"+px(x-4)+","+px(y)+" l4,-4 l4,4 l-4,4 Z")
	}
}

// marks labels the end of each line, each outcome of the first cone and each band. The outcomes of another cone are on the same days.
func (c lineChart) marks(f frame) []mark {
	var list []mark
	for _, line := range c.curves {
		if p, ok := line.end(); ok && !line.unnamed {
			y := max(f.y.end, f.y.place(p.value.Value))
			list = append(list, mark{f.x.place(float64(p.day)), y, line.name + " " + c.read(p.value.Value), line.class})
		}
	}
	for _, b := range c.bands {
		list = append(list, mark{f.x.end, f.y.place(b.to) + markHeight*0.6, b.text, "quiet"})
	}
	for _, outlook := range c.cones[:min(len(c.cones), 1)] {
		for _, end := range slices.Backward(outlook.ends) {
			list = append(list, mark{f.x.end, f.y.place(end.value), end.name + " " + f.lang.day(end.day), outlook.class})
		}
	}
	return list
}

// end returns the last known point of a line.
func (c curve) end() (point, bool) {
	for _, p := range slices.Backward(c.points) {
		if p.value.Known {
			return p, true
		}
	}
	return point{}, false
}

// draw draws the line and its markers.
func (c curve) draw(f frame) {
	var path strings.Builder
	pen := "M"
	var known []point
	for _, p := range c.points {
		if !p.value.Known {
			pen = "M"
			continue
		}
		path.WriteString(pen + px(f.x.place(float64(p.day))) + "," + px(f.y.place(p.value.Value)))
		pen = "L"
		known = append(known, p)
	}
	if path.Len() == 0 {
		return
	}
	f.leaf("path", "class", c.look(), "d", path.String())
	step := max(1, int(math.Ceil(float64(len(known))/9)))
	for i := len(known) - 1; i >= 0; i -= step {
		f.marker(c, f.x.place(float64(known[i].day)), f.y.place(known[i].value.Value))
	}
}

// look returns the classes of the line.
func (c curve) look() string { return strings.TrimSpace("curve " + c.class + " " + c.dash) }

// marker draws the shape that distinguishes a line from others without relying on colour.
func (f frame) marker(c curve, x, y float64) {
	class := "dot " + c.class
	switch c.shape {
	case plain:
	case "square":
		f.leaf("rect", "class", class, "x", px(x-3.5), "y", px(y-3.5), "width", "7", "height", "7")
	case "triangle":
		f.leaf("path", "class", class, "d", "M"+px(x)+","+px(y-4.5)+" L"+px(x+4.5)+","+px(y+3.5)+" L"+px(x-4.5)+","+px(y+3.5)+" Z")
	default:
		f.leaf("circle", "class", class, "cx", px(x), "cy", px(y), "r", "3.7")
	}
}

// legend lists the lines with their dashes and markers.
func (c lineChart) legend(m *markup) {
	m.open("ul", "class", "legend")
	for _, line := range c.curves {
		m.open("li")
		m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
		m.line(line.look(), 1, 6, 33, 6)
		frame{markup: m}.marker(line, 17, 6)
		m.end("svg")
		m.put("span", m.lang.say("%s: %s", line.name, line.words))
		m.end("li")
	}
	for _, outlook := range c.cones {
		m.open("li")
		m.open("svg", "viewBox", "0 0 34 12", "width", "34", "height", "12", "aria-hidden", "true")
		m.leaf("path", "class", "cone "+outlook.class, "d", "M1,10 L33,1 L33,7 Z")
		m.leaf("path", "class", "cone-edge "+outlook.class, "d", "M1,10 L33,1 M1,10 L33,7")
		m.end("svg")
		m.put("span", outlook.words)
		m.end("li")
	}
	m.end("ul")
	budgetSteps(m, c.steps)
}
