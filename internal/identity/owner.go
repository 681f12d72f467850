package identity

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// The log's words for an ownership offer; the noun is the membership of the new owner.
const (
	offeredWord   = "ownership offered"
	withdrawnWord = "ownership offer withdrawn"
	declinedWord  = "ownership offer declined"
	acceptedWord  = "ownership accepted"
)

// OfferProject offers a project to another active member, who becomes its owner by accepting within domain.OfferTime. It
// replaces an earlier offer.
func (a *Accounts) OfferProject(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.OwnershipOffer, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.OwnershipOffer, error) {
		var none domain.OwnershipOffer
		access, err := workstore.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return none, err
		}
		c, uuid, err := work.Open(ctx, a.Instance, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return none, err
		}
		if err := c.Recheck(ctx, domain.OwnProject); err != nil {
			return none, err
		}
		newOwner, err := findNewOwner(ctx, c, uuid, a.Today())
		if err != nil {
			return none, err
		}
		if err := replaceOffer(ctx, c, newOwner); err != nil {
			return none, err
		}
		return workstore.Offer(ctx, tx, access.ProjectID, c.Now)
	})
}

// findNewOwner returns the member who is to own the project: another member with access.
func findNewOwner(ctx context.Context, c *work.Change, uuid string, today domain.Date) (domain.Member, error) {
	m, err := workstore.Member(ctx, c.Tx, uuid, today)
	if domain.KindOf(err) == domain.NotFound || err == nil && m.ProjectID != c.Project.ProjectID {
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
		return m, checkWaiting(ctx, c, m.UserID)
	}
}

// replaceOffer ends the current offer, if any, and creates another.
func replaceOffer(ctx context.Context, c *work.Change, newOwner domain.Member) error {
	old, err := workstore.Offer(ctx, c.Tx, c.Project.ProjectID, c.Now)
	if err == nil {
		err = recordOffer(ctx, c, old.MemberUUID, withdrawnWord)
	}
	if err != nil && domain.KindOf(err) != domain.NotFound {
		return err
	}
	if err := workstore.DeleteOffer(ctx, c.Tx, c.Project.ProjectID); err != nil { // including an expired one
		return err
	}
	if err := recordOffer(ctx, c, newOwner.UUID, offeredWord); err != nil {
		return err
	}
	return workstore.InsertOffer(ctx, c.Tx, c.Project.ProjectID, newOwner.ID, c.Caller.UserID, c.Now, c.Now.Add(domain.OfferTime))
}

func recordOffer(ctx context.Context, c *work.Change, memberUUID, what string) error {
	return c.Record(ctx, domain.Change{Noun: "member", NounUUID: memberUUID, What: what})
}

// WithdrawOffer withdraws the open offer of a project, for its owner.
func (a *Accounts) WithdrawOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.OwnProject)
		if err != nil {
			return err
		}
		return endOffer(ctx, c, offer, withdrawnWord)
	})
}

// DeclineOffer declines the open offer of a project, for the member it was made to.
func (a *Accounts) DeclineOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.ReadProject)
		if err != nil {
			return err
		}
		if offer.RecipientID != caller.UserID {
			return errNotOffered()
		}
		return endOffer(ctx, c, offer, declinedWord)
	})
}

// AcceptOffer makes the member to whom a project was offered its owner; the previous owner becomes an admin.
func (a *Accounts) AcceptOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, offer, err := a.openOffer(ctx, tx, caller, project, domain.ReadProject)
		if err != nil {
			return err
		}
		old, err := workstore.OwnerOf(ctx, tx, offer.ProjectID)
		if err != nil {
			return err
		}
		if offer.RecipientID != caller.UserID || offer.OwnerID != old.UserID {
			return errNotOffered()
		}
		if err := endOffer(ctx, c, offer, acceptedWord); err != nil {
			return err
		}
		return passOwnership(ctx, c, old, offer.MemberUUID, a.Today())
	})
}

func passOwnership(ctx context.Context, c *work.Change, old domain.Member, memberUUID string, today domain.Date) error {
	newOwner, err := workstore.Member(ctx, c.Tx, memberUUID, today)
	if err != nil {
		return err
	}
	before := old
	old.Role = domain.Admin
	if err := c.SaveMember(ctx, before, old); err != nil { // first: a project has one owner at all times
		return err
	}
	before = newOwner
	newOwner.Role = domain.Owner
	return c.SaveMember(ctx, before, newOwner)
}

// openOffer locks a project and reads its open offer: every other answer to the offer waits for the lock.
func (a *base) openOffer(ctx context.Context, tx *db.Tx, caller domain.Caller, project string, act domain.Act) (*work.Change, domain.OwnershipOffer, error) {
	access, err := workstore.ProjectAccess(ctx, tx, project, caller.UserID)
	if err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	c, _, err := work.Open(ctx, a.Instance, tx, caller, access, act, domain.Given(struct{}{}))
	if err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	if err := c.Recheck(ctx, act); err != nil {
		return nil, domain.OwnershipOffer{}, err
	}
	offer, err := workstore.Offer(ctx, tx, access.ProjectID, c.Now)
	return c, offer, err
}

func endOffer(ctx context.Context, c *work.Change, offer domain.OwnershipOffer, what string) error {
	if err := recordOffer(ctx, c, offer.MemberUUID, what); err != nil {
		return err
	}
	return workstore.DeleteOffer(ctx, c.Tx, offer.ProjectID)
}

func errNotOffered() error {
	return domain.Errorf(domain.Forbidden, "the ownership of this project is not offered to you")
}
