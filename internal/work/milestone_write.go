package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostMilestones is the maximum number of milestones on a roadmap.
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
	return Write(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(c *Change, patch domain.MilestonePatch) (domain.Milestone, error) {
		m := domain.Milestone{UUID: db.NewUUID(), Color: domain.DefaultMilestoneColor, CreatedAt: c.Now, UpdatedAt: c.Now}
		patch.Apply(&m)
		n, err := store.CountMilestones(ctx, c.Tx, c.Project.ProjectID)
		if err == nil && n >= mostMilestones {
			err = domain.Errorf(domain.Conflict, "this roadmap has %d milestones, which is the most there can be", mostMilestones).At("milestones")
		}
		if err != nil {
			return m, err
		}
		if m.ID, err = store.InsertMilestone(ctx, c.Tx, c.Project.ProjectID, m); err != nil {
			return m, err
		}
		return m, c.Created(ctx, "milestone", m.UUID, milestoneFacts(m))
	})
}

// UpdateMilestone applies the fields set in the input. If nothing changes, nothing is logged.
func (a *Plan) UpdateMilestone(
	ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.MilestonePatch],
) (domain.Milestone, error) {
	on := Target{caller, store.MilestoneAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, patch domain.MilestonePatch) (domain.Milestone, error) {
		old, err := store.Milestone(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(old)
		}
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
		return m, store.UpdateMilestone(ctx, c.Tx, m)
	})
}

// DeleteMilestone deletes a milestone.
func (a *Plan) DeleteMilestone(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.MilestoneAccess, uuid}, domain.ManageProject, noInput(), func(c *Change, _ struct{}) error {
		m, err := store.Milestone(ctx, c.Tx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "milestone", uuid, milestoneFacts(m)); err != nil {
			return err
		}
		return store.DeleteMilestone(ctx, c.Tx, m.ID)
	})
}
