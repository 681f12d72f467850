package report

import "math"

// The drawing area of a plot, in its own units; the page scales it.
const (
	plotWidth  = 760.0
	plotHeight = 340.0
	leftSpace  = 74.0
	rightSpace = 104.0
	topSpace   = 26.0
	lowSpace   = 54.0
)

// frame is the axes of a plot.
type frame struct {
	*markup

	id             string
	x, y           scale
	height         float64
	xLabel, yLabel string
}

// begin opens a drawing. Its title is the figure's caption; desc tells it to those who cannot see it.
func (m *markup) begin(id, title, desc string, height float64) {
	m.open("svg", "viewBox", "0 0 "+px(plotWidth)+" "+px(height), "role", "img", "aria-labelledby", id+"-t "+id+"-d",
		"preserveAspectRatio", "xMidYMid meet")
	m.put("title", title, "id", id+"-t")
	m.put("desc", desc, "id", id+"-d")
}

// axes draws grid, marks and labels, and a clip for what is drawn within.
func (f frame) axes(xTicks, yTicks []tick) {
	f.open("clipPath", "id", f.id+"-clip")
	f.leaf("rect", "x", px(f.x.at), "y", px(f.y.end), "width", px(f.x.end-f.x.at), "height", px(f.y.at-f.y.end))
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
	mid := px((f.y.at + f.y.end) / 2)
	f.put("text", f.yLabel, "class", "axis-label", "x", "14", "y", mid, "text-anchor", "middle", "transform", "rotate(-90 14 "+mid+")")
}

func (m *markup) line(class string, x1, y1, x2, y2 float64) {
	m.leaf("line", "class", class, "x1", px(x1), "y1", px(y1), "x2", px(x2), "y2", px(y2))
}

// mark is a text beside a place.
type mark struct {
	x, y  float64
	text  string
	class string
}

const (
	markHeight = 14.0
	markLetter = 6.3 // the width of a letter, about
)

func (m mark) width() float64 { return float64(len([]rune(m.text))) * markLetter }

// marks writes texts to the right of their places, and moves those apart that would lie on each other.
func (f frame) marks(list []mark) {
	var placed []mark
	for _, m := range list {
		m.x = math.Min(m.x+7, plotWidth-m.width())
		m.y = free(m, placed, f.y.end+4, f.y.at-4)
		placed = append(placed, m)
		f.put("text", m.text, "class", "mark "+m.class, "x", px(m.x), "y", px(m.y+4))
	}
}

// free is the height nearest to the wanted one where a text lies on no other.
func free(m mark, placed []mark, top, bottom float64) float64 {
	fits := func(y float64) bool {
		for _, other := range placed {
			apart := m.x > other.x+other.width() || other.x > m.x+m.width()
			if !apart && math.Abs(y-other.y) < markHeight {
				return false
			}
		}
		return y >= top && y <= bottom
	}
	for shift := 0.0; shift < bottom-top; shift++ {
		for _, y := range []float64{m.y - shift, m.y + shift} {
			if fits(y) {
				return y
			}
		}
	}
	return m.y
}
