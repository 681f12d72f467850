package dash_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"earnest/internal/apitest"
)

// knownCurrencies is the administrators' page of currencies.
type knownCurrencies struct {
	Currency *string `json:"currency"`
	Rates    []struct {
		ID        int64   `json:"id"`
		From      string  `json:"from"`
		To        string  `json:"to"`
		FromDay   string  `json:"from_day"`
		Rate      float64 `json:"rate"`
		EnteredBy string  `json:"entered_by"`
	} `json:"rates"`
}

// mixedPortfolio is the part of a portfolio that depends on currencies.
type mixedPortfolio struct {
	ByCurrency []struct {
		Currency *string `json:"currency"`
		BAC      float64 `json:"bac"`
	} `json:"by_currency"`
	Converted *struct {
		Totals struct {
			Currency *string `json:"currency"`
			BAC      float64 `json:"bac"`
		} `json:"totals"`
		Rates []struct {
			From      string  `json:"from"`
			To        string  `json:"to"`
			FromDay   string  `json:"from_day"`
			Rate      float64 `json:"rate"`
			Converted string  `json:"converted"`
		} `json:"rates"`
	} `json:"converted"`
}

func TestSetUpSetsTheCurrencyOfNewProjects(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, body := w.stranger(), setupBody(w.mustSetupToken(t))
		body["currency"] = "EURO"
		refusedAt(t, b.call(t, "POST", "/setup", body), http.StatusUnprocessableEntity, "invalid", "currency")
		body["currency"] = "EUR"
		b.keep(b.call(t, "POST", "/setup", body))
		if got := must[knownCurrencies](t, b, "GET", "/admin/currency", nil); got.Currency == nil || *got.Currency != "EUR" {
			t.Errorf("%+v", got)
		}
		made := string(b.call(t, "POST", "/projects", map[string]any{"name": "First"}).Body)
		if !strings.Contains(made, `"currency":"EUR"`) {
			t.Error(made)
		}
		if log := string(b.call(t, "GET", "/admin/changes?noun=instance", nil).Body); !strings.Contains(log, `"what":"currency","from":null,"to":"EUR"`) {
			t.Error(log)
		}
	})
}

func TestAdministratorsChangeTheCurrencyOfNewProjects(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		for _, code := range []any{"GBP", "JPY", nil} {
			got := must[knownCurrencies](t, admin, "PUT", "/admin/currency", map[string]any{"currency": code})
			if code == nil && got.Currency != nil || code != nil && *got.Currency != code {
				t.Errorf("%v gives %v", code, got.Currency)
			}
		}
		refusedAt(t, admin.call(t, "PUT", "/admin/currency", map[string]any{"currency": "XXX"}), http.StatusUnprocessableEntity, "invalid", "currency")
		refusedAt(t, admin.call(t, "PUT", "/admin/currency", map[string]any{}), http.StatusUnprocessableEntity, "invalid", "currency")
	})
}

func TestAPortfolioIsConvertedWithTheLatestRatesUpToToday(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		for name, code := range map[string]any{"Euro": "EUR", "Dollar": "USD", "Pound": "GBP"} {
			must[any](t, admin, "POST", "/projects", map[string]any{"name": name, "budget": 1000, "currency": code})
		}
		read := func() mixedPortfolio { return must[mixedPortfolio](t, admin, "GET", "/portfolio", nil) }
		add := func(from, to, day string, rate float64) answer {
			return admin.call(t, "POST", "/admin/exchange-rates", map[string]any{"from": from, "to": to, "from_day": day, "rate": rate})
		}
		if p := read(); len(p.ByCurrency) != 3 || p.Converted != nil {
			t.Errorf("without a currency of the instance: %+v", p)
		}
		must[any](t, admin, "PUT", "/admin/currency", map[string]any{"currency": "EUR"})
		add("USD", "EUR", "2026-01-01", 0.8)
		add("USD", "EUR", "2026-03-10", 0.9) // today
		add("USD", "EUR", "2026-03-11", 0.5) // tomorrow
		if p := read(); p.Converted != nil {
			t.Errorf("without a rate for GBP: %+v", p.Converted)
		}
		add("EUR", "GBP", "2026-02-01", 0.8) // used the other way round
		p := read()
		if p.Converted == nil || *p.Converted.Totals.Currency != "EUR" || p.Converted.Totals.BAC != 1000+900+1250 || len(p.Converted.Rates) != 2 {
			t.Fatalf("%+v", p.Converted)
		}
		pound, dollar := p.Converted.Rates[0], p.Converted.Rates[1]
		if pound.Converted != "GBP" || pound.From != "EUR" || pound.FromDay != "2026-02-01" || dollar.Rate != 0.9 || dollar.FromDay != "2026-03-10" {
			t.Errorf("%+v", p.Converted.Rates)
		}
		must[any](t, admin, "POST", "/projects", map[string]any{"name": "None", "budget": 1000, "currency": nil})
		if p := read(); p.Converted != nil || len(p.ByCurrency) != 4 || p.ByCurrency[3].Currency != nil {
			t.Errorf("with a project without a currency: %+v", p)
		}
	})
}

func TestExchangeRatesAreCheckedListedLoggedAndDeleted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		body := func(change map[string]any) map[string]any {
			b := map[string]any{"from": "USD", "to": "EUR", "from_day": "2026-03-01", "rate": 0.92}
			maps.Copy(b, change)
			return b
		}
		for field, value := range map[string]any{"from": "EURO", "to": "USD", "from_day": "yesterday", "rate": 0} {
			a := admin.call(t, "POST", "/admin/exchange-rates", body(map[string]any{field: value}))
			refusedAt(t, a, http.StatusUnprocessableEntity, "invalid", field)
		}
		must[any](t, admin, "POST", "/admin/exchange-rates", body(nil))
		refusedAt(t, admin.call(t, "POST", "/admin/exchange-rates", body(map[string]any{"rate": 2})), http.StatusConflict, "conflict", "from_day")
		got := must[knownCurrencies](t, admin, "GET", "/admin/currency", nil)
		if len(got.Rates) != 1 || got.Rates[0].Rate != 0.92 || got.Rates[0].EnteredBy == "" {
			t.Fatalf("%+v", got)
		}
		path := "/admin/exchange-rates/" + strconv.FormatInt(got.Rates[0].ID, 10)
		must[any](t, admin, "DELETE", path, nil)
		refused(t, admin.call(t, "DELETE", path, nil), http.StatusNotFound, "not_found")
		refused(t, admin.call(t, "DELETE", "/admin/exchange-rates/x", nil), http.StatusNotFound, "not_found")
		if left := must[knownCurrencies](t, admin, "GET", "/admin/currency", nil); len(left.Rates) != 0 {
			t.Errorf("%+v", left)
		}
		log := string(admin.call(t, "GET", "/admin/changes?noun=exchange_rate", nil).Body)
		if !strings.Contains(log, "USD → EUR, 2026-03-01") || !strings.Contains(log, `"what":"deleted"`) || !strings.Contains(log, `"what":"created"`) {
			t.Error(log)
		}
	})
}

func TestExportsNameTheCurrencyOfTheirAmounts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		plain := owner.call(t, "GET", "/projects/"+c.Project+"/export/finance.csv", nil)
		if strings.Contains(string(plain.Body), "currency") {
			t.Errorf("%.300s", plain.Body)
		}
		must[any](t, owner, "PUT", "/projects/"+c.Project, map[string]any{"currency": "KWD", "budget": 1000})
		for _, row := range table(t, owner.call(t, "GET", "/projects/"+c.Project+"/export/finance.csv", nil)) {
			if money := row["unit"] == "money" && row["value"] != ""; (row["currency"] == "KWD") != money {
				t.Errorf("%v", row)
			}
		}
		for lang, format := range map[string]string{"en": `[$KWD]\ #,##0.000`, "fr": `#,##0.000\ [$KWD]`} {
			a := owner.call(t, "GET", "/projects/"+c.Project+"/export/finance.xlsx?lang="+lang, nil)
			archive := apitest.Must(zip.NewReader(bytes.NewReader(a.Body), int64(len(a.Body))))(t)
			styles := apitest.Must(io.ReadAll(apitest.Must(archive.Open("xl/styles.xml"))(t)))(t)
			if !strings.Contains(string(styles), `formatCode="`+format+`"`) {
				t.Errorf("%s: %s", lang, styles)
			}
		}
		tickets := owner.call(t, "GET", "/projects/"+c.Project+"/export/tickets.csv", nil)
		if strings.Contains(string(tickets.Body), "currency") {
			t.Errorf("%.300s", tickets.Body)
		}
	})
}
