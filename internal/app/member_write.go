package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func memberFacts(m domain.Member) []fact {
	return []fact{
		{"user_id", m.UserID},
		{"role", m.Role},
		{"scrum_role", m.ScrumRole},
		{"status", m.Status},
		{"service", m.Service},
	}
}

// recheck reads what the caller may do once more, now that the project is locked: their own role may have changed
// while they waited.
func (c *change) recheck(ctx context.Context, act domain.Act) error {
	access, err := c.tx.ProjectAccess(ctx, c.project.ProjectUUID, c.caller.UserID)
	if err != nil {
		return err
	}
	c.project = access
	return access.Check(act)
}

// UpdateMember changes a member for whoever manages the project. It holds from the next request on.
func (a *App) UpdateMember(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.MemberPatch]) (TeamMember, error) {
	return write(ctx, a, func(tx *store.Tx) (TeamMember, error) {
		access, err := tx.MemberAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return TeamMember{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.ManageProject, in)
		if err != nil {
			return TeamMember{}, err
		}
		if err := c.recheck(ctx, domain.ManageProject); err != nil {
			return TeamMember{}, err
		}
		m, err := tx.Member(ctx, uuid, a.Today())
		if err != nil {
			return TeamMember{}, err
		}
		if err := c.project.CheckMember(m); err != nil {
			return TeamMember{}, err
		}
		old := m
		if err := patch.Apply(&m); err != nil {
			return TeamMember{}, err
		}
		if err := c.saveMember(ctx, old, m); err != nil {
			return TeamMember{}, err
		}
		return c.teamMember(ctx, uuid, a.Today())
	})
}

// saveMember logs and stores what changed of a member, if anything did.
func (c *change) saveMember(ctx context.Context, old, m domain.Member) error {
	changed, err := c.updated(ctx, "member", m.UUID, memberFacts(old), memberFacts(m))
	if err != nil || !changed {
		return err
	}
	m.UpdatedAt = c.now
	return c.tx.UpdateMember(ctx, m)
}

// teamMember gives a member with all their rates, for somebody who may see them.
func (c *change) teamMember(ctx context.Context, uuid string, today domain.Date) (TeamMember, error) {
	m, err := c.tx.Member(ctx, uuid, today)
	if err != nil {
		return TeamMember{}, err
	}
	rates, err := c.tx.Rates(ctx, m.ProjectID, m.UserID)
	return TeamMember{Member: m, Rates: rates}, err
}

// RemoveMember takes somebody out of the team: whoever manages the project may, and the member themselves. Their
// name stays on what they did and their rates in the cost.
func (a *App) RemoveMember(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.MemberAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.ReadProject)
		if err != nil {
			return err
		}
		if err := c.recheck(ctx, domain.ReadProject); err != nil {
			return err
		}
		m, err := tx.Member(ctx, uuid, a.Today())
		if err != nil {
			return err
		}
		if err := c.project.CheckLeave(caller, m); err != nil {
			return err
		}
		return c.removeMember(ctx, m)
	})
}

// removeMember logs and deletes a membership; an ownership offer to it ends as well.
func (c *change) removeMember(ctx context.Context, m domain.Member) error {
	if err := c.deleted(ctx, "member", m.UUID, memberFacts(m)); err != nil {
		return err
	}
	return c.tx.DeleteMember(ctx, m.ID)
}

// SetMemberRate sets the daily rate of a member; see SetRate.
func (a *App) SetMemberRate(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.RateChange]) ([]domain.Rate, error) {
	return a.changeMemberRates(ctx, caller, uuid, func(old []domain.Rate) ([]domain.Rate, error) {
		set, err := in.Get()
		if err != nil {
			return nil, err
		}
		from, err := set.Start()
		if err != nil {
			return nil, err
		}
		today := a.Today()
		return domain.SetRate(old, domain.Rate{From: from.Or(today), TJM: set.TJM}, today), nil
	})
}

// ClearMemberRates takes every daily rate from a member, whose time then costs nothing.
func (a *App) ClearMemberRates(ctx context.Context, caller domain.Caller, uuid string) error {
	_, err := a.changeMemberRates(ctx, caller, uuid, func([]domain.Rate) ([]domain.Rate, error) { return nil, nil })
	return err
}

func (a *App) changeMemberRates(
	ctx context.Context, caller domain.Caller, uuid string, change func([]domain.Rate) ([]domain.Rate, error),
) ([]domain.Rate, error) {
	return write(ctx, a, func(tx *store.Tx) ([]domain.Rate, error) {
		access, err := tx.MemberAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return nil, err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.ManageProject)
		if err != nil {
			return nil, err
		}
		if err := c.recheck(ctx, domain.ManageProject); err != nil {
			return nil, err
		}
		m, err := tx.Member(ctx, uuid, a.Today())
		if err != nil {
			return nil, err
		}
		user, err := tx.UserByEmail(ctx, m.Email)
		if err != nil {
			return nil, err
		}
		return c.changeRates(ctx, user, change)
	})
}
