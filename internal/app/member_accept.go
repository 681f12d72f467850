package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostWaiting is how many open invitations are listed: imports may have brought more than the limit.
const mostWaiting = 200

// Waiting is what waits for a person's consent.
type Waiting struct {
	Invitations []domain.WaitingInvitation
	Offers      []domain.OwnershipOffer
}

// Waiting lists the open invitations and ownership offers of the caller.
func (a *App) Waiting(ctx context.Context, caller domain.Caller) (Waiting, error) {
	return read(ctx, a, func(tx *store.Tx) (Waiting, error) {
		invitations, err := tx.WaitingInvitations(ctx, caller.UserID, mostWaiting)
		if err != nil {
			return Waiting{}, err
		}
		offers, err := tx.OffersTo(ctx, caller.UserID, a.clock(), mostWaiting)
		return Waiting{Invitations: invitations, Offers: offers}, err
	})
}

// AcceptMembership makes the caller an active member of the project that invited them.
func (a *App) AcceptMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if err := checkInvited(caller, m); err != nil {
			return err
		}
		return c.activate(ctx, m.ID, m.UUID)
	})
}

// DeclineMembership takes the caller off the team that invited them.
func (a *App) DeclineMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if err := checkInvited(caller, m); err != nil {
			return err
		}
		return c.removeMember(ctx, m)
	})
}

// CancelMembership takes an invitation to a project back, for an administrator of the instance.
func (a *App) CancelMembership(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, m, err := a.openInvitation(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		if m.Status != domain.MemberInvited {
			return domain.Errorf(domain.Conflict, "this invitation is no longer open: the member is %s", m.Status)
		}
		return c.removeMember(ctx, m)
	})
}

// openInvitation locks the project of a membership and gives the membership as it is then. Whether it still waits, and for whom,
// is for the caller to check.
func (a *App) openInvitation(ctx context.Context, tx *store.Tx, caller domain.Caller, uuid string) (*change, domain.Member, error) {
	access, err := tx.MemberAccess(ctx, uuid, caller.UserID)
	if err != nil {
		return nil, domain.Member{}, err
	}
	c, err := a.lock(ctx, tx, caller, access)
	if err != nil {
		return nil, domain.Member{}, err
	}
	m, err := tx.Member(ctx, uuid, a.Today())
	return c, m, err
}

// checkInvited refuses everybody but the person for whom a membership waits.
func checkInvited(caller domain.Caller, m domain.Member) error {
	if m.UserID != caller.UserID || m.Status != domain.MemberInvited {
		return domain.Errorf(domain.Forbidden, "this is not an open invitation of yours")
	}
	return nil
}

// activate lets an invited member take part, unless somebody changed the membership before the project was locked.
func (c *change) activate(ctx context.Context, id int64, uuid string) error {
	joined, err := c.tx.ActivateMember(ctx, id, c.now)
	if err != nil || !joined {
		return err
	}
	before, after := []fact{{"status", domain.MemberInvited}}, []fact{{"status", domain.MemberActive}}
	_, err = c.updated(ctx, "member", uuid, before, after)
	return err
}
