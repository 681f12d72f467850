package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earnest/evm"
)

// element is an element of the page.
type element struct {
	name     string
	attr     map[string]string
	text     string // all text inside it; empty for sections, tables and other large parts of the page
	children []*element
}

// all returns every matching element inside e.
func (e *element) all(passes func(*element) bool) []*element {
	var found []*element
	for _, child := range e.children {
		if passes(child) {
			found = append(found, child)
		}
		found = append(found, child.all(passes)...)
	}
	return found
}

func (e *element) named(name string) []*element {
	return e.all(func(c *element) bool { return c.name == name })
}

func (e *element) classed(class string) []*element {
	return e.all(func(c *element) bool { return slices.Contains(strings.Fields(c.attr["class"]), class) })
}

// mustPage parses the page; every element must be closed where it was opened.
func mustPage(t *testing.T, r Report) (page *element, source string) {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r, English); err != nil {
		t.Fatal(err)
	}
	source = b.String()
	d := xml.NewDecoder(strings.NewReader(source))
	d.AutoClose, d.Entity, d.Strict = []string{"meta"}, xml.HTMLEntity, false
	root := &element{}
	open := []*element{root}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root, source
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			parent := open[len(open)-1]
			parent.children = append(parent.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				if !slices.Contains([]string{"", "html", "body", "section", "figure", "details", "table", "tbody"}, e.name) {
					e.text += string(token)
				}
			}
		}
	}
}

func TestEveryPlotHasTitleAxesLegendAndTable(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		page, _ := mustPage(t, r)
		figures := page.named("figure")
		want := 5
		if r.Forecast.State == evm.Forecasted {
			want = 6
		}
		if len(figures) != want {
			t.Fatalf("%s: %d figures", name, len(figures))
		}
		for _, f := range figures {
			caption := f.named("figcaption")
			if len(caption) != 1 || caption[0].text == "" {
				t.Fatalf("%s: a figure without a title", name)
			}
			if len(f.classed("empty")) == 1 {
				continue
			}
			title := caption[0].text
			plot := f.children[slices.IndexFunc(f.children, func(e *element) bool { return e.name == "svg" })]
			if plot.attr["role"] != "img" || len(plot.named("title")) != 1 || len(plot.named("desc")) != 1 {
				t.Errorf("%s: %s says nothing to those who cannot see it", name, title)
			}
			if labels := plot.classed("axis-label"); len(labels) < 2 || slices.ContainsFunc(labels, func(e *element) bool { return e.text == "" }) {
				t.Errorf("%s: %s has the axis labels %v", name, title, labels)
			}
			if len(f.classed("legend")) != 1 || len(f.classed("legend")[0].named("li")) == 0 {
				t.Errorf("%s: %s has no legend", name, title)
			}
			if tables := f.named("table"); len(tables) != 1 || len(tables[0].named("tr")) < 2 {
				t.Errorf("%s: %s has no data", name, title)
			}
		}
	}
}

func TestNothingIsDrawnOnlyWhereThereIsNothing(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"0 days": 5, "1 days": 0, "3 days, no budget": 0, "300 days": 0, "circle": 0} {
		page, _ := mustPage(t, stories()[name])
		if got := len(page.classed("empty")); got != want {
			t.Errorf("%s: %d plots have nothing to draw, want %d", name, got, want)
		}
	}
}

func TestThePageNeedsNothingFromOutside(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		page, source := mustPage(t, r)
		for _, outside := range []string{"http:", "https:", "<script", "@import", "javascript:", "src="} {
			if strings.Contains(source, outside) {
				t.Errorf("%s: the page holds %s", name, outside)
			}
		}
		for _, odd := range []string{"NaN", "Inf", "%!"} {
			if strings.Contains(source, odd) {
				t.Errorf("%s: the page holds %s", name, odd)
			}
		}
		ids := map[string]bool{}
		for _, e := range page.all(func(e *element) bool { return e.attr["id"] != "" }) {
			if ids[e.attr["id"]] {
				t.Errorf("%s: two elements have the id %s", name, e.attr["id"])
			}
			ids[e.attr["id"]] = true
		}
	}
}

func TestTextsOfTheDataAreShownAsTheyAre(t *testing.T) {
	t.Parallel()
	r := story(3, nil)
	page, source := mustPage(t, r)
	if h := page.named("h1"); len(h) != 1 || h[0].text != r.Name {
		t.Errorf("the name %q is shown as %q", r.Name, h[0].text)
	}
	if len(page.named("b")) > 0 || !strings.Contains(source, "Itération n°") || !strings.Contains(source, `<meta charset="utf-8">`) {
		t.Error("a text of the data became markup, or lost its letters")
	}
}

func TestNoTextOfAPlotLiesOnAnother(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		page, _ := mustPage(t, r)
		for _, plot := range page.all(func(e *element) bool { return e.name == "svg" && e.attr["role"] == "img" }) {
			texts := plot.classed("mark")
			for i, a := range texts {
				for _, b := range texts[:i] {
					if overlap(a, b) {
						t.Errorf("%s: %q lies on %q in %s", name, a.text, b.text, plot.attr["aria-labelledby"])
					}
				}
				if x := number(a.attr["x"]); x < 0 || x+float64(len([]rune(a.text)))*markLetter > plotWidth+1 {
					t.Errorf("%s: %q runs over the edge", name, a.text)
				}
			}
		}
	}
}

func overlap(a, b *element) bool {
	width := func(e *element) float64 { return float64(len([]rune(e.text))) * markLetter }
	ax, bx := number(a.attr["x"]), number(b.attr["x"])
	return ax < bx+width(b) && bx < ax+width(a) && math.Abs(number(a.attr["y"])-number(b.attr["y"])) < markHeight-1
}

func number(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

func TestAnAxisHasFewRoundMarks(t *testing.T) {
	t.Parallel()
	for _, top := range []float64{0, -1, 1e-9, 0.3, 1, 7, 99, 100, 101, 12345, 1e12, math.Inf(1), math.NaN()} {
		end, ticks := upTo(top, short)
		if len(ticks) < 2 || len(ticks) > 7 || end < top && !math.IsInf(top, 1) || ticks[len(ticks)-1].at != end {
			t.Errorf("up to %v: %v, %v", top, end, ticks)
		}
	}
	for _, span := range []int{0, 1, 3, 6, 20, 60, 200, 400, 3000, 100_000, 2_900_000} {
		if ticks := English.dayTicks(20_000, 20_000+evm.Day(span)); len(ticks) < 1 || len(ticks) > 9 {
			t.Errorf("over %d days: %v", span, ticks)
		}
	}
}
