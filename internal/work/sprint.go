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

// commitmentFacts describes a commitment as a map from tickets to points, or as null if there is none.
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
func (a *Plan) Sprints(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.Sprint]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.Sprint, error], error) {
			total, err := store.CountSprints(ctx, tx, access.ProjectID)
			return total, store.Sprints(ctx, tx, access.ProjectID, p), err
		})
}

// Sprint returns one sprint.
func (a *Plan) Sprint(ctx context.Context, caller domain.Caller, uuid string) (domain.Sprint, error) {
	return Read(ctx, a.DB, Target{caller, store.SprintAccess, uuid}, func(tx *db.Tx, _ domain.Access) (domain.Sprint, error) {
		return store.Sprint(ctx, tx, uuid)
	})
}

// CreateSprint adds a sprint to a project. A new sprint is empty, so it has no commitment, whatever its status.
func (a *Plan) CreateSprint(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.SprintPatch) (domain.SprintSum, error) {
		s, err := c.createSprint(ctx, patch)
		return domain.SprintSum{Sprint: s}, err
	})
}

func (c *Change) createSprint(ctx context.Context, patch domain.SprintPatch) (domain.Sprint, error) {
	s := domain.NewSprint(db.NewUUID(), c.Project.ProjectID, c.Now)
	if err := c.applySprint(patch, &s); err != nil {
		return s, err
	}
	if err := c.room(ctx, domain.LimitSprints, store.CountSprints); err != nil {
		return s, err
	}
	var err error
	if s.ID, err = store.InsertSprint(ctx, c.Tx, s); err != nil {
		return s, err
	}
	return s, c.Created(ctx, "sprint", s.UUID, sprintFacts(s))
}

// UpdateSprint applies the fields set in the input. If nothing changes, nothing is logged. Starting a sprint takes a snapshot of its
// commitment; returning it to planning drops the snapshot.
func (a *Plan) UpdateSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SprintPatch]) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, in.Further(), func(c *Change, s domain.Sprint, patch domain.SprintPatch) (domain.Sprint, error) {
		return c.changeSprint(ctx, s, patch, domain.SprintEnd{})
	})
}

// applySprint applies a patch to s. The dates are compared only if both could be decoded.
func (c *Change) applySprint(p domain.SprintPatch, s *domain.Sprint) error {
	err := p.Apply(s)
	if domain.IsAbout(c.invalid, "start_date", "end_date") {
		err = nil
	}
	return c.check(err)
}

// changeSprint changes a sprint and, if its status changes, its commitment. If nothing changes, nothing is logged.
func (c *Change) changeSprint(ctx context.Context, old domain.Sprint, patch domain.SprintPatch, end domain.SprintEnd) (domain.Sprint, error) {
	s := old
	if err := c.applySprint(patch, &s); err != nil {
		return s, err
	}
	end.Apply(&s)
	changed, err := c.Updated(ctx, "sprint", s.UUID, sprintFacts(old), sprintFacts(s))
	if err != nil || !changed {
		return old, err
	}
	if err := c.updateCommitment(ctx, old.Status, &s); err != nil {
		return s, err
	}
	s.UpdatedAt = c.Now
	return s, store.UpdateSprint(ctx, c.Tx, s)
}

// updateCommitment takes or drops the snapshot of the sprint's commitment, as the new status requires, and logs the change, since the log
// is the only record of a dropped snapshot.
func (c *Change) updateCommitment(ctx context.Context, from domain.SprintStatus, s *domain.Sprint) error {
	act := domain.CommitmentActOf(from, s.Status)
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

// takeCommitment takes a snapshot of a sprint's commitment if any of its tickets has points. Otherwise, the sprint has no commitment, and
// any imported commitment is dropped.
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
