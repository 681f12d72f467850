package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/work/store"
)

// Target is the item that a use case is about and the caller who runs it.
type Target struct {
	Caller domain.Caller
	Access FindAccess
	UUID   string
}

// OfProject returns a project as the target of a use case.
func OfProject(caller domain.Caller, uuid string) Target {
	return Target{caller, store.ProjectAccess, uuid}
}

// FindAccess returns what a user may do in the project that contains the item with this uuid. It returns NotFound if there is no such item.
type FindAccess func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error)

// find returns what the caller may do in the target's project.
func (t Target) find(ctx context.Context, tx *db.Tx) (domain.Access, error) {
	access, err := t.Access(ctx, tx, t.UUID, t.Caller.UserID)
	access.Operator = t.Caller.Operator
	return access, err
}

// Authorize finds the target's project and checks that the caller has the permission that act requires there.
func (t Target) Authorize(ctx context.Context, tx *db.Tx, act domain.Act) (domain.Access, error) {
	access, err := t.find(ctx, tx)
	if err != nil {
		return access, err
	}
	return access, access.Check(act)
}

// Read runs a use case that reads from a project, provided that the caller may read it.
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

// Write runs a use case that changes a project. It checks that the caller has the permission that act requires and that the input is valid, and
// then locks the project.
func Write[In, Out any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In], change func(c *Change, value In) (Out, error),
) (Out, error) {
	none := func(*db.Tx, domain.Access, In, *struct{}) []db.Statement { return nil }
	return WriteKnowing(ctx, i, t, act, in, none, func(c *Change, value In, _ struct{}) (Out, error) { return change(c, value) })
}

// WriteKnowing is like Write, but also reads what the change needs to know: look returns statements that fill in known. On PostgreSQL, a write then takes
// three round trips: one to find the project, one to lock it and to run these statements, and one for all changes and the commit.
func WriteKnowing[In, Known, Out any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In],
	look func(tx *db.Tx, access domain.Access, value In, known *Known) []db.Statement,
	change func(c *Change, value In, known Known) (Out, error),
) (Out, error) {
	return write(ctx, i, t, act, in, knowing[In, Known, Out]{look: look, change: change})
}

// AddKnowing is like WriteKnowing, for a use case that only adds rows, and whose look finds the same whether or not others like it have added theirs. On
// PostgreSQL, such writes to the same project look together.
func AddKnowing[In, Known, Out any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In],
	look func(tx *db.Tx, access domain.Access, value In, known *Known) []db.Statement,
	change func(c *Change, value In, known Known) (Out, error),
) (Out, error) {
	return write(ctx, i, t, act, in, knowing[In, Known, Out]{look: look, change: change, adds: true})
}

// knowing is a change and what it needs to know; see WriteKnowing and AddKnowing.
type knowing[In, Known, Out any] struct {
	look   func(tx *db.Tx, access domain.Access, value In, known *Known) []db.Statement
	change func(c *Change, value In, known Known) (Out, error)
	adds   bool
}

func write[In, Known, Out any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In], k knowing[In, Known, Out],
) (Out, error) {
	var access domain.Access
	var known *Known
	var kept *store.Receipt
	var out Out
	value, invalid := in.Get()
	err := i.DB.WriteInLine(ctx, db.InLine{
		Find: func(tx *db.Tx) (project int64, err error) {
			if access, err = t.Authorize(ctx, tx, act); err != nil {
				return 0, err
			}
			return access.ProjectID, in.Refused()
		},
		Lock: func(tx *db.Tx) []db.Statement {
			kept = new(store.Receipt)
			return locking(tx, t.Caller, access, kept)
		},
		Look: func(tx *db.Tx) []db.Statement {
			known = new(Known)
			return k.look(tx, access, value, known)
		},
		Do: func(tx *db.Tx) error {
			c, err := begin(i, tx, t.Caller, access)
			if err != nil {
				return err
			}
			if done, err := answered(ctx, tx, t.Caller, kept, c.Now); done || err != nil {
				return err
			}
			c.invalid = invalid
			if out, err = k.change(c, value, *known); err != nil {
				return err
			}
			if invalid != nil {
				return invalid
			}
			return keepAnswer(ctx, tx, t.Caller, c.Now, out)
		},
		Adds: k.adds && t.Caller.Receipt == nil, // a receipt is claimed and read by the statements that lock the project
	})
	if err := replayed(t.Caller, err); err != nil {
		var none Out // not that of a run that was undone
		return none, err
	}
	return out, nil
}

// Do is like Write, but for a use case that returns no result.
func Do[In any](
	ctx context.Context, i *instance.Instance, t Target, act domain.Act, in domain.Input[In], change func(c *Change, value In) error,
) error {
	_, err := Write(ctx, i, t, act, in, func(c *Change, value In) (struct{}, error) { return struct{}{}, change(c, value) })
	return err
}

// noInput is the input to a use case that needs none.
func noInput() domain.Input[struct{}] { return domain.Given(struct{}{}) }
