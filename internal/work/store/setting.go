package store

import (
	"context"

	"earnest/internal/db"
)

// currencySetting is the name of the setting that holds the currency of new projects.
const currencySetting = "currency"

// DefaultCurrency returns the currency that new projects get, or nil if none is set.
func DefaultCurrency(ctx context.Context, tx *db.Tx) (*string, error) {
	values, err := tx.Texts(ctx, db.NewQuery(`SELECT value FROM settings WHERE name = $1`, currencySetting))
	if err != nil || len(values) == 0 {
		return nil, err
	}
	return &values[0], nil
}

// SetDefaultCurrency sets the currency that new projects get; nil means none.
func SetDefaultCurrency(ctx context.Context, tx *db.Tx, code *string) error {
	if code == nil {
		return tx.Run(ctx, `DELETE FROM settings WHERE name = $1`, currencySetting)
	}
	return tx.Run(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, currencySetting, *code)
}
