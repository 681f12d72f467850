package domain

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestCurrenciesAreListedOnceInOrder(t *testing.T) {
	t.Parallel()
	list := Currencies()
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) || len(list) < 150 {
		t.Errorf("%d currencies: %v", len(list), list)
	}
	for code := range strings.FieldsSeq(noDecimals + " " + threeDecimals) {
		if !IsCurrency(code) {
			t.Errorf("%s has decimals but is no currency", code)
		}
	}
}

func TestOnlyCodesOfCurrenciesInCirculationAreAccepted(t *testing.T) {
	t.Parallel()
	rule := Rules("currency")
	for code, want := range map[string]bool{
		"EUR": true, "USD": true, "JPY": true, "XOF": true, "ZWG": true,
		"": false, "eur": false, "EURO": false, "€": false, "XXX": false, "DEM": false, "XAU": false, "EUR ": false,
	} {
		if _, ok := rule.Text(code); ok != want {
			t.Errorf("%q: %v", code, ok)
		}
	}
	for code, want := range map[string]int{"EUR": 2, "JPY": 0, "KWD": 3} {
		if got := CurrencyDecimals(code); got != want {
			t.Errorf("%s has %d decimals, want %d", code, got, want)
		}
	}
}

func TestThePagesKnowTheSameCurrencies(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../web/src/i18n/currencies.ts")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`\b[A-Z]{3}\b`)
	part := func(after string) []string {
		_, rest, found := strings.Cut(string(text), after)
		list, _, _ := strings.Cut(rest, ";")
		if !found {
			t.Fatalf("%s is missing", after)
		}
		return code.FindAllString(list, -1)
	}
	for after, want := range map[string]string{"currencies: readonly": currencies, "noDecimals =": noDecimals, "threeDecimals =": threeDecimals} {
		if got := part(after); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s has %v, want %s", after, got, want)
		}
	}
}

func TestAConversionPrefersTheRateOfItsOwnDirection(t *testing.T) {
	t.Parallel()
	there, back := ExchangeRate{From: "USD", To: "EUR", Rate: 0.5}, ExchangeRate{From: "EUR", To: "USD", Rate: 4}
	for name, c := range map[string]struct {
		rates []ExchangeRate
		want  float64
		ok    bool
	}{
		"its own rate":     {[]ExchangeRate{there}, 50, true},
		"the inverse":      {[]ExchangeRate{back}, 25, true},
		"both":             {[]ExchangeRate{back, there}, 50, true},
		"other currencies": {[]ExchangeRate{{From: "USD", To: "GBP", Rate: 1}}, 0, false},
	} {
		way, ok := FindConversion(c.rates, "USD", "EUR")
		if ok != c.ok || ok && way.Convert(100) != c.want {
			t.Errorf("%s: %+v %v", name, way, ok)
		}
	}
	if err := (ExchangeRate{From: "EUR", To: "EUR"}).Check(); err == nil {
		t.Error("a currency has a rate to itself")
	}
}
