package report

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// markup writes HTML and SVG. It escapes all text and every attribute, so that no data can be read as markup.
type markup struct {
	strings.Builder

	lang voice
}

// open opens an element; attributes are alternating names and values.
func (m *markup) open(name string, attributes ...string) {
	m.start(name, attributes)
	m.WriteByte('>')
}

// leaf writes an empty SVG element.
func (m *markup) leaf(name string, attributes ...string) {
	m.start(name, attributes)
	m.WriteString("/>")
}

func (m *markup) start(name string, attributes []string) {
	m.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		m.WriteString(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
	}
}

// end closes elements in the order given.
func (m *markup) end(names ...string) {
	for _, name := range names {
		m.WriteString("</" + name + ">")
	}
}

// put writes an element that contains text.
func (m *markup) put(name, text string, attributes ...string) {
	m.open(name, attributes...)
	m.WriteString(html.EscapeString(text))
	m.end(name)
}

// px formats a coordinate with two decimals, which is finer than any screen.
func px(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// table is the data behind a plot.
type table struct {
	head []string
	rows [][]string
}

// only keeps the columns with the given indices.
func (t table) only(columns ...int) table {
	pick := func(cells []string) []string {
		kept := make([]string, 0, len(columns))
		for _, i := range columns {
			kept = append(kept, cells[i])
		}
		return kept
	}
	return table{head: pick(t.head), rows: mapped(t.rows, pick)}
}

// write writes the table to the page; the first column is the row header.
func (t table) write(m *markup, class string) {
	m.open("table", "class", class)
	m.open("thead")
	m.open("tr")
	for _, name := range t.head {
		m.put("th", name, "scope", "col")
	}
	m.end("tr", "thead")
	m.open("tbody")
	for _, row := range t.rows {
		m.open("tr")
		m.put("th", row[0], "scope", "row")
		for _, cell := range row[1:] {
			m.put("td", cell)
		}
		m.end("tr")
	}
	m.end("tbody", "table")
}
