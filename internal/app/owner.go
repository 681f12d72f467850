package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// TransferProject makes another active member the owner of a project; the owner until now becomes an admin.
func (a *App) TransferProject(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return err
		}
		c, uuid, err := open(ctx, a, tx, caller, access, domain.OwnProject, in)
		if err != nil {
			return err
		}
		if err := c.recheck(ctx, domain.OwnProject); err != nil {
			return err
		}
		old, err := tx.OwnerOf(ctx, access.ProjectID)
		if err != nil {
			return err
		}
		heir, err := c.heir(ctx, uuid, a.Today())
		if err != nil || heir.ID == old.ID {
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
	})
}

// heir finds who shall own the project: one of its members, who must have access.
func (c *change) heir(ctx context.Context, uuid string, today domain.Date) (domain.Member, error) {
	m, err := c.tx.Member(ctx, uuid, today)
	if domain.KindOf(err) == domain.NotFound || err == nil && m.ProjectID != c.project.ProjectID {
		return m, domain.Invalidf("member_uuid must name a member of this project; it has none with the uuid %q", uuid).At("member_uuid")
	}
	if err == nil && m.Status != domain.MemberActive {
		err = domain.Invalidf("member_uuid must name an active member; this one is %s", m.Status).At("member_uuid")
	}
	return m, err
}
