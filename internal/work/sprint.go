package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func sprintFacts(s domain.Sprint) []Fact {
	return []Fact{
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
func commitmentFacts(rows []domain.CommittedTicket) []Fact {
	var points map[string]float64
	for _, r := range rows {
		if points == nil {
			points = make(map[string]float64, len(rows))
		}
		points[r.TicketUUID] = r.Points
	}
	return []Fact{{"commitment", points}}
}

// Sprints lists the sprints of a project.
func (a *Plan) Sprints(ctx context.Context, caller domain.Caller, project string, out List[domain.Sprint]) error {
	return list(ctx, a.DB, caller, project, out,
		func(tx *db.Tx, access domain.Access) (int, error) {
			return store.CountSprints(ctx, tx, access.ProjectID)
		},
		func(tx *db.Tx, access domain.Access) iter.Seq2[domain.Sprint, error] {
			return store.Sprints(ctx, tx, access.ProjectID)
		})
}

// Sprint gives one sprint to the members of its project.
func (a *Plan) Sprint(ctx context.Context, caller domain.Caller, uuid string) (domain.Sprint, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (domain.Sprint, error) {
		access, err := store.SprintAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Sprint{}, err
		}
		return store.Sprint(ctx, tx, uuid)
	})
}

// CreateSprint adds a sprint to a project. A new sprint holds nothing yet, so it has no commitment,
// whatever its status.
func (a *Plan) CreateSprint(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SprintPatch]) (domain.Sprint, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Sprint, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Sprint{}, err
		}
		s := domain.NewSprint(db.NewUUID(), access.ProjectID, c.Now)
		if err := patch.Apply(&s); err != nil {
			return s, err
		}
		if err := c.room(ctx, domain.LimitSprints, store.CountSprints); err != nil {
			return s, err
		}
		if s.ID, err = store.InsertSprint(ctx, tx, s); err != nil {
			return s, err
		}
		return s, c.Created(ctx, "sprint", s.UUID, sprintFacts(s))
	})
}

// UpdateSprint changes what the input holds. An input that changes nothing leaves no trace. Starting a
// sprint takes its commitment; going back to planning drops it.
func (a *Plan) UpdateSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.Sprint, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Sprint, error) {
		access, err := store.SprintAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Sprint{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Sprint{}, err
		}
		old, err := store.Sprint(ctx, tx, uuid)
		if err != nil {
			return old, err
		}
		return c.editSprint(ctx, old, patch, domain.SprintEnd{})
	})
}

// editSprint changes a sprint, and its commitment with its status. What changes nothing leaves no trace.
func (c *Change) editSprint(ctx context.Context, old domain.Sprint, patch domain.SprintPatch, end domain.SprintEnd) (domain.Sprint, error) {
	s := old
	if err := patch.Apply(&s); err != nil {
		return s, err
	}
	end.Apply(&s)
	changed, err := c.Updated(ctx, "sprint", s.UUID, sprintFacts(old), sprintFacts(s))
	if err != nil || !changed {
		return old, err
	}
	if err := c.commit(ctx, old.Status, &s); err != nil {
		return s, err
	}
	s.UpdatedAt = c.Now
	return s, store.UpdateSprint(ctx, c.Tx, s)
}

// commit does to the commitment of s what its new status means, and logs it: a dropped snapshot can be
// read nowhere else.
func (c *Change) commit(ctx context.Context, from domain.SprintStatus, s *domain.Sprint) error {
	act := domain.Commitment(from, s.Status)
	if act == domain.KeepCommitment {
		return nil
	}
	before, err := store.Commitment(ctx, c.Tx, s.ID)
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
	after, err := store.Commitment(ctx, c.Tx, s.ID)
	if err != nil {
		return err
	}
	_, err = c.Updated(ctx, "sprint", s.UUID, commitmentFacts(before), commitmentFacts(after))
	return err
}

// takeCommitment makes the snapshot of a sprint that holds points. One that holds none has no commitment,
// not even one that came with it out of a workspace file.
func (c *Change) takeCommitment(ctx context.Context, s *domain.Sprint) error {
	holds, err := store.HoldsPoints(ctx, c.Tx, s.ID)
	if err != nil {
		return err
	}
	if !holds {
		return c.dropCommitment(ctx, s)
	}
	s.CommittedAt = &c.Now
	return store.TakeCommitment(ctx, c.Tx, s.ID)
}

func (c *Change) dropCommitment(ctx context.Context, s *domain.Sprint) error {
	s.CommittedAt = nil
	return store.DropCommitment(ctx, c.Tx, s.ID)
}
