package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// The parts of an XLSX file as the standard names them; this reader is independent of the writer.
type (
	xRelations struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"http://schemas.openxmlformats.org/package/2006/relationships Relationship"`
	}
	xTypes struct {
		Defaults []struct {
			Extension string `xml:"Extension,attr"`
			Type      string `xml:"ContentType,attr"`
		} `xml:"http://schemas.openxmlformats.org/package/2006/content-types Default"`
		Overrides []struct {
			Part string `xml:"PartName,attr"`
			Type string `xml:"ContentType,attr"`
		} `xml:"http://schemas.openxmlformats.org/package/2006/content-types Override"`
	}
	xBook struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"http://schemas.openxmlformats.org/spreadsheetml/2006/main sheets>sheet"`
	}
	xStyles struct {
		Formats []struct {
			Format string `xml:"numFmtId,attr"`
			Quote  string `xml:"quotePrefix,attr"`
		} `xml:"cellXfs>xf"`
	}
	xSheet struct {
		Rows []struct {
			R     int `xml:"r,attr"`
			Cells []struct {
				R       string  `xml:"r,attr"`
				T       string  `xml:"t,attr"`
				S       int     `xml:"s,attr"`
				V       *string `xml:"v"`
				Formula *string `xml:"f"`
				Text    *string `xml:"is>t"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
		Filter struct {
			Ref string `xml:"ref,attr"`
		} `xml:"autoFilter"`
	}
)

// opened is a file as the reader finds it: the cells of each sheet by reference.
type opened struct {
	names  []string
	sheets []map[string]found
}

type found struct {
	text   string // with character codes resolved
	number string
	format string // the number format
	quote  bool
}

func mustOpen(t *testing.T, file []byte) opened {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	parts, types := map[string][]byte{}, xTypes{}
	for i, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if parts[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		if i == 0 && f.Name != "[Content_Types].xml" {
			t.Error("the types are not the first part")
		}
	}
	mustXML(t, parts["[Content_Types].xml"], &types)
	main := follow(t, parts, "", "/officeDocument")["rId1"]
	mustType(t, types, main, "sheet.main+xml")
	var book xBook
	mustXML(t, parts[main], &book)
	var styles xStyles
	for _, target := range follow(t, parts, main, "/styles") {
		mustType(t, types, target, "styles+xml")
		mustXML(t, parts[target], &styles)
	}
	sheets := follow(t, parts, main, "/worksheet")
	out := opened{}
	for _, s := range book.Sheets {
		mustType(t, types, sheets[s.ID], "worksheet+xml")
		out.names = append(out.names, s.Name)
		out.sheets = append(out.sheets, mustSheet(t, parts[sheets[s.ID]], styles))
	}
	return out
}

// follow returns the parts that one part refers to with a relationship of the given type; every target must exist.
func follow(t *testing.T, parts map[string][]byte, of, kind string) map[string]string {
	t.Helper()
	dir, name := path.Split(of)
	var relations xRelations
	mustXML(t, parts[dir+"_rels/"+name+".rels"], &relations)
	out := map[string]string{}
	for _, r := range relations.List {
		if target := path.Join(dir, r.Target); parts[target] == nil {
			t.Fatalf("%s refers to %s, which is not there", of, target)
		} else if strings.HasSuffix(r.Type, kind) {
			out[r.ID] = target
		}
	}
	return out
}

func mustXML(t *testing.T, text []byte, into any) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("there is more than one root in %.200s", text)
	}
}

func mustType(t *testing.T, types xTypes, part, kind string) {
	t.Helper()
	for _, o := range types.Overrides {
		if o.Part == "/"+part && o.Type == "application/vnd.openxmlformats-officedocument.spreadsheetml."+kind {
			return
		}
	}
	t.Fatalf("%s is not said to be %s", part, kind)
}

func mustSheet(t *testing.T, text []byte, styles xStyles) map[string]found {
	t.Helper()
	var s xSheet
	mustXML(t, text, &s)
	cells := map[string]found{}
	for i, row := range s.Rows {
		if row.R != i+1 {
			t.Fatalf("row %d says that it is %d", i+1, row.R)
		}
		for _, c := range row.Cells {
			if c.Formula != nil || !strings.HasSuffix(c.R, strconv.Itoa(row.R)) || (c.T == "inlineStr") != (c.Text != nil) {
				t.Fatalf("the cell %+v is wrong", c)
			}
			f := found{format: styles.Formats[c.S].Format, quote: styles.Formats[c.S].Quote == "1"}
			if c.Text != nil {
				f.text = decoded(*c.Text)
			} else {
				f.number = *c.V
			}
			cells[c.R] = f
		}
	}
	return cells
}

// decoded resolves character codes, from left to right.
func decoded(text string) string {
	return regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`).ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[2:6], 16, 32)
		return string(rune(n))
	})
}

func mustXLSX(t *testing.T, tables []Table, rows func(w Writer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewXLSX(&out, tables...)
	if err := errors.Join(rows(w), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAnXLSXFileIsReadBackByAnIndependentReader(t *testing.T) {
	t.Parallel()
	texts := hostile()
	file := mustXLSX(t, []Table{{Name: "Hostile & <co>", Columns: []Column{{"title", 40}, {"n", 8}}}}, func(w Writer) error {
		err := w.Begin()
		for i, text := range texts {
			err = errors.Join(err, w.Row(Text(text), Number(float64(i)/8)))
		}
		return err
	})
	book := mustOpen(t, file)
	if len(book.names) != 1 || book.names[0] != "Hostile & <co>" || book.sheets[0]["A1"].text != "title" {
		t.Fatalf("%v", book.names)
	}
	for i, text := range texts {
		want := strings.ToValidUTF8(text, "\ufffd")
		if len(utf16.Encode([]rune(want))) > mostLetters {
			want = string([]rune(want)[:len([]rune(cut(want)))-1]) + "…"
		}
		got := book.sheets[0][fmt.Sprint("A", i+2)]
		if got.text != want || len(utf16.Encode([]rune(got.text))) > mostLetters {
			t.Errorf("%.60q is read as %.60q", want, got.text)
		}
		if first, _ := firstRune(want); startsFormula(first) && !got.quote {
			t.Errorf("%.60q becomes a formula when it is edited", want)
		}
		if n := book.sheets[0][fmt.Sprint("B", i+2)].number; n != strconv.FormatFloat(float64(i)/8, 'g', -1, 64) {
			t.Errorf("the number %d is read as %q", i, n)
		}
	}
}

func TestDaysAreDaysInXLSX(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	file := mustXLSX(t, []Table{{Name: "A", Columns: []Column{{"a", 1}}}, {Name: "B", Columns: make([]Column, 30)}}, func(w Writer) error {
		return errors.Join(w.Begin(), w.Row(Date("2026-11-15"), Moment(at), Date("0001-01-01"), Date("1900-03-01"), Date("9999-12-31"), Cell{}, Number(-0.1)), w.Begin())
	})
	book := mustOpen(t, file)
	s := book.sheets[0]
	if s["A2"] != (found{number: "46341", format: "14"}) || s["B2"] != (found{number: "46341.5", format: "164"}) || s["C2"].text != "0001-01-01" {
		t.Errorf("%+v", s)
	}
	if _, there := s["F2"]; there || s["D2"].number != "61" || s["E2"].number != "2958465" || s["G2"].number != "-0.1" {
		t.Errorf("%+v", s)
	}
	if _, ok := book.sheets[1]["AD1"]; !ok || len(book.sheets) != 2 {
		t.Error("the second sheet lacks its thirtieth column")
	}
}

func TestASheetThatIsTooLongIsRefused(t *testing.T) {
	t.Parallel()
	w := NewXLSX(io.Discard, Table{Name: "Long", Columns: []Column{{"n", 1}}})
	err := w.Begin()
	for i := 0; err == nil && i < mostRows+5; i++ {
		err = w.Row(Number(1))
	}
	if !errors.Is(err, ErrTooLong) || !errors.Is(w.Close(), ErrTooLong) {
		t.Errorf("%v", err)
	}
}

func TestEveryKindOfNumberHasItsFormatAndEverySheetAFilter(t *testing.T) {
	t.Parallel()
	tables := []Table{{Name: "A", Columns: []Column{{"a", 1}, {"b", 1}}, Money: `#,##0.00\ [$€]`}}
	file := mustXLSX(t, tables, func(w Writer) error {
		return errors.Join(w.Begin(), w.Row(Money(1234.5), Ratio(0.784), Percent(12.5), Count(12_345), Number(2.5)), w.Row(Ratio(math.NaN())))
	})
	s := mustOpen(t, file).sheets[0]
	for cell, want := range map[string]found{
		"A2": {number: "1234.5", format: "165"}, "B2": {number: "0.784", format: "2"}, "C2": {number: "0.125", format: "166"},
		"D2": {number: "12345", format: "3"}, "E2": {number: "2.5", format: "0"},
	} {
		if s[cell] != want {
			t.Errorf("%s is %+v, want %+v", cell, s[cell], want)
		}
	}
	if _, there := s["A3"]; there {
		t.Error("a number that is none has a cell")
	}
	parts := mustParts(t, file)
	if styles := parts["xl/styles.xml"]; !strings.Contains(styles, `numFmtId="165" formatCode="#,##0.00\ [$€]"`) || !strings.Contains(styles, `numFmtId="166" formatCode="0.0%"`) {
		t.Error(styles)
	}
	if sheet := parts["xl/worksheets/sheet1.xml"]; !strings.Contains(sheet, `<autoFilter ref="A1:B3"/>`) || !strings.Contains(sheet, `state="frozen"`) {
		t.Error(sheet)
	}
}

// mustParts unpacks a file.
func mustParts(t *testing.T, file []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(text)
	}
	return parts
}

type brokenPipe struct{ left int }

var errBroken = errors.New("nobody reads")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestAWriteErrorIsReturned(t *testing.T) {
	t.Parallel()
	for _, left := range []int{0, 100, 1000, 5000, 20_000} {
		for name, w := range map[string]Writer{
			"CSV":  NewCSV(&brokenPipe{left}, Comma(), Table{Name: "T", Columns: []Column{{"a", 1}}}),
			"XLSX": NewXLSX(&brokenPipe{left}, Table{Name: "T", Columns: []Column{{"a", 1}}}),
		} {
			err := w.Begin()
			for i := 0; i < 30_000 && err == nil; i++ {
				err = w.Row(Number(float64(i * i)))
			}
			if err == nil {
				err = w.Close()
			}
			if !errors.Is(err, errBroken) {
				t.Errorf("%s after %d bytes: %v", name, left, err)
			}
		}
	}
}
