package report

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"earnest/evm"
)

// amountLine is an amount in every form. The tests of the pages check the same file against what a browser writes.
type amountLine struct {
	Language string  `json:"language"`
	Currency string  `json:"currency"` // empty: none
	Value    float64 `json:"value"`
	Money    string  `json:"money"`
	PerUnit  string  `json:"per_unit"`
}

func TestAmountsAreWrittenAsOnThePages(t *testing.T) {
	t.Parallel()
	var got []amountLine
	for _, language := range []Language{English, French} {
		for _, code := range []string{"", "EUR", "USD", "GBP", "CHF", "JPY", "KWD", "CAD", "XAF", "MAD"} {
			v := newVoice(language, textOrNil(code))
			for _, value := range []float64{0, 0.784, 1234.56, -1234567.5} {
				got = append(got, amountLine{language.tag(), code, value, v.money(value), v.perUnit(value)})
			}
		}
	}
	text, err := os.ReadFile("testdata/amounts.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []amountLine
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestTheReportNamesTheCurrencyInEveryForm(t *testing.T) {
	t.Parallel()
	r := Report{Name: "Shop", Currency: new("EUR"), Finance: evm.Indicators{
		TotalSP: 10, BAC: evm.Known(100_000), CPI: evm.Known(0.78), EAC: evm.Known(128_205), VAC: evm.Known(-28_205), EV: evm.Known(1),
	}}
	const english = "Every €1 spent has earned €0.78. At this rate the project will cost €128,205, which is €28,205 over budget."
	const french = "Pour 1\u00a0€ dépensé, le travail accompli vaut 0,78\u00a0€. À ce rythme, le projet coûtera 128\u202f205\u00a0€, soit 28\u202f205\u00a0€ de plus que le budget."
	write := map[string]func(*strings.Builder) error{
		english:             func(b *strings.Builder) error { return HTML(b, r, English) },
		french:              func(b *strings.Builder) error { return HTML(b, r, French) },
		"  €100,000\n":      func(b *strings.Builder) error { return Text(b, r) },
		`"currency": "EUR"`: func(b *strings.Builder) error { return JSON(b, r) },
	}
	for want, f := range write {
		var b strings.Builder
		if err := f(&b); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%v, no %q in\n%.1500s", err, want, b.String())
		}
	}
}

func TestAWhatIfComparesAmountsInTheirCurrency(t *testing.T) {
	t.Parallel()
	q := WhatIf{Name: "Shop", Currency: new("USD"), Question: evm.WhatIf{Scope: 1, Velocity: 1, Rates: 1}}
	q.Now.Finance.BAC, q.Then.Finance.BAC = evm.Known(1000), evm.Known(1500)
	var text, structured strings.Builder
	if err := WhatIfText(&text, q); err != nil || !strings.Contains(text.String(), "+US$500\n") {
		t.Errorf("%v %s", err, text.String())
	}
	if err := WhatIfJSON(&structured, q); err != nil || !strings.Contains(structured.String(), `"currency": "USD"`) {
		t.Errorf("%v %s", err, structured.String())
	}
}

func TestAnExplanationNamesTheCurrency(t *testing.T) {
	t.Parallel()
	x := Explanation{Project: "Shop", Currency: new("EUR"), Explanation: evm.Explanation{
		Indicator: "bac", Words: "The budget.", Symbols: "bac",
		Term: evm.Term{Kind: evm.IndicatorTerm, Name: "bac", Op: evm.OpGiven, Unit: evm.MoneyUnit, Value: evm.Known(100.25)},
	}}
	var text strings.Builder
	err := ExplainText(&text, x, 0)
	if err != nil || !strings.Contains(text.String(), ": 100.25 EUR\n") || !strings.Contains(text.String(), "= 100.25 EUR\n") {
		t.Errorf("%v %s", err, text.String())
	}
}

func TestASpreadsheetWritesAmountsAsThePagesDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language Language
		currency string
		format   string
	}{
		{English, "EUR", "[$€]#,##0.00"},
		{French, "EUR", `#,##0.00\ [$€]`},
		{English, "USD", "[$US$]#,##0.00"},
		{French, "JPY", `#,##0\ [$JPY]`},
		{English, "KWD", `[$KWD]\ #,##0.000`},
	} {
		if got := c.language.MoneyFormat(c.currency); got != c.format {
			t.Errorf("%s: %s, not %s", c.currency, got, c.format)
		}
	}
}
