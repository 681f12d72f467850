package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// lastSprints is how many past sprints the expected velocity is based on.
const lastSprints = 6

// mostUnestimated is the maximum number of tickets without points that are named before a sprint starts.
const mostUnestimated = 100

// StartWarning is a concern to raise before a sprint starts. No warning prevents the start.
type StartWarning struct {
	Code    string // one of unestimated, no_dates, empty, another_active and over_velocity
	Tickets []domain.TicketLink
	Sprints []domain.Sprint
	Value   *float64
}

// StartingSprint holds everything that the team should know before a sprint starts.
type StartingSprint struct {
	domain.SprintSum

	Velocity evm.Velocity
	Warnings []StartWarning
}

// StartingSprint returns what starting a sprint would commit the team to.
func (a *Service) StartingSprint(ctx context.Context, caller domain.Caller, uuid string) (StartingSprint, error) {
	return work.OfSprint(ctx, a.DB, caller, uuid, func(tx *db.Tx, access domain.Access, s domain.SprintSum) (StartingSprint, error) {
		out := StartingSprint{SprintSum: s}
		var err error
		if out.Velocity, err = a.velocity(ctx, tx, access.ProjectID); err != nil {
			return out, err
		}
		if out.Warnings, err = startWarnings(ctx, tx, s); err != nil {
			return out, err
		}
		if most, known := bound(out.Velocity); known && s.Points > most {
			out.Warnings = append(out.Warnings, StartWarning{Code: "over_velocity", Value: &most})
		}
		return out, nil
	})
}

// velocity returns the velocity over the last sprints of a project.
func (a *Service) velocity(ctx context.Context, tx *db.Tx, projectID int64) (evm.Velocity, error) {
	last, err := store.LastSprints(ctx, tx, projectID, a.Today(), lastSprints)
	return evm.Velocities(EvmProject(last), EvmDay(a.Today()), lastSprints), err
}

// bound returns the maximum number of points that past sprints suggest for a sprint.
func bound(v evm.Velocity) (float64, bool) {
	if v.High.Known {
		return v.High.Value, true
	}
	return v.Mean.Value, v.Mean.Known
}

// startWarnings returns the warnings that do not depend on past sprints.
func startWarnings(ctx context.Context, tx *db.Tx, s domain.SprintSum) ([]StartWarning, error) {
	var list []StartWarning
	if s.Tickets == 0 {
		list = append(list, StartWarning{Code: "empty"})
	}
	if s.StartDate == nil || s.EndDate == nil {
		list = append(list, StartWarning{Code: "no_dates"})
	}
	if s.Unestimated > 0 {
		tickets, err := workstore.UnestimatedIn(ctx, tx, s.ID, mostUnestimated)
		if err != nil {
			return nil, err
		}
		list = append(list, StartWarning{Code: "unestimated", Tickets: tickets, Value: new(float64(s.Unestimated))})
	}
	others, err := workstore.OtherActive(ctx, tx, s.Sprint)
	if err != nil || len(others) == 0 {
		return list, err
	}
	return append(list, StartWarning{Code: "another_active", Sprints: others}), nil
}
