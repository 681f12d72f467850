package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostMilestones is how many milestones a roadmap may have.
const mostMilestones = 1000

func milestoneFacts(m domain.Milestone) []fact {
	return []fact{
		{"name", m.Name},
		{"date", m.Date},
		{"color", m.Color},
	}
}

// CreateMilestone adds a milestone to a project's roadmap.
func (a *App) CreateMilestone(
	ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.MilestonePatch],
) (domain.Milestone, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Milestone, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.Milestone{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.ManageProject, in)
		if err != nil {
			return domain.Milestone{}, err
		}
		m := domain.Milestone{UUID: newUUID(), Color: domain.DefaultMilestoneColor, CreatedAt: c.now, UpdatedAt: c.now}
		patch.Apply(&m)
		n, err := tx.CountMilestones(ctx, access.ProjectID)
		if err == nil && n >= mostMilestones {
			err = domain.Errorf(domain.Conflict, "this roadmap has %d milestones, which is the most there can be", mostMilestones).At("milestones")
		}
		if err != nil {
			return m, err
		}
		if m.ID, err = tx.InsertMilestone(ctx, access.ProjectID, m); err != nil {
			return m, err
		}
		return m, c.created(ctx, "milestone", m.UUID, milestoneFacts(m))
	})
}

// UpdateMilestone changes what the input holds. An input that changes nothing leaves no trace.
func (a *App) UpdateMilestone(
	ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.MilestonePatch],
) (domain.Milestone, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Milestone, error) {
		c, old, patch, err := openMilestone(ctx, a, tx, caller, uuid, in)
		if err != nil {
			return old, err
		}
		m := old
		patch.Apply(&m)
		changed, err := c.updated(ctx, "milestone", uuid, milestoneFacts(old), milestoneFacts(m))
		if err != nil || !changed {
			return old, err
		}
		m.UpdatedAt = c.now
		return m, tx.UpdateMilestone(ctx, m)
	})
}

// DeleteMilestone removes a milestone.
func (a *App) DeleteMilestone(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c, m, _, err := openMilestone(ctx, a, tx, caller, uuid, domain.Given(struct{}{}))
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "milestone", uuid, milestoneFacts(m)); err != nil {
			return err
		}
		return tx.DeleteMilestone(ctx, m.ID)
	})
}

// openMilestone begins a change of a milestone for whoever manages its project.
func openMilestone[T any](
	ctx context.Context, a *App, tx *store.Tx, caller domain.Caller, uuid string, in domain.Input[T],
) (*change, domain.Milestone, T, error) {
	access, err := tx.MilestoneAccess(ctx, uuid, caller.UserID)
	if err != nil {
		var none T
		return nil, domain.Milestone{}, none, err
	}
	c, value, err := open(ctx, a, tx, caller, access, domain.ManageProject, in)
	if err != nil {
		return nil, domain.Milestone{}, value, err
	}
	m, err := tx.Milestone(ctx, uuid)
	return c, m, value, err
}
