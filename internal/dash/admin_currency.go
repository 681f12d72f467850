package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
)

// currencies holds the currency that new projects get, which is null if none is set, and the exchange rates with the latest days.
type currencies struct {
	Currency *string        `json:"currency"`
	Rates    []exchangeRate `json:"rates"`
	More     bool           `json:"more"` // there are older rates
}

// exchangeRate says that, from a day on, one unit of a currency is worth so many units of another one.
type exchangeRate struct {
	ID        int64   `json:"id"`
	From      string  `json:"from"`
	To        string  `json:"to"`
	FromDay   string  `json:"from_day"`
	Rate      float64 `json:"rate"`
	EnteredBy string  `json:"entered_by"`
	CreatedAt string  `json:"created_at"`
}

type currencyBody struct {
	Currency domain.Opt[*string] `json:"currency" rule:"currency" need:"yes"`
}

type exchangeRateBody struct {
	From    domain.Opt[string]      `json:"from" rule:"currency" need:"yes"`
	To      domain.Opt[string]      `json:"to" rule:"currency" need:"yes"`
	FromDay domain.Opt[domain.Date] `json:"from_day" rule:"date" need:"yes"`
	Rate    domain.Opt[float64]     `json:"rate" rule:"exchange rate" need:"yes"`
}

func exchangeRateOf(r domain.ExchangeRate) exchangeRate {
	return exchangeRate{r.ID, r.From, r.To, string(r.Day), r.Rate, r.EnteredBy, figures.Stamp(r.CreatedAt)}
}

func (d *Dash) getCurrencies(r *request) (any, error) { return d.currencies(r) }

func (d *Dash) currencies(r *request) (currencies, error) {
	x, err := d.app.Money.Exchange(r.ctx)
	return currencies{x.Currency, front.Mapped(x.Rates, exchangeRateOf), x.More}, err
}

func (d *Dash) setCurrency(r *request) (any, error) {
	b, err := body[currencyBody](r)
	if err != nil {
		return nil, err
	}
	if err := d.app.Projects.SetDefaultCurrency(r.ctx, r.caller(), b.Currency.Value); err != nil {
		return nil, err
	}
	return d.currencies(r)
}

func (d *Dash) addExchangeRate(r *request) (any, error) {
	b, err := body[exchangeRateBody](r)
	if err != nil {
		return nil, err
	}
	rate := domain.ExchangeRate{From: b.From.Value, To: b.To.Value, Day: b.FromDay.Value, Rate: b.Rate.Value}
	if err := d.app.Money.AddExchangeRate(r.ctx, r.caller(), rate); err != nil {
		return nil, err
	}
	out, err := d.currencies(r)
	return made{out}, err
}

func (d *Dash) deleteExchangeRate(r *request) (any, error) {
	id, err := r.number("exchange rate")
	if err != nil {
		return nil, err
	}
	return done{true}, d.app.Money.DeleteExchangeRate(r.ctx, r.caller(), id)
}
