package money

import (
	"context"
	"maps"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/work"
)

// Insight is a project on one day, read once to answer any number of questions. It is a plain value whose methods neither read nor change
// stored data.
type Insight struct {
	Today    evm.Day
	Currency *string // of all amounts; nil if it is not set
	Past     bool    // Today is in the past, so the project is restated as of that day from current data
	Project  evm.Project
	sums     evm.Analysis // of Project
	road     roadPlan
	epics    map[int64]string  // uuid by id
	titles   map[string]string // of epics and super-epics, by uuid
	names    report.Names

	unestimated []WarnedThing                     // some tickets without points, for the finance page
	edited      map[evm.WarningCode][]WarnedThing // some items that edits concern
}

// Insight reads a project for a caller, as of today or another day. For a past day, it shows what was planned, done and logged by the end
// of that day, according to current data; for a future day, it assumes that nothing happens until then.
func (a *Service) Insight(ctx context.Context, caller domain.Caller, project string, asOf *domain.Date) (Insight, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (Insight, error) {
		return a.linkedInsight(ctx, tx, reading{projectID: access.ProjectID, withCost: access.SeesCost(), asOf: asOf})
	})
}

// Indicators returns the numbers that /finance shows.
func (in Insight) Indicators() evm.Indicators { return in.sums.Compute(in.Today) }

// EarnedSchedule returns the project's progress in days, or nil if no sprint has dates.
func (in Insight) EarnedSchedule() *evm.Schedule {
	s, ok := in.sums.EarnedSchedule(in.Today)
	if !ok {
		return nil
	}
	return &s
}

// Forecast simulates the rest of the project.
func (in Insight) Forecast(ctx context.Context) (evm.Forecast, error) {
	return in.sums.Predict(ctx, in.Today)
}

// Velocity returns the velocity over the given number of recent sprints, or over all of them if it is 0.
func (in Insight) Velocity(last int) evm.Velocity { return in.sums.Velocities(in.Today, last) }

// Warnings returns the reasons to doubt the numbers; those about edits only if these were read.
func (in Insight) Warnings() []evm.Warning { return in.sums.Warnings(in.Today) }

// WhatIf returns the project as it would be under a what-if question; stored data do not change.
func (in Insight) WhatIf(q evm.WhatIf) Insight {
	in.road = in.road.shifted(evm.Day(q.Shift), in.Today)
	return in.with(in.Project.WhatIf(q, in.Today))
}

// with returns the insight into a changed project.
func (in Insight) with(p evm.Project) Insight {
	in.Project, in.sums = p, evm.NewAnalysis(p)
	return in
}

// Titles returns the titles of the epics and super-epics by uuid.
func (in Insight) Titles() map[string]string { return maps.Clone(in.titles) }
