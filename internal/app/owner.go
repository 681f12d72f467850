package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// What the log tells of an ownership offer; the noun is the heir's membership.
const (
	offeredWord   = "ownership offered"
	withdrawnWord = "ownership offer withdrawn"
	declinedWord  = "ownership offer declined"
	acceptedWord  = "ownership accepted"
)

// OfferProject offers a project to another active member, who becomes its owner by accepting within domain.OfferTime. It
// replaces an earlier offer.
func (a *App) OfferProject(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.OwnershipOffer, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.OwnershipOffer, error) {
		var none domain.OwnershipOffer
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return none, err
		}
		c, uuid, err := open(ctx, a, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return none, err
		}
		if err := c.recheck(ctx, domain.OwnProject); err != nil {
			return none, err
		}
		heir, err := c.heir(ctx, uuid, a.Today())
		if err != nil {
			return none, err
		}
		if err := c.replaceOffer(ctx, heir); err != nil {
			return none, err
		}
		return tx.Offer(ctx, access.ProjectID, c.now)
	})
}

// heir finds who shall own the project: another member of it, who has access.
func (c *change) heir(ctx context.Context, uuid string, today domain.Date) (domain.Member, error) {
	m, err := c.tx.Member(ctx, uuid, today)
	if domain.KindOf(err) == domain.NotFound || err == nil && m.ProjectID != c.project.ProjectID {
		return m, domain.Invalidf("member_uuid must name a member of this project; it has none with the uuid %q", uuid).At("member_uuid")
	}
	switch {
	case err != nil:
		return m, err
	case m.Role == domain.Owner:
		return m, domain.Invalidf("member_uuid must name another member; this one already owns the project").At("member_uuid")
	case m.Status != domain.MemberActive:
		return m, domain.Invalidf("member_uuid must name an active member; this one is %s", m.Status).At("member_uuid")
	default:
		return m, c.checkWaiting(ctx, m.UserID)
	}
}

// replaceOffer ends the offer that there is, and makes another.
func (c *change) replaceOffer(ctx context.Context, heir domain.Member) error {
	old, err := c.tx.Offer(ctx, c.project.ProjectID, c.now)
	if err == nil {
		err = c.recordOffer(ctx, old.MemberUUID, withdrawnWord)
	}
	if err != nil && domain.KindOf(err) != domain.NotFound {
		return err
	}
	if err := c.tx.DeleteOffer(ctx, c.project.ProjectID); err != nil { // one that has lapsed too
		return err
	}
	if err := c.recordOffer(ctx, heir.UUID, offeredWord); err != nil {
		return err
	}
	return c.tx.InsertOffer(ctx, c.project.ProjectID, heir.ID, c.caller.UserID, c.now, c.now.Add(domain.OfferTime))
}

func (c *change) recordOffer(ctx context.Context, memberUUID, what string) error {
	return c.record(ctx, domain.Change{Noun: "member", NounUUID: memberUUID, What: what})
}

// WithdrawOffer takes the open offer of a project back, for its owner.
func (a *App) WithdrawOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.OwnProject)
		if err != nil {
			return err
		}
		return c.endOffer(ctx, offer, withdrawnWord)
	})
}

// DeclineOffer turns the open offer of a project down, for the member to whom it was made.
func (a *App) DeclineOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.ReadProject)
		if err != nil {
			return err
		}
		if offer.HeirID != caller.UserID {
			return errNotOffered()
		}
		return c.endOffer(ctx, offer, declinedWord)
	})
}

// AcceptOffer makes the member to whom a project was offered its owner; the owner until now becomes an admin.
func (a *App) AcceptOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.ReadProject)
		if err != nil {
			return err
		}
		old, err := tx.OwnerOf(ctx, offer.ProjectID)
		if err != nil {
			return err
		}
		if offer.HeirID != caller.UserID || offer.OwnerID != old.UserID {
			return errNotOffered()
		}
		if err := c.endOffer(ctx, offer, acceptedWord); err != nil {
			return err
		}
		return c.passOwnership(ctx, old, offer.MemberUUID, a.Today())
	})
}

func (c *change) passOwnership(ctx context.Context, old domain.Member, heirUUID string, today domain.Date) error {
	heir, err := c.tx.Member(ctx, heirUUID, today)
	if err != nil {
		return err
	}
	before := old
	old.Role = domain.Admin
	if err := c.saveMember(ctx, before, old); err != nil { // first: a project has one owner at any moment
		return err
	}
	before = heir
	heir.Role = domain.Owner
	return c.saveMember(ctx, before, heir)
}

// openOffer locks a project and reads its open offer: whatever else answers the offer waits for the lock.
func (a *App) openOffer(ctx context.Context, tx *store.Tx, caller domain.Caller, project string, act domain.Act) (*change, domain.OwnershipOffer, error) {
	access, err := tx.ProjectAccess(ctx, project, caller.UserID)
	if err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	c, err := openBare(ctx, a, tx, caller, access, act)
	if err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	if err := c.recheck(ctx, act); err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	offer, err := tx.Offer(ctx, access.ProjectID, c.now)
	return c, offer, err
}

func (c *change) endOffer(ctx context.Context, offer domain.OwnershipOffer, what string) error {
	if err := c.recordOffer(ctx, offer.MemberUUID, what); err != nil {
		return err
	}
	return c.tx.DeleteOffer(ctx, offer.ProjectID)
}

func errNotOffered() error {
	return domain.Errorf(domain.Forbidden, "the ownership of this project is not offered to you")
}
