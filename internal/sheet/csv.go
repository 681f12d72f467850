package sheet

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Dialect is a variant of CSV; which one spreadsheets expect depends on the country.
type Dialect struct {
	Separator byte // between cells
	Decimal   byte // the decimal separator
}

// Comma returns the dialect that most programs read.
func Comma() Dialect { return Dialect{',', '.'} }

// Semicolon returns the dialect for countries that write 1,5 for one and a half.
func Semicolon() Dialect { return Dialect{';', ','} }

// csvFile is a CSV file: RFC 4180 with a byte order mark, by which spreadsheets recognise UTF-8.
type csvFile struct {
	out     *bufio.Writer
	table   Table
	dialect Dialect
}

// NewCSV starts a CSV file with one table.
func NewCSV(w io.Writer, d Dialect, t Table) Writer {
	return &csvFile{bufio.NewWriter(w), t, d}
}

const byteOrderMark = "\ufeff"

func (c *csvFile) Begin() error {
	_, _ = c.out.WriteString(byteOrderMark) // the next write returns any error
	names := make([]Cell, 0, len(c.table.Columns))
	for _, column := range c.table.Columns {
		names = append(names, Text(column.Name))
	}
	return c.Row(names...)
}

func (c *csvFile) Row(cells ...Cell) error {
	for i, cell := range cells {
		if i > 0 {
			_ = c.out.WriteByte(c.dialect.Separator)
		}
		_, _ = c.out.WriteString(c.written(cell))
	}
	_, err := c.out.WriteString("\r\n")
	return err
}

func (c *csvFile) Close() error { return c.out.Flush() }

// written returns a cell as it is written to the file.
func (c *csvFile) written(cell Cell) string {
	switch cell.kind {
	case textCell:
		return quoted(harmless(cell.text))
	case numberCell, moneyCell, ratioCell, percentCell, countCell:
		text := strconv.FormatFloat(cell.number, 'f', -1, 64)
		if c.dialect.Decimal == '.' {
			return text
		}
		return strings.Replace(text, ".", string(c.dialect.Decimal), 1)
	case dateCell:
		return cell.at.Format(time.DateOnly)
	case momentCell:
		return cell.at.Format(time.DateTime)
	case emptyCell:
	}
	return ""
}

// quoted quotes text that contains quotation marks or a character that some programs take for a separator, or that is surrounded
// by white space, which some programs drop.
func quoted(text string) string {
	if !strings.ContainsAny(text, "\",;\t\r\n|") && strings.TrimSpace(text) == text {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// harmless puts an apostrophe before every character that a spreadsheet could take for the start of a formula, at the
// beginning of the text and also after a separator or a line break, where a program that splits the file differently would see
// a new cell.
func harmless(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
	var out strings.Builder
	if first, ok := firstRune(text); ok && unicode.IsControl(first) { // a tab, or a line break
		out.WriteByte('\'')
	}
	begins := true // whether a cell may begin here
	for _, r := range text {
		if begins && startsFormula(r) {
			out.WriteByte('\'')
		}
		begins = isBreak(r) || begins && isBlank(r)
		out.WriteRune(r)
	}
	return out.String()
}

func firstRune(text string) (first rune, ok bool) {
	for _, r := range text {
		return r, true
	}
	return 0, false
}

// startsFormula reports whether a cell that starts with r may be evaluated as a formula; some programs accept the full-width
// forms too.
func startsFormula(r rune) bool { return strings.ContainsRune("=+-@＝＋－＠", r) }

// isBreak reports whether a program may start a new cell after r.
func isBreak(r rune) bool { return strings.ContainsRune(",;|\t\r\n\v\f\u0085\u2028\u2029", r) }

// isBlank reports whether a program may skip r at the start of a cell.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '"' || r == '\''
}
