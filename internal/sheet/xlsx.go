package sheet

import (
	"archive/zip"
	"bufio"
	"errors"
	"io"
	"strconv"
	"time"
)

// ErrTooLong means that a table has more rows than an XLSX sheet can hold.
var ErrTooLong = errors.New("a sheet cannot hold so many rows")

const (
	mostRows    = 1_048_576 // per sheet, including its header
	mostLetters = 32_767    // per cell
)

// The cell styles, in the order in which styles.xml lists them.
const (
	plainStyle = iota
	headStyle
	dateStyle
	momentStyle
	moneyStyle
	ratioStyle
	percentStyle
	countStyle
	signStyle // for text that looks like a formula, so that it remains text when edited
)

// book is an XLSX file. Its sheets are written one after the other, row by row.
type book struct {
	zip    *zip.Writer
	out    *bufio.Writer // writes to the current sheet
	tables []Table
	next   int // the number of sheets begun
	rows   int // the number of rows written to the current sheet
	err    error
}

// NewXLSX starts an XLSX file with these tables.
func NewXLSX(w io.Writer, tables ...Table) Writer {
	return &book{zip: zip.NewWriter(w), tables: tables}
}

// Begin ends the current sheet and starts the next.
func (b *book) Begin() error {
	if b.next == 0 {
		b.parts()
	}
	b.end()
	if b.err != nil {
		return b.err
	}
	b.next++
	b.create(sheetPath(b.next))
	b.open(b.table())
	b.rows = 0
	return b.head()
}

func (b *book) table() Table { return b.tables[b.next-1] }

func (b *book) create(path string) {
	part, err := b.zip.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		b.err = err
		return
	}
	b.out = bufio.NewWriter(part)
}

// parts writes the parts of the file that come before the sheets.
func (b *book) parts() {
	for _, part := range []struct{ path, text string }{
		{"[Content_Types].xml", contentTypes(b.tables)},
		{"_rels/.rels", packageRelations},
		{"xl/workbook.xml", workbook(b.tables)},
		{"xl/_rels/workbook.xml.rels", workbookRelations(b.tables)},
		{"xl/styles.xml", styles(b.tables)},
	} {
		if b.err != nil {
			return
		}
		b.create(part.path)
		if b.err == nil {
			b.put(part.text)
			b.err = b.out.Flush()
		}
	}
	b.out = nil
}

// put writes text; the buffer keeps any error until Flush returns it.
func (b *book) put(text string) { _, _ = b.out.WriteString(text) }

func (b *book) open(t Table) {
	if b.err != nil {
		return
	}
	b.put(xmlHead + `<worksheet xmlns="` + mainSpace + `"><sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`)
	for i, c := range t.Columns {
		n := strconv.Itoa(i + 1)
		b.put(`<col min="` + n + `" max="` + n + `" width="` + strconv.Itoa(max(8, c.Width)) + `" customWidth="1"/>`)
	}
	b.put(`</cols><sheetData>`)
}

func (b *book) head() error {
	if b.err != nil {
		return b.err
	}
	b.beginRow()
	for i, c := range b.table().Columns {
		b.text(i, c.Name, headStyle)
	}
	b.put(`</row>`)
	return nil
}

func (b *book) beginRow() {
	b.rows++
	b.put(`<row r="` + strconv.Itoa(b.rows) + `">`)
}

// Row writes a row to the current sheet.
func (b *book) Row(cells ...Cell) error {
	if b.err == nil && b.rows == mostRows {
		b.err = ErrTooLong
	}
	if b.err != nil {
		return b.err
	}
	b.beginRow()
	for i, c := range cells {
		b.cell(i, c)
	}
	_, b.err = b.out.WriteString(`</row>`)
	return b.err
}

func (b *book) cell(column int, c Cell) {
	switch c.kind {
	case textCell:
		style := plainStyle
		if first, ok := firstRune(c.text); ok && (startsFormula(first) || first == '\'') {
			style = signStyle
		}
		b.text(column, c.text, style)
	case numberCell:
		b.number(column, c.number, plainStyle)
	case moneyCell:
		b.number(column, c.number, moneyStyle)
	case ratioCell:
		b.number(column, c.number, ratioStyle)
	case percentCell:
		b.number(column, c.number/100, percentStyle) // spreadsheets hold the share and show it as a percentage
	case countCell:
		b.number(column, c.number, countStyle)
	case dateCell:
		b.day(column, c.at, time.DateOnly, dateStyle)
	case momentCell:
		b.day(column, c.at, time.DateTime, momentStyle)
	case emptyCell:
	}
}

func (b *book) text(column int, text string, style int) {
	b.put(`<c r="` + b.reference(column) + `" t="inlineStr"` + styled(style) + `><is><t xml:space="preserve">` + escaped(text) + `</t></is></c>`)
}

func (b *book) number(column int, x float64, style int) {
	b.value(column, strconv.FormatFloat(x, 'g', -1, 64), style)
}

func (b *book) value(column int, number string, style int) {
	b.put(`<c r="` + b.reference(column) + `"` + styled(style) + `><v>` + number + `</v></c>`)
}

// day writes a time as a number of days, as spreadsheets do. A time before March 1900 is written as text, because spreadsheets
// disagree on how to count earlier days.
func (b *book) day(column int, at time.Time, layout string, style int) {
	if at.Before(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)) {
		b.text(column, at.Format(layout), plainStyle)
		return
	}
	seconds := at.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()
	b.value(column, strconv.FormatFloat(float64(seconds)/(24*60*60), 'f', -1, 64), style)
}

func (b *book) reference(column int) string { return columnName(column) + strconv.Itoa(b.rows) }

func styled(style int) string {
	if style == plainStyle {
		return ""
	}
	return ` s="` + strconv.Itoa(style) + `"`
}

// end closes the current sheet, if there is one.
func (b *book) end() {
	if b.err != nil || b.out == nil {
		return
	}
	last := columnName(len(b.table().Columns) - 1)
	b.put(`</sheetData><autoFilter ref="A1:` + last + strconv.Itoa(b.rows) + `"/></worksheet>`)
	b.err, b.out = b.out.Flush(), nil
}

// Close ends the file.
func (b *book) Close() error {
	b.end()
	if b.err != nil {
		return b.err
	}
	return b.zip.Close()
}
