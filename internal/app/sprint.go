package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func sprintFacts(s domain.Sprint) []fact {
	return []fact{
		{"title", s.Title},
		{"goal", s.Goal},
		{"status", s.Status},
		{"start_date", s.StartDate},
		{"end_date", s.EndDate},
		{"dod", s.DoD},
		{"goal_met", s.GoalMet},
		{"dod_done", s.DoDDone},
	}
}

// commitmentFacts tells a commitment snapshot as points by ticket; null where there is none.
func commitmentFacts(rows []domain.CommittedTicket) []fact {
	var points map[string]float64
	for _, r := range rows {
		if points == nil {
			points = make(map[string]float64, len(rows))
		}
		points[r.TicketUUID] = r.Points
	}
	return []fact{{"commitment", points}}
}

// Sprints lists the sprints of a project.
func (a *App) Sprints(ctx context.Context, caller domain.Caller, project string, out List[domain.Sprint]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) { return tx.CountSprints(ctx, access.ProjectID) },
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Sprint, error] {
			return tx.Sprints(ctx, access.ProjectID)
		})
}

// Sprint gives one sprint to the members of its project.
func (a *App) Sprint(ctx context.Context, caller domain.Caller, uuid string) (domain.Sprint, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.Sprint, error) {
		access, err := tx.SprintAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Sprint{}, err
		}
		return tx.Sprint(ctx, uuid)
	})
}

// CreateSprint adds a sprint to a project. A new sprint holds nothing yet, so it has no commitment,
// whatever its status.
func (a *App) CreateSprint(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SprintPatch]) (domain.Sprint, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Sprint, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Sprint{}, err
		}
		s := domain.NewSprint(newUUID(), access.ProjectID, c.now)
		if err := patch.Apply(&s); err != nil {
			return s, err
		}
		if err := c.room(ctx, domain.LimitSprints, tx.CountSprints); err != nil {
			return s, err
		}
		if s.ID, err = tx.InsertSprint(ctx, s); err != nil {
			return s, err
		}
		return s, c.created(ctx, "sprint", s.UUID, sprintFacts(s))
	})
}

// UpdateSprint changes what the input holds. An input that changes nothing leaves no trace. Starting a
// sprint takes its commitment; going back to planning drops it.
func (a *App) UpdateSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.Sprint, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Sprint, error) {
		access, err := tx.SprintAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Sprint{}, err
		}
		old, err := tx.Sprint(ctx, uuid)
		if err != nil {
			return old, err
		}
		return c.editSprint(ctx, old, patch, domain.SprintEnd{})
	})
}

// editSprint changes a sprint, and its commitment with its status. What changes nothing leaves no trace.
func (c *change) editSprint(ctx context.Context, old domain.Sprint, patch domain.SprintPatch, end domain.SprintEnd) (domain.Sprint, error) {
	s := old
	if err := patch.Apply(&s); err != nil {
		return s, err
	}
	end.Apply(&s)
	changed, err := c.updated(ctx, "sprint", s.UUID, sprintFacts(old), sprintFacts(s))
	if err != nil || !changed {
		return old, err
	}
	if err := c.commit(ctx, old.Status, &s); err != nil {
		return s, err
	}
	s.UpdatedAt = c.now
	return s, c.tx.UpdateSprint(ctx, s)
}

// commit does to the commitment of s what its new status means, and logs it: a dropped snapshot can be
// read nowhere else.
func (c *change) commit(ctx context.Context, from domain.SprintStatus, s *domain.Sprint) error {
	act := domain.Commitment(from, s.Status)
	if act == domain.KeepCommitment {
		return nil
	}
	before, err := c.tx.Commitment(ctx, s.ID)
	if err != nil {
		return err
	}
	if act == domain.TakeCommitment {
		err = c.takeCommitment(ctx, s)
	} else {
		err = c.dropCommitment(ctx, s)
	}
	if err != nil {
		return err
	}
	after, err := c.tx.Commitment(ctx, s.ID)
	if err != nil {
		return err
	}
	_, err = c.updated(ctx, "sprint", s.UUID, commitmentFacts(before), commitmentFacts(after))
	return err
}

// takeCommitment makes the snapshot of a sprint that holds points. One that holds none has no commitment,
// not even one that came with it out of a workspace file.
func (c *change) takeCommitment(ctx context.Context, s *domain.Sprint) error {
	holds, err := c.tx.HoldsPoints(ctx, s.ID)
	if err != nil {
		return err
	}
	if !holds {
		return c.dropCommitment(ctx, s)
	}
	s.CommittedAt = &c.now
	return c.tx.TakeCommitment(ctx, s.ID)
}

func (c *change) dropCommitment(ctx context.Context, s *domain.Sprint) error {
	s.CommittedAt = nil
	return c.tx.DropCommitment(ctx, s.ID)
}
