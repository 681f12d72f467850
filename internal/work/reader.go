package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Reader is who asks for more than the contract: a member of the project, or the operator at the command
// line, who holds the database and may read all of it.
type Reader struct {
	caller   domain.Caller
	operator bool
}

// AsMember reads as somebody who must be in the project.
func AsMember(caller domain.Caller) Reader { return Reader{caller: caller} }

// AsOperator reads as the command line does, from every project and with every rate.
func AsOperator() Reader { return Reader{operator: true} }

// Project finds a project and refuses a member who may not read it.
func (r Reader) Project(ctx context.Context, tx *db.Tx, uuid string) (domain.Access, error) {
	access, err := store.ProjectAccess(ctx, tx, uuid, r.caller.UserID)
	if err != nil || r.operator {
		return access, err
	}
	return access, access.Check(domain.ReadProject)
}

// ticket refuses anyone who may not read a ticket.
func (r Reader) ticket(ctx context.Context, tx *db.Tx, uuid string) error {
	access, err := store.TicketAccess(ctx, tx, uuid, r.caller.UserID)
	if err != nil {
		return err
	}
	return access.Check(domain.ReadProject)
}

// SeesCost tells whether the reader may know the project's daily rates and cost.
func (r Reader) SeesCost(access domain.Access) bool { return r.operator || access.SeesCost() }

// Node finds the project of an epic or super-epic and refuses a member who may not read it.
func (r Reader) Node(
	ctx context.Context, tx *db.Tx, uuid string, find func(context.Context, *db.Tx, string, int64) (domain.Access, error),
) (domain.Access, error) {
	access, err := find(ctx, tx, uuid, r.caller.UserID)
	if err != nil {
		return access, err
	}
	return access, access.Check(domain.ReadProject)
}
