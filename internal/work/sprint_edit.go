package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// AddSprint is CreateSprint for the dashboard: it gives the sprint with what it holds, which is nothing yet.
func (a *Plan) AddSprint(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	s, err := a.CreateSprint(ctx, caller, project, in)
	return domain.SprintSum{Sprint: s}, err
}

// EditSprint is UpdateSprint for the dashboard: it gives the sprint with what it holds.
func (a *Plan) EditSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, in, func(c *Change, s domain.Sprint, patch domain.SprintPatch) error {
		_, err := c.editSprint(ctx, s, patch, domain.SprintEnd{})
		return err
	})
}

// StartSprint makes a planned sprint the active one, with the dates that are given, and takes its commitment.
func (a *Plan) StartSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, in, func(c *Change, s domain.Sprint, patch domain.SprintPatch) error {
		if s.Status != domain.Planning {
			return domain.Errorf(domain.Conflict, "only a sprint in planning can be started; this one is %s", s.Status)
		}
		patch.Status = domain.Some(string(domain.Active))
		_, err := c.editSprint(ctx, s, patch, domain.SprintEnd{})
		return err
	})
}

// ReopenSprint makes a completed sprint active again. Its commitment stays; how it ended is forgotten.
func (a *Plan) ReopenSprint(ctx context.Context, caller domain.Caller, uuid string) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, domain.Given(struct{}{}), func(c *Change, s domain.Sprint, _ struct{}) error {
		if s.Status != domain.Completed {
			return domain.Errorf(domain.Conflict, "only a completed sprint can be reopened; this one is %s", s.Status)
		}
		_, err := c.editSprint(ctx, s, domain.SprintPatch{Status: domain.Some(string(domain.Active))}, domain.SprintEnd{})
		return err
	})
}

// onSprint runs a use case that changes a sprint, and gives it with what it holds then.
func onSprint[T any](ctx context.Context, a *Plan, caller domain.Caller, uuid string, in domain.Input[T],
	act func(c *Change, s domain.Sprint, value T) error,
) (domain.SprintSum, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.SprintSum, error) {
		access, err := store.SprintAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.SprintSum{}, err
		}
		c, value, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.SprintSum{}, err
		}
		s, err := store.Sprint(ctx, tx, uuid)
		if err != nil {
			return domain.SprintSum{}, err
		}
		if err := act(c, s, value); err != nil {
			return domain.SprintSum{}, err
		}
		return store.SprintSum(ctx, tx, uuid)
	})
}
