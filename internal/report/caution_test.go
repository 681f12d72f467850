package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"earnest/evm"
)

// flattered returns a report about cost that left sprints.
func flattered() Report {
	r := story(10, new(1000.0))
	r.Currency = new("EUR")
	r.Warnings = []evm.Warning{{Code: evm.CostLeftSprints, Amount: 1200, Text: "Cost that left sprints with unfinished tickets: 1200.", Edited: &evm.Edited{
		Since: new(evm.DayOf(2026, 3, 9)),
		Rises: []evm.Rise{{Index: "cpi", From: 0.78, To: 0.92}},
		By:    []evm.Act{{By: "Ada Lovelace", At: time.Date(2026, 3, 10, 14, 5, 0, 0, time.UTC)}, {At: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)}},
	}}}
	return r
}

func TestAReportTellsOfEditsWithTheirAmountAuthorAndTime(t *testing.T) {
	t.Parallel()
	write := map[string]func(*bytes.Buffer) error{
		"Since the report of 9 Mar 2026, €1,200 of cost has left sprints along with unfinished tickets. Without this, CPI would be 0.78 instead of 0.92. " +
			"Changed by Ada Lovelace (10 Mar 2026, 14:05), someone unknown (10 Mar 2026, 09:00).": func(b *bytes.Buffer) error { return Text(b, flattered()) },
		"Depuis le rapport du 9 mars 2026, un coût de 1\u202f200\u00a0€ a quitté les sprints avec des tickets non terminés. Sans cela, le CPI serait de 0,78 au lieu de 0,92. " +
			"Modifié par Ada Lovelace (10 mars 2026, 14:05), une personne inconnue (10 mars 2026, 09:00).": func(b *bytes.Buffer) error { return HTML(b, flattered(), French) },
		`"by": [ { "name": "Ada Lovelace", "at": "2026-03-10 14:05:00" }, { "name": null, "at": "2026-03-10 09:00:00" } ]`: func(b *bytes.Buffer) error { return JSON(b, flattered()) },
	}
	for want, f := range write {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		words := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }), " ")
		}
		if !strings.Contains(words(b.String()), want) {
			t.Errorf("%s\ndoes not contain\n%s", b.String(), want)
		}
	}
}

func TestAReportMarksTheChosenEstimate(t *testing.T) {
	t.Parallel()
	r := flattered()
	for name, want := range map[string]string{"text": "* CPI ", "html": "CPI (chosen)", "json": `"chosen": true`} {
		var b bytes.Buffer
		err := map[string]func() error{
			"text": func() error { return Text(&b, r) },
			"html": func() error { return HTML(&b, r, English) },
			"json": func() error { return JSON(&b, r) },
		}[name]()
		if err != nil || strings.Count(b.String(), want) != 1 {
			t.Errorf("%s: %v, the chosen estimate is marked %d times", name, err, strings.Count(b.String(), want))
		}
	}
}
