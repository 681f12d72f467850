package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
)

// Target is the thing that a use case is about and the caller who runs it.
type Target struct {
	Caller domain.Caller
	Access FindAccess
	UUID   string
}

// FindAccess returns what a user may do in the project that the thing with this uuid belongs to. The error is NotFound if there is no such thing.
type FindAccess func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error)

// Authorize finds the project of the target and checks that the caller may act in it.
func (t Target) Authorize(ctx context.Context, tx *db.Tx, act domain.Act) (domain.Access, error) {
	access, err := t.Access(ctx, tx, t.UUID, t.Caller.UserID)
	if err != nil {
		return access, err
	}
	access.Operator = t.Caller.Operator
	return access, access.Check(act)
}

// Read runs a use case that shows something of a project to whoever may read the project.
func Read[T any](ctx context.Context, d *db.DB, t Target, get func(tx *db.Tx, access domain.Access) (T, error)) (T, error) {
	return db.Read(ctx, d, func(tx *db.Tx) (T, error) {
		access, err := t.Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			var none T
			return none, err
		}
		return get(tx, access)
	})
}

// Write runs a use case that changes a project. It checks that the caller may act, then that the input can be read, then locks the
// project and calls change. What was read before the lock must be read again.
func Write[In, Out any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In], change func(c *Change, value In) (Out, error),
) (Out, error) {
	return db.Write(ctx, i.DB, func(tx *db.Tx) (Out, error) {
		var none Out
		access, err := t.Authorize(ctx, tx, act)
		if err != nil {
			return none, err
		}
		value, err := in.Get()
		if err != nil {
			return none, err
		}
		c, err := Lock(ctx, i, tx, t.Caller, access)
		if err != nil {
			return none, err
		}
		return change(c, value)
	})
}

// Do is Write for a use case that returns nothing.
func Do[In any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In], change func(c *Change, value In) error,
) error {
	_, err := Write(ctx, i, t, act, in, func(c *Change, value In) (struct{}, error) { return struct{}{}, change(c, value) })
	return err
}

// noInput is the input of a use case that needs none.
func noInput() domain.Input[struct{}] { return domain.Given(struct{}{}) }
