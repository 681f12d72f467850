package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// PastSprint is a finished sprint, with the points it committed to and those it finished.
type PastSprint struct {
	domain.Sprint

	Committed float64
	Done      float64
}

// Pace shows what the last sprints of a project finished, oldest first, and what to expect of the next one.
type Pace struct {
	Sprints         []PastSprint
	Mean, Low, High evm.Maybe
}

// Pace returns the velocity of a project.
func (a *Service) Pace(ctx context.Context, caller domain.Caller, project string) (Pace, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (Pace, error) {
		v, err := a.velocity(ctx, tx, access.ProjectID)
		if err != nil {
			return Pace{}, err
		}
		ids := make([]int64, 0, len(v.Sprints))
		for _, s := range v.Sprints {
			ids = append(ids, s.SprintID)
		}
		sprints, err := workstore.SprintsByID(ctx, tx, ids)
		if err != nil {
			return Pace{}, err
		}
		p := Pace{Mean: v.Mean, Low: v.Low, High: v.High}
		for _, s := range v.Sprints {
			p.Sprints = append(p.Sprints, PastSprint{sprints[s.SprintID], s.Committed, s.Done})
		}
		return p, nil
	})
}
