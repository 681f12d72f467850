package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const exchangeColumns = `
SELECT e.id,
       e.from_currency,
       e.to_currency,
       e.from_day,
       e.rate,
       COALESCE(TRIM(u.firstname || ' ' || u.lastname), ''),
       e.created_at
FROM exchange_rates e
LEFT JOIN users u ON u.id = e.entered_by
`

func scanExchangeRate(rows db.Rows) (r domain.ExchangeRate, err error) {
	err = rows.Scan(&r.ID, &r.From, &r.To, &r.Day, &r.Rate, &r.EnteredBy, db.Moment{To: &r.CreatedAt})
	return r, err
}

// ExchangeRates returns the exchange rates with the latest days, at most limit of them.
func ExchangeRates(ctx context.Context, tx *db.Tx, limit int) ([]domain.ExchangeRate, error) {
	const text = exchangeColumns + `ORDER BY e.from_day DESC, e.from_currency, e.to_currency LIMIT $1`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, limit), scanExchangeRate))
}

// ExchangeRatesOn returns the rates that apply on a day: for each pair of currencies, the latest one that begins on that day or before.
func ExchangeRatesOn(ctx context.Context, tx *db.Tx, day domain.Date) ([]domain.ExchangeRate, error) {
	const text = exchangeColumns + `
WHERE e.from_day = (
  SELECT MAX(o.from_day) FROM exchange_rates o
  WHERE o.from_currency = e.from_currency AND o.to_currency = e.to_currency AND o.from_day <= $1
)
ORDER BY e.from_currency, e.to_currency`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, day), scanExchangeRate))
}

// ExchangeRate returns the rate with that id.
func ExchangeRate(ctx context.Context, tx *db.Tx, id int64) (domain.ExchangeRate, error) {
	return db.One(ctx, tx, "exchange rate", db.NewQuery(exchangeColumns+`WHERE e.id = $1`, id), scanExchangeRate)
}

// InsertExchangeRate stores a new rate; ok is false if the pair of currencies already has one for that day.
func InsertExchangeRate(ctx context.Context, tx *db.Tx, r domain.ExchangeRate, userID *int64) (ok bool, err error) {
	const text = `
INSERT INTO exchange_rates (from_currency, to_currency, from_day, rate, entered_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (from_currency, to_currency, from_day) DO NOTHING`
	n, err := tx.Exec(ctx, text, r.From, r.To, r.Day, r.Rate, userID, db.Micros(r.CreatedAt))
	return n > 0, err
}

// DeleteExchangeRate deletes the rate with that id.
func DeleteExchangeRate(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM exchange_rates WHERE id = $1`, id)
}
