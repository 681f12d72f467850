package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func twoRows(cpu, ratio float64, other string) *report {
	return &report{
		Date: "then", Commit: "abc",
		Rows: []row{
			{Engine: sqlite, Group: reads, Work: "ticket detail", CPU: cpu, Ratio: ratio, P99: 900},
			{Engine: sqlite, Group: writes, Work: other, CPU: 1, Ratio: 1},
		},
	}
}

func TestComparingShowsChangesAndWhatOnlyOneRunHas(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := twoRows(50, 2, "log time")
	now.Machine.Cores = 4
	compare(&out, twoRows(100, 4, "create ticket"), now)
	for _, want := range []string{
		"-50%", "4.0x", "2.0x", "better", "machines differ",
		"only before: sqlite, write: create ticket", "only now: sqlite, write: log time",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
}

func TestOnlyANotableChangeIsMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, now float64
		want        string
	}{{100, 110, ""}, {100, 90, ""}, {100, 120, "WORSE"}, {100, 80, "better"}, {0, 5, ""}} {
		if got := verdict(c.before, c.now); got != c.want {
			t.Errorf("from %g to %g is %q, want %q", c.before, c.now, got, c.want)
		}
	}
}

func TestAReportSurvivesItsFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "report.json")
	want := twoRows(100, 4, "log time")
	want.SlowSync = &syncResult{Why: "no strace"}
	if err := want.save(path); err != nil {
		t.Fatal(err)
	}
	got, err := readReport(path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestOnlyTheBlockOfADocumentIsReplaced(t *testing.T) {
	t.Parallel()
	document := func(one, two string) string {
		return "before\n" + blockBegin + one + blockEnd + "between\n" + financeBegin + two + blockEnd + "after\n"
	}
	if got, err := replaceBlock(document("old\n", "kept\n"), blockBegin, "new\n"); err != nil || got != document("new\n", "kept\n") {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := replaceBlock(document("kept\n", "old\n"), financeBegin, "new\n"); err != nil || got != document("kept\n", "new\n") {
		t.Errorf("got %q, %v", got, err)
	}
	for _, broken := range []string{"", blockBegin, blockEnd, financeBegin + blockEnd} {
		if _, err := replaceBlock(broken, blockBegin, "new\n"); err == nil {
			t.Errorf("%q has no block, but was changed", broken)
		}
	}
}

func TestATableHasTheSameCellsInBothForms(t *testing.T) {
	t.Parallel()
	g := &grid{left: 1, head: []string{"work", "µs"}}
	g.add("ticket detail", "5")
	var text, document strings.Builder
	g.text(&text)
	g.markdown(&document)
	if want := "work           µs\nticket detail   5\n"; text.String() != want {
		t.Errorf("got\n%q", text.String())
	}
	if want := "| work | µs |\n|---|---:|\n| ticket detail | 5 |\n"; document.String() != want {
		t.Errorf("got\n%q", document.String())
	}
}
