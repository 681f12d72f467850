package db

import "context"

type joinKey struct{}

// Join returns a context in which writes are part of this transaction instead of having one of their own: several use cases can then be carried out
// together. They must run one after the other, within the function that the transaction was passed to.
func (tx *Tx) Join(ctx context.Context) context.Context { return context.WithValue(ctx, joinKey{}, tx) }

// joined returns the transaction that a write is to be part of, or nil.
func joined(ctx context.Context) *Tx {
	tx, _ := ctx.Value(joinKey{}).(*Tx)
	return tx
}

// Attempt runs f. If f returns an error, what it has changed is undone, and the transaction can go on.
func (tx *Tx) Attempt(ctx context.Context, f func() error) error {
	if err := tx.Run(ctx, `SAVEPOINT attempt`); err != nil {
		return err
	}
	if err := f(); err != nil {
		if _, undo := tx.Exec(ctx, `ROLLBACK TO SAVEPOINT attempt`); undo != nil {
			return undo
		}
		return err
	}
	return tx.Run(ctx, `RELEASE SAVEPOINT attempt`)
}
