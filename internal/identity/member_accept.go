package identity

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// mostWaiting is the maximum number of open invitations listed. There may be more, since imports can exceed the usual limit.
const mostWaiting = 200

// Waiting holds the invitations and offers that a person can accept.
type Waiting struct {
	Invitations []domain.WaitingInvitation
	Offers      []domain.OwnershipOffer
}

// Waiting lists the open invitations and ownership offers of the caller.
func (a *Accounts) Waiting(ctx context.Context, caller domain.Caller) (Waiting, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Waiting, error) {
		invitations, err := store.WaitingInvitations(ctx, tx, caller.UserID, mostWaiting)
		if err != nil {
			return Waiting{}, err
		}
		offers, err := workstore.OffersTo(ctx, tx, caller.UserID, a.Now(), mostWaiting)
		return Waiting{Invitations: invitations, Offers: offers}, err
	})
}

// AcceptMembership makes the caller an active member of the project that invited them.
func (a *Accounts) AcceptMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if err := checkInvited(caller, m); err != nil {
			return err
		}
		return activate(ctx, c, m.ID, m.UUID)
	})
}

// DeclineMembership removes the caller from the team that invited them.
func (a *Accounts) DeclineMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if err := checkInvited(caller, m); err != nil {
			return err
		}
		return c.RemoveMember(ctx, m)
	})
}

// CancelMembership cancels an invitation to a project, for an administrator of the instance.
func (a *Accounts) CancelMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if m.Status != domain.MemberInvited {
			return domain.Errorf(domain.Conflict, "this invitation is no longer open: the member is %s", m.Status)
		}
		return c.RemoveMember(ctx, m)
	})
}

// openInvitation locks a membership's project and then reads the membership. The caller must check whether the invitation is
// still open, and whom it is for.
func (a *base) openInvitation(ctx context.Context, tx *db.Tx, caller domain.Caller, uuid string) (*work.Change, domain.Member, error) {
	access, err := workstore.MemberAccess(ctx, tx, uuid, caller.UserID)
	if err != nil {
		return nil, domain.Member{}, err
	}
	c, err := work.Lock(ctx, a.Instance, tx, caller, access)
	if err != nil {
		return nil, domain.Member{}, err
	}
	m, err := workstore.Member(ctx, tx, uuid, a.Today())
	return c, m, err
}

// checkInvited refuses everyone but the invited person.
func checkInvited(caller domain.Caller, m domain.Member) error {
	if m.UserID != caller.UserID || m.Status != domain.MemberInvited {
		return domain.Errorf(domain.Forbidden, "this is not an open invitation of yours")
	}
	return nil
}

// activate activates an invited member, unless the membership changed before the project was locked.
func activate(ctx context.Context, c *work.Change, id int64, uuid string) error {
	joined, err := store.ActivateMember(ctx, c.Tx, id, c.Now)
	if err != nil || !joined {
		return err
	}
	before, after := []work.Fact{{Name: "status", Value: domain.MemberInvited}}, []work.Fact{{Name: "status", Value: domain.MemberActive}}
	_, err = c.Updated(ctx, "member", uuid, before, after)
	return err
}
