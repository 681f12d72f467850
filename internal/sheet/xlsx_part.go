package sheet

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	xmlHead       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainSpace     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packageSpace  = "http://schemas.openxmlformats.org/package/2006/"
	mediaType     = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

const packageRelations = xmlHead + `<Relationships xmlns="` + packageSpace + `relationships">` +
	`<Relationship Id="rId1" Type="` + relationSpace + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`

// styles lists the cell formats in the order of the style constants. Format 2 has two decimals, format 3 separates
// thousands, and format 14 is the short date of the reader's locale. All tables of a file have the
// same currency, if any.
func styles(tables []Table) string {
	return xmlHead + `<styleSheet xmlns="` + mainSpace + `">` +
		`<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/>` +
		`<numFmt numFmtId="165" formatCode="` + escaped(moneyFormat(tables)) + `"/><numFmt numFmtId="166" formatCode="0.0%"/></numFmts>` + restOfStyles
}

// moneyFormat returns the format of amounts.
func moneyFormat(tables []Table) string {
	for _, t := range tables {
		if t.Money != "" {
			return t.Money
		}
	}
	return "#,##0.00"
}

const restOfStyles = `<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
	`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
	`<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>` +
	`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

func sheetPath(n int) string { return fmt.Sprintf("xl/worksheets/sheet%d.xml", n) }

func contentTypes(tables []Table) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Types xmlns="` + packageSpace + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + mediaType + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + mediaType + `styles+xml"/>`)
	for i := range tables {
		b.WriteString(`<Override PartName="/` + sheetPath(i+1) + `" ContentType="` + mediaType + `worksheet+xml"/>`)
	}
	return b.String() + `</Types>`
}

func workbook(tables []Table) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relationSpace + `"><sheets>`)
	for i, t := range tables {
		fmt.Fprintf(&b, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escaped(t.Name), i+1, i+1)
	}
	return b.String() + `</sheets></workbook>`
}

func workbookRelations(tables []Table) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="` + packageSpace + `relationships">`)
	for i := range tables {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, relationSpace, i+1)
	}
	fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, len(tables)+1, relationSpace)
	return b.String() + `</Relationships>`
}

// columnName returns the name of a column by its index, counted from 0: A to Z, then AA and so on.
func columnName(i int) string {
	name := ""
	for n := i + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// code matches the start of a sequence that spreadsheets read as a character code.
var code = regexp.MustCompile(`^_x[0-9A-Fa-f]{4}`)

// escaped returns text in the XML form that spreadsheets read: characters that XML cannot contain are written as _xHHHH_, and
// so is the first character of anything that would be read as such a code. Text that is too long for a cell is truncated.
func escaped(text string) string {
	text = cut(strings.ToValidUTF8(text, "\ufffd"))
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case !inXML(r) || r == '_' && code.MatchString(text[i:]):
			fmt.Fprintf(&b, "_x%04X_", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// inXML reports whether XML can contain a character unchanged.
func inXML(r rune) bool {
	return r >= ' ' && r != '\ufffe' && r != '\uffff' || r == '\t' || r == '\n'
}

// cut truncates text to the length that a cell can hold, which spreadsheets count in UTF-16 code units.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= mostLetters/2 {
		return text
	}
	units := 0
	for i, r := range text {
		units += utf16.RuneLen(r)
		if units > mostLetters-1 {
			return text[:i] + "…"
		}
	}
	return text
}
