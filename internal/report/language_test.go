package report

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"earnest/evm"
)

// saidTexts returns every string that the package passes to say, directly or indirectly.
func saidTexts(t *testing.T) map[string]bool {
	t.Helper()
	said := map[string]bool{}
	for _, name := range []evm.Colour{evm.Green, evm.Amber, evm.Red, evm.Grey} {
		said[string(name)], said[healthWords(name)] = true, true
	}
	for _, status := range []evm.SprintStatus{evm.Planning, evm.Active, evm.Completed} {
		said[string(status)] = true
	}
	for _, code := range []evm.WarningCode{
		evm.UndatedPoints, evm.UnratedMinutes, evm.NoSprintMinutes, evm.UnestimatedTickets, evm.OverbookedMinutes, evm.FutureMinutes, evm.EarlyMinutes,
	} {
		said[string(code)] = true
	}
	for _, f := range Figures(English) {
		said[f.Label], said[f.Meaning] = true, true
	}
	said[termOf(allInCPI).label], said[termOf(allInCPI).name] = true, true
	for _, r := range []Report{story(1, nil), story(1, new(1.0))} {
		_, list := curveSeries(r)
		for _, s := range list {
			said[s.name], said[s.words] = true, true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if text, ok := saidText(n); ok {
				said[text] = true
			}
			return true
		})
	}
	return said
}

// saidText returns the string that a call passes to say.
func saidText(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "say" {
		return "", false
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

func TestEveryTextOfThePageIsThereInFrench(t *testing.T) {
	t.Parallel()
	said, texts := saidTexts(t), french()
	if len(said) < 100 {
		t.Fatalf("only %d texts found: the walk is broken", len(said))
	}
	for text := range said {
		other, ok := texts[text]
		warning := strings.Contains(text, "_") // a warning is passed with its amount
		if !ok || other == "" || !warning && strings.Count(text, "%s") != strings.Count(other, "%s") {
			t.Errorf("%q is %q in French", text, other)
		}
	}
	for text := range texts {
		if !said[text] {
			t.Errorf("nobody says %q", text)
		}
	}
}

func TestAFrenchPageWritesNumbersAndDaysAsTheFrenchDo(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		var page, english bytes.Buffer
		if err := HTML(&page, r, French); err != nil {
			t.Fatal(err)
		}
		if err := HTML(&english, r, English); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		if !strings.Contains(text, `<html lang="fr">`) || strings.Contains(text, "%!") || strings.Contains(text, r.Today.String()) {
			t.Errorf("%s: the page is not French", name)
		}
		if strings.Count(text, "<td>") != strings.Count(english.String(), "<td>") {
			t.Errorf("%s: the French page has other cells", name)
		}
	}
	for got, want := range map[string]string{
		French.decimals(-1234567.891):       "−1\u202f234\u202f567,89",
		French.compact(1.5e9):               "1,5Md",
		French.plural(1.5, "day"):           "1,5 jour",
		French.plural(2, "past sprint"):     "2 sprints passés",
		French.day(evm.DayOf(2026, 3, 2)):   "2 mars 2026",
		English.day(evm.DayOf(2026, 9, 30)): "30 Sept 2026",
		French.percent(-12.34):              "−12,3\u202f%",
		French.date("2026-03"):              "mars 2026",
		French.hours(45):                    "45 min",
		French.hours(90):                    "1 h 30",
		French.hours(480 * 150):             "1\u202f200 h",
		English.plural(1.5, "day"):          "1.5 days",
		French.counted(1.3846, "point", 3):  "1,385 point",
		English.counted(1.3846, "point", 3): "1.385 points",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A page for a reader who may not see the cost shows no cost figures, and says so once.
func TestAPageWithoutCostShowsNone(t *testing.T) {
	t.Parallel()
	for _, l := range []Language{English, French} {
		r := story(12, new(5000.0))
		r.Finance = r.Finance.WithoutCost()
		for i := range r.Sprints {
			r.Sprints[i].Cost = 4321
		}
		for i := range r.Curve {
			r.Curve[i].AC, r.Curve[i].ACTotal = evm.Known(4321), evm.Known(4321)
		}
		for i := range r.History {
			r.History[i].CPI = evm.Known(0.4321)
		}
		r.Forecast.P50.Cost = evm.Known(4321)
		var page bytes.Buffer
		if err := HTML(&page, r, l); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, word := range []string{l.whole(4321), l.decimals(4321), ">CPI<", ">EAC<", l.say("Cost at completion"), l.say("Cost by sprint")} {
			if strings.Contains(text, word) {
				t.Errorf("%v: %q is on the page", l, word)
			}
		}
		if n := strings.Count(text, ">"+html.EscapeString(l.say("This project shows its cost to its owner and admins only."))); n != 1 {
			t.Errorf("%v: the page explains %d times that it has no cost", l, n)
		}
	}
}
