package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// StartSprint applies a patch to a sprint in planning, makes it active and takes a snapshot of its commitment.
func (a *Plan) StartSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, in, func(c *Change, s domain.Sprint, patch domain.SprintPatch) (domain.Sprint, error) {
		if s.Status != domain.Planning {
			return s, domain.Errorf(domain.Conflict, "only a sprint in planning can be started; this one is %s", s.Status)
		}
		patch.Status = domain.Some(string(domain.Active))
		return c.changeSprint(ctx, s, patch, domain.SprintEnd{})
	})
}

// ReopenSprint makes a completed sprint active again. Its commitment is kept; its outcome is dropped.
func (a *Plan) ReopenSprint(ctx context.Context, caller domain.Caller, uuid string) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, noInput(), func(c *Change, s domain.Sprint, _ struct{}) (domain.Sprint, error) {
		if s.Status != domain.Completed {
			return s, domain.Errorf(domain.Conflict, "only a completed sprint can be reopened; this one is %s", s.Status)
		}
		return c.changeSprint(ctx, s, domain.SprintPatch{Status: domain.Some(string(domain.Active))}, domain.SprintEnd{})
	})
}

// onSprint runs a use case that changes a sprint, and returns the sprint with its totals afterwards.
func onSprint[T any](ctx context.Context, a *Plan, caller domain.Caller, uuid string, in domain.Input[T],
	change func(c *Change, s domain.Sprint, value T) (domain.Sprint, error),
) (domain.SprintSum, error) {
	on := Target{caller, store.SprintAccess, uuid}
	return Write(ctx, a.Instance, on, domain.WriteWork, in, func(c *Change, value T) (domain.SprintSum, error) {
		s, err := store.Sprint(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(s)
		}
		if err != nil {
			return domain.SprintSum{}, err
		}
		if s, err = change(c, s, value); err != nil {
			return domain.SprintSum{}, err
		}
		return store.SumOfSprint(ctx, c.Tx, s)
	})
}
