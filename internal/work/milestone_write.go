package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostMilestones is how many milestones a roadmap may have.
const mostMilestones = 1000

func milestoneFacts(m domain.Milestone) []Fact {
	return []Fact{
		{"name", m.Name},
		{"date", m.Date},
		{"color", m.Color},
	}
}

// CreateMilestone adds a milestone to a project's roadmap.
func (a *Plan) CreateMilestone(
	ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.MilestonePatch],
) (domain.Milestone, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Milestone, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return domain.Milestone{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.ManageProject, in)
		if err != nil {
			return domain.Milestone{}, err
		}
		m := domain.Milestone{UUID: db.NewUUID(), Color: domain.DefaultMilestoneColor, CreatedAt: c.Now, UpdatedAt: c.Now}
		patch.Apply(&m)
		n, err := store.CountMilestones(ctx, tx, access.ProjectID)
		if err == nil && n >= mostMilestones {
			err = domain.Errorf(domain.Conflict, "this roadmap has %d milestones, which is the most there can be", mostMilestones).At("milestones")
		}
		if err != nil {
			return m, err
		}
		if m.ID, err = store.InsertMilestone(ctx, tx, access.ProjectID, m); err != nil {
			return m, err
		}
		return m, c.Created(ctx, "milestone", m.UUID, milestoneFacts(m))
	})
}

// UpdateMilestone changes what the input holds. An input that changes nothing leaves no trace.
func (a *Plan) UpdateMilestone(
	ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.MilestonePatch],
) (domain.Milestone, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Milestone, error) {
		c, old, patch, err := openMilestone(ctx, a, tx, caller, uuid, in)
		if err != nil {
			return old, err
		}
		m := old
		patch.Apply(&m)
		changed, err := c.Updated(ctx, "milestone", uuid, milestoneFacts(old), milestoneFacts(m))
		if err != nil || !changed {
			return old, err
		}
		m.UpdatedAt = c.Now
		return m, store.UpdateMilestone(ctx, tx, m)
	})
}

// DeleteMilestone removes a milestone.
func (a *Plan) DeleteMilestone(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, m, _, err := openMilestone(ctx, a, tx, caller, uuid, domain.Given(struct{}{}))
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "milestone", uuid, milestoneFacts(m)); err != nil {
			return err
		}
		return store.DeleteMilestone(ctx, tx, m.ID)
	})
}

// openMilestone begins a change of a milestone for whoever manages its project.
func openMilestone[T any](
	ctx context.Context, a *Plan, tx *db.Tx, caller domain.Caller, uuid string, in domain.Input[T],
) (*Change, domain.Milestone, T, error) {
	access, err := store.MilestoneAccess(ctx, tx, uuid, caller.UserID)
	if err != nil {
		var none T
		return nil, domain.Milestone{}, none, err
	}
	c, value, err := Open(ctx, a.Instance, tx, caller, access, domain.ManageProject, in)
	if err != nil {
		return nil, domain.Milestone{}, value, err
	}
	m, err := store.Milestone(ctx, tx, uuid)
	return c, m, value, err
}
