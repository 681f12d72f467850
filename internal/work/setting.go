package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/work/store"
)

// instanceNoun is the noun of the instance's own settings in its log.
const instanceNoun = "instance"

// SetDefaultCurrency sets the currency that new projects get, for an administrator of the instance; nil means none. Existing projects keep theirs.
func (a *Projects) SetDefaultCurrency(ctx context.Context, caller domain.Caller, code *string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error { return SetDefaultCurrency(ctx, tx, a.Instance, caller, code) })
}

// SetDefaultCurrency sets the currency that new projects get and records the change in the instance's log.
func SetDefaultCurrency(ctx context.Context, tx *db.Tx, i *instance.Instance, caller domain.Caller, code *string) error {
	old, err := store.DefaultCurrency(ctx, tx)
	if err != nil {
		return err
	}
	for _, row := range Differing(instanceNoun, "", []Fact{{"currency", old}}, []Fact{{"currency", code}}) {
		row.At, row.UserID, row.KeyID = i.Now(), IDOrNil(caller.UserID), IDOrNil(caller.KeyID)
		if err := store.InsertChange(ctx, tx, InstanceLog, row); err != nil {
			return err
		}
	}
	return store.SetDefaultCurrency(ctx, tx, code)
}
