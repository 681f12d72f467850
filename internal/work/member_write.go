package work

import (
	"context"

	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work/store"
)

func MemberFacts(m domain.Member) []Fact {
	return []Fact{
		{"user_id", m.UserID},
		{"role", m.Role},
		{"scrum_role", m.ScrumRole},
		{"status", m.Status},
		{"service", m.Service},
	}
}

// Recheck reads the caller's access again after the project has been locked, since their role may have changed in the meantime.
func (c *Change) Recheck(ctx context.Context, act domain.Act) error {
	access, err := OfProject(c.Caller, c.Project.ProjectUUID).Authorize(ctx, c.Tx, act)
	if err == nil {
		c.Project = access
	}
	return err
}

// UpdateMember changes a member, on behalf of someone who manages the project. The change takes effect with the member's next request.
func (a *Projects) UpdateMember(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.MemberPatch]) (TeamMember, error) {
	on := Target{caller, store.MemberAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, patch domain.MemberPatch) (TeamMember, error) {
		if err := c.Recheck(ctx, domain.ManageProject); err != nil {
			return TeamMember{}, err
		}
		m, err := store.Member(ctx, c.Tx, uuid, a.Today())
		if err != nil {
			return TeamMember{}, err
		}
		if err := c.Project.CheckMember(m); err != nil {
			return TeamMember{}, err
		}
		if err := c.match(m); err != nil {
			return TeamMember{}, err
		}
		old := m
		if err := patch.Apply(&m); err != nil {
			return TeamMember{}, err
		}
		if err := c.SaveMember(ctx, old, m); err != nil {
			return TeamMember{}, err
		}
		return c.TeamMember(ctx, uuid, a.Today())
	})
}

// SaveMember logs and stores the changes to a member, if there are any.
func (c *Change) SaveMember(ctx context.Context, old, m domain.Member) error {
	changed, err := c.Updated(ctx, "member", m.UUID, MemberFacts(old), MemberFacts(m))
	if err != nil || !changed {
		return err
	}
	m.UpdatedAt = c.Now
	return store.UpdateMember(ctx, c.Tx, m)
}

// TeamMember returns a member with all their rates, for a caller who may see them.
func (c *Change) TeamMember(ctx context.Context, uuid string, today domain.Date) (TeamMember, error) {
	m, err := store.Member(ctx, c.Tx, uuid, today)
	if err != nil {
		return TeamMember{}, err
	}
	rates, err := store.Rates(ctx, c.Tx, m.ProjectID, m.UserID)
	return TeamMember{Member: m, Rates: rates}, err
}

// RemoveMember removes a member from the team, on behalf of that member or of someone who manages the project. The member's name stays on
// their work, and their rates still count towards the cost.
func (a *Projects) RemoveMember(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.MemberAccess, uuid}, domain.ReadProject, noInput(), func(c *Change, _ struct{}) error {
		if err := c.Recheck(ctx, domain.ReadProject); err != nil {
			return err
		}
		m, err := store.Member(ctx, c.Tx, uuid, a.Today())
		if err != nil {
			return err
		}
		if err := c.Project.CheckLeave(caller, m); err != nil {
			return err
		}
		return c.RemoveMember(ctx, m)
	})
}

// RemoveMember logs and deletes a membership, along with any offer of ownership to that member.
func (c *Change) RemoveMember(ctx context.Context, m domain.Member) error {
	if err := c.deleted(ctx, "member", m.UUID, MemberFacts(m)); err != nil {
		return err
	}
	return store.DeleteMember(ctx, c.Tx, m.ID)
}

// SetMemberRate sets the daily rate of a team member; see SetRate.
func (a *Projects) SetMemberRate(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.RateChange]) ([]domain.Rate, error) {
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

// ClearMemberRates removes all of a member's daily rates, so that their time costs nothing.
func (a *Projects) ClearMemberRates(ctx context.Context, caller domain.Caller, uuid string) error {
	_, err := a.changeMemberRates(ctx, caller, uuid, func([]domain.Rate) ([]domain.Rate, error) { return nil, nil })
	return err
}

func (a *base) changeMemberRates(
	ctx context.Context, caller domain.Caller, uuid string, change func([]domain.Rate) ([]domain.Rate, error),
) ([]domain.Rate, error) {
	on := Target{caller, store.MemberAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, noInput(), func(c *Change, _ struct{}) ([]domain.Rate, error) {
		if err := c.Recheck(ctx, domain.ManageProject); err != nil {
			return nil, err
		}
		m, err := store.Member(ctx, c.Tx, uuid, a.Today())
		if err != nil {
			return nil, err
		}
		user, err := identitystore.UserByEmail(ctx, c.Tx, m.Email)
		if err != nil {
			return nil, err
		}
		return c.changeRates(ctx, user, change)
	})
}
