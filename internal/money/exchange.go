package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// exchangeNoun is the noun of exchange rates in the instance's log.
const exchangeNoun = "exchange_rate"

// listedRates is the number of exchange rates that are listed.
const listedRates = 500

// Exchange holds the exchange rates with the latest days, for administrators.
type Exchange struct {
	Currency *string // that of new projects, into which portfolios are converted; nil: none is set
	Rates    []domain.ExchangeRate
	More     bool // there are older ones
}

// Exchange lists the exchange rates for administrators of the instance.
func (a *Service) Exchange(ctx context.Context) (Exchange, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (out Exchange, err error) {
		if out.Currency, err = workstore.DefaultCurrency(ctx, tx); err != nil {
			return out, err
		}
		out.Rates, err = store.ExchangeRates(ctx, tx, listedRates+1)
		if len(out.Rates) > listedRates {
			out.Rates, out.More = out.Rates[:listedRates], true
		}
		return out, err
	})
}

// AddExchangeRate stores a rate that an administrator of the instance has entered.
func (a *Service) AddExchangeRate(ctx context.Context, caller domain.Caller, r domain.ExchangeRate) error {
	if err := r.Check(); err != nil {
		return err
	}
	r.CreatedAt = a.Now()
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		added, err := store.InsertExchangeRate(ctx, tx, r, work.IDOrNil(caller.UserID))
		if err != nil {
			return err
		}
		if !added {
			return domain.Errorf(domain.Conflict, "there is already a rate from %s to %s for %s; delete it first", r.From, r.To, r.Day).At("from_day")
		}
		return a.noteRate(ctx, tx, caller, r, domain.Change{What: domain.Created, To: work.Object(rateFacts(r))})
	})
}

// DeleteExchangeRate deletes a rate, for an administrator of the instance.
func (a *Service) DeleteExchangeRate(ctx context.Context, caller domain.Caller, id int64) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		r, err := store.ExchangeRate(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := store.DeleteExchangeRate(ctx, tx, id); err != nil {
			return err
		}
		return a.noteRate(ctx, tx, caller, r, domain.Change{What: domain.Deleted, From: work.Object(rateFacts(r))})
	})
}

// noteRate adds a row about an exchange rate to the instance's log.
func (a *Service) noteRate(ctx context.Context, tx *db.Tx, caller domain.Caller, r domain.ExchangeRate, row domain.Change) error {
	row.Noun, row.NounUUID = exchangeNoun, r.From+" → "+r.To+", "+string(r.Day)
	row.At, row.UserID, row.KeyID = a.Now(), work.IDOrNil(caller.UserID), work.IDOrNil(caller.KeyID)
	return workstore.InsertChange(ctx, tx, work.InstanceLog, row)
}

func rateFacts(r domain.ExchangeRate) []work.Fact {
	return []work.Fact{{Name: "from", Value: r.From}, {Name: "to", Value: r.To}, {Name: "from_day", Value: r.Day}, {Name: "rate", Value: r.Rate}}
}

// Converted holds the totals of projects with different currencies, converted to one currency, and the rates used.
type Converted struct {
	Totals Totals
	Rates  []domain.Conversion
}

// converted converts rows with different currencies to that of the instance and adds them up. It returns nil if there is nothing to convert, or if an
// amount cannot be converted because a project has no currency or no rate was entered for it.
func (a *Service) converted(ctx context.Context, tx *db.Tx, rows []Row) (*Converted, error) {
	groups := byCurrency(rows)
	if len(groups) < 2 {
		return nil, nil //nolint:nilnil // there is nothing to convert
	}
	into, err := workstore.DefaultCurrency(ctx, tx)
	if err != nil || into == nil {
		return nil, err
	}
	rates, err := store.ExchangeRatesOn(ctx, tx, a.Today())
	if err != nil {
		return nil, err
	}
	return convertAll(groups, *into, rates), nil
}

// convertAll converts the rows of each currency with the given rates and adds them up, or returns nil if a rate is missing.
func convertAll(groups map[string][]Row, into string, rates []domain.ExchangeRate) *Converted {
	var all []Row
	var used []domain.Conversion
	for _, code := range sortedCodes(groups) {
		if code == into {
			all = append(all, groups[code]...)
			continue
		}
		way, ok := domain.FindConversion(rates, code, into)
		if !ok {
			return nil
		}
		used = append(used, way)
		for _, r := range groups[code] {
			all = append(all, Row{evm.Row{Name: r.Name, Indicators: convert(r.Indicators, way)}, &into})
		}
	}
	return &Converted{totalsOf(all), used}
}

// convert converts the amounts that totals are made of.
func convert(i evm.Indicators, way domain.Conversion) evm.Indicators {
	for _, amount := range []*evm.Maybe{&i.BAC, &i.PV, &i.EV} {
		amount.Value = way.Convert(amount.Value)
	}
	i.AC, i.ACTotal, i.EngagedCharge = way.Convert(i.AC), way.Convert(i.ACTotal), way.Convert(i.EngagedCharge)
	return i
}
