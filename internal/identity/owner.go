package identity

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// The words that describe an ownership offer in the log. The noun of such a row is the new owner's membership.
const (
	offeredWord   = "ownership offered"
	withdrawnWord = "ownership offer withdrawn"
	declinedWord  = "ownership offer declined"
	acceptedWord  = "ownership accepted"
)

// OfferProject offers a project to another active member, who becomes its owner by accepting within domain.OfferTime. It
// replaces an earlier offer.
func (a *Accounts) OfferProject(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.OwnershipOffer, error) {
	on := work.OfProject(caller, project)
	return work.Write(ctx, a.Instance, on, domain.OwnProject, in, func(c *work.Change, uuid string) (none domain.OwnershipOffer, err error) {
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
		return workstore.Offer(ctx, c.Tx, c.Project.ProjectID, c.Now)
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

// replaceOffer ends the current offer, if any, and creates a new one.
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

// WithdrawOffer withdraws a project's open offer, for its owner.
func (a *Accounts) WithdrawOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.onOffer(ctx, caller, project, domain.OwnProject, func(c *work.Change, offer domain.OwnershipOffer) error {
		return endOffer(ctx, c, offer, withdrawnWord)
	})
}

// DeclineOffer declines a project's open offer, for the member it was made to.
func (a *Accounts) DeclineOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.onOffer(ctx, caller, project, domain.ReadProject, func(c *work.Change, offer domain.OwnershipOffer) error {
		if offer.RecipientID != caller.UserID {
			return errNotOffered()
		}
		return endOffer(ctx, c, offer, declinedWord)
	})
}

// AcceptOffer makes the member to whom a project was offered its owner; the previous owner becomes an admin.
func (a *Accounts) AcceptOffer(ctx context.Context, caller domain.Caller, project string) error {
	return a.onOffer(ctx, caller, project, domain.ReadProject, func(c *work.Change, offer domain.OwnershipOffer) error {
		old, err := workstore.OwnerOf(ctx, c.Tx, offer.ProjectID)
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
	if err := c.SaveMember(ctx, before, old); err != nil { // first, because a project must not have two owners
		return err
	}
	before = newOwner
	newOwner.Role = domain.Owner
	return c.SaveMember(ctx, before, newOwner)
}

// onOffer locks a project, reads its open offer and passes it to respond. Any other response to the offer waits for the lock.
func (a *Accounts) onOffer(
	ctx context.Context, caller domain.Caller, project string, act domain.Act, respond func(c *work.Change, offer domain.OwnershipOffer) error,
) error {
	return work.Do(ctx, a.Instance, work.OfProject(caller, project), act, domain.Given(struct{}{}), func(c *work.Change, _ struct{}) error {
		if err := c.Recheck(ctx, act); err != nil {
			return err
		}
		offer, err := workstore.Offer(ctx, c.Tx, c.Project.ProjectID, c.Now)
		if err != nil {
			return err
		}
		return respond(c, offer)
	})
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
