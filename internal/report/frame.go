package report

import (
	"cmp"
	"slices"
)

// The drawing area of a plot, in its own units; the page scales it.
const (
	plotWidth  = 760.0
	plotHeight = 270.0
	leftSpace  = 74.0
	rightSpace = 112.0
	topSpace   = 26.0
	lowSpace   = 54.0
)

// frame holds the axes of a plot.
type frame struct {
	*markup

	id             string
	x, y           scale
	height         float64
	xLabel, yLabel string
}

// begin opens a drawing. Its title is the figure's caption; desc describes it for those who cannot see it.
func (m *markup) begin(id, title, desc string, height float64) {
	m.open("svg", "viewBox", "0 0 "+px(plotWidth)+" "+px(height), "role", "img", "aria-labelledby", id+"-t "+id+"-d",
		"preserveAspectRatio", "xMidYMid meet")
	m.put("title", title, "id", id+"-t")
	m.put("desc", desc, "id", id+"-d")
}

// axes draws the grid, ticks and labels, and defines a clip path for everything drawn inside them.
func (f frame) axes(xTicks, yTicks []tick) {
	f.open("clipPath", "id", f.id+"-clip")
	const edge = 5 // so that markers on the edge are not clipped
	f.leaf("rect", "x", px(f.x.at-edge), "y", px(f.y.end-edge), "width", px(f.x.end-f.x.at+2*edge), "height", px(f.y.at-f.y.end+2*edge))
	f.end("clipPath")
	for _, t := range yTicks {
		y := f.y.place(t.at)
		f.line("grid", f.x.at, y, f.x.end, y)
		f.put("text", t.label, "class", "tick", "x", px(f.x.at-7), "y", px(y+4), "text-anchor", "end")
	}
	for _, t := range xTicks {
		x := f.x.place(t.at)
		f.line("axis", x, f.y.at, x, f.y.at+5)
		f.put("text", t.label, "class", "tick", "x", px(x), "y", px(f.y.at+18), "text-anchor", "middle")
	}
	f.line("axis", f.x.at, f.y.at, f.x.end, f.y.at)
	f.line("axis", f.x.at, f.y.at, f.x.at, f.y.end)
	f.put("text", f.xLabel, "class", "axis-label", "x", px((f.x.at+f.x.end)/2), "y", px(f.height-8), "text-anchor", "middle")
	if f.yLabel == "" {
		return
	}
	mid := px((f.y.at + f.y.end) / 2)
	f.put("text", f.yLabel, "class", "axis-label", "x", "14", "y", mid, "text-anchor", "middle", "transform", "rotate(-90 14 "+mid+")")
}

func (m *markup) line(class string, x1, y1, x2, y2 float64) {
	m.leaf("line", "class", class, "x1", px(x1), "y1", px(y1), "x2", px(x2), "y2", px(y2))
}

// mark is a label next to a point.
type mark struct {
	x, y  float64
	text  string
	class string
}

const (
	markHeight = 14.0
	markLetter = 6.3 // the approximate width of a character
)

func (m mark) width() float64 { return float64(len([]rune(m.text))) * markLetter }

// marks writes labels to the right of their points and moves overlapping ones apart, keeping their vertical order.
func (f frame) marks(list []mark) {
	for i := range list {
		list[i].x = min(list[i].x+7, plotWidth-list[i].width())
	}
	slices.SortStableFunc(list, func(a, b mark) int { return cmp.Compare(a.y, b.y) })
	for i := range list {
		for _, above := range list[:i] {
			if above.beside(list[i]) {
				list[i].y = max(list[i].y, above.y+markHeight)
			}
		}
	}
	for i, m := range slices.Backward(list) {
		list[i].y = min(m.y, f.y.at-4)
		for _, below := range list[i+1:] {
			if below.beside(m) {
				list[i].y = min(list[i].y, below.y-markHeight)
			}
		}
		f.put("text", m.text, "class", "mark "+m.class, "x", px(m.x), "y", px(list[i].y+4))
	}
}

// beside reports whether two labels would overlap if they were at the same height.
func (m mark) beside(other mark) bool {
	return m.x <= other.x+other.width() && other.x <= m.x+m.width()
}
