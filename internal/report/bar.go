package report

import "strings"

// hatched follows the class of bars that are filled with lines, so that they are distinguishable without colour.
const hatched = " hatched"

// bar draws a bar. The lines of a hatched one are drawn one by one: Chromium prints an SVG pattern as a picture for each bar, which makes large PDFs.
func (m *markup) bar(class string, x, y, width, height float64) {
	m.leaf("rect", "class", "bar "+class, "x", px(x), "y", px(y), "width", px(width), "height", px(height))
	if tone, lined := strings.CutSuffix(class, hatched); lined {
		m.leaf("path", "class", "hatching "+tone, "d", hatching(x, y, width, height))
	}
}

// hatching returns diagonal lines within a rectangle.
func hatching(x, y, width, height float64) string {
	const step = 5.0
	var b strings.Builder
	for c := step; c < width+height; c += step {
		left, right := max(0, c-height), min(width, c)
		b.WriteString("M" + px(x+left) + "," + px(y+c-left) + "L" + px(x+right) + "," + px(y+c-right))
	}
	return b.String()
}
