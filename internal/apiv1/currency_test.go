package apiv1_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

func TestAProjectHasACurrencyThatCanBeSetChangedAndCleared(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada, ctx := w.MustPerson(t, "ada"), t.Context()
		currency := func(p *client.Project) string {
			if p.Currency == nil {
				return "none"
			}
			return *p.Currency
		}
		plain := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: "Plain", Budget: new(100.0)}))(t)
		swiss := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: "Swiss", Currency: new("CHF")}))(t)
		if currency(plain) != "none" || currency(swiss) != "CHF" {
			t.Errorf("%s and %s", currency(plain), currency(swiss))
		}
		plain = apitest.Must(ada.UpdateProject(ctx, plain.UUID, client.ProjectUpdate{Currency: client.Set("EUR")}))(t)
		if currency(plain) != "EUR" || *plain.Budget != 100 {
			t.Errorf("%s, budget %v", currency(plain), *plain.Budget)
		}
		if plain = apitest.Must(ada.UpdateProject(ctx, plain.UUID, client.ProjectUpdate{Name: client.Set("Other")}))(t); currency(plain) != "EUR" {
			t.Errorf("a new name makes the currency %s", currency(plain))
		}
		if plain = apitest.Must(ada.UpdateProject(ctx, plain.UUID, client.ProjectUpdate{Currency: client.Null[string]()}))(t); currency(plain) != "none" {
			t.Errorf("null leaves %s", currency(plain))
		}
		for _, bad := range []any{"EURO", "eur", "DEM", "", 5} {
			a := w.Call(t, ada.Key, http.MethodPut, "/projects/"+plain.UUID, map[string]any{"currency": bad})
			want := "currency must be the ISO 4217 code of a currency, such as EUR, or null, not "
			if a.Status != http.StatusUnprocessableEntity || !strings.Contains(string(a.Body), want) {
				t.Errorf("%v: %d %s", bad, a.Status, a.Body)
			}
		}
	})
}

func TestNewProjectsGetTheCurrencyOfTheInstance(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada, ctx := w.MustPerson(t, "ada"), t.Context()
		old := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: "Old"}))(t)
		if err := w.App.Projects.SetDefaultCurrency(ctx, domain.Operator(), new("SEK")); err != nil {
			t.Fatal(err)
		}
		fresh := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: "Fresh"}))(t)
		other := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: "Other", Currency: new("NOK")}))(t)
		if fresh.Currency == nil || *fresh.Currency != "SEK" || other.Currency == nil || *other.Currency != "NOK" {
			t.Errorf("%v and %v", fresh.Currency, other.Currency)
		}
		var none struct{ Currency *string }
		w.Call(t, ada.Key, http.MethodPost, "/projects", map[string]any{"name": "None", "currency": nil}).Data(t, &none)
		if again := apitest.Must(ada.Project(ctx, old.UUID))(t); none.Currency != nil || again.Currency != nil {
			t.Errorf("null gives %v, and the old project has %v", none.Currency, again.Currency)
		}
	})
}

func TestPortfolioTotalsAreAlsoGivenByCurrency(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada, ctx := w.MustPerson(t, "ada"), t.Context()
		uuids := map[string]string{}
		for name, currency := range map[string]*string{"a": new("USD"), "b": new("EUR"), "c": new("EUR"), "d": nil} {
			p := apitest.Must(ada.CreateProject(ctx, client.ProjectCreate{Name: name, Budget: new(100.0), Currency: currency}))(t)
			uuids[name] = p.UUID
		}
		all := apitest.Must(ada.PortfolioFinance(ctx))(t)
		if all.Totals.Currency != nil || all.Totals.BAC != 400 || all.Totals.Projects != 4 {
			t.Errorf("%+v", all.Totals)
		}
		by := all.TotalsByCurrency
		if len(by) != 3 || *by[0].Currency != "EUR" || by[0].BAC != 200 || *by[1].Currency != "USD" || by[1].BAC != 100 || by[2].Currency != nil || by[2].BAC != 100 {
			t.Errorf("%+v", by)
		}
		same := apitest.Must(ada.PortfolioFinance(ctx, uuids["b"], uuids["c"]))(t)
		if *same.Totals.Currency != "EUR" || len(same.TotalsByCurrency) != 1 || same.TotalsByCurrency[0].BAC != same.Totals.BAC {
			t.Errorf("%+v", same)
		}
		if _, err := ada.UpdateProject(ctx, uuids["c"], client.ProjectUpdate{Currency: client.Set("GBP")}); err != nil {
			t.Fatal(err)
		}
		if mixed := apitest.Must(ada.PortfolioFinance(ctx, uuids["b"], uuids["c"]))(t); mixed.Totals.Currency != nil || len(mixed.TotalsByCurrency) != 2 {
			t.Errorf("%+v", mixed)
		}
		unset := apitest.Must(ada.PortfolioFinance(ctx, uuids["d"]))(t)
		nobody := apitest.Must(w.MustPerson(t, "nobody").PortfolioFinance(ctx))(t)
		if unset.Totals.Currency != nil || len(unset.TotalsByCurrency) != 1 || len(nobody.TotalsByCurrency) != 0 {
			t.Errorf("%+v and %+v", unset, nobody)
		}
	})
}
