package money

import (
	"context"
	"maps"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
)

// Insight is a project on one day, read once to answer any number of questions. It is a plain value whose methods neither read nor change
// stored data.
type Insight struct {
	Today   evm.Day
	Past    bool // Today is in the past, so the project is restated as of that day from current data
	Project evm.Project
	links   []evm.Link
	groups  map[string][]string // uuids of the epics in each super-epic, by its uuid
	epics   map[int64]string    // uuid by id
	titles  map[string]string   // of epics and super-epics, by uuid
	names   report.Names
}

// Insight reads a project for a caller, as of today or another day. For a past day, it shows what was planned, done and logged by the end
// of that day, according to current data; for a future day, it assumes that nothing happens until then.
func (a *Service) Insight(ctx context.Context, caller domain.Caller, project string, asOf *domain.Date) (Insight, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (Insight, error) {
		return a.InsightIn(ctx, tx, access.ProjectID, access.SeesCost(), asOf)
	})
}

// InsightIn is like Insight, but works within a transaction, on a project that the caller may read.
func (a *Service) InsightIn(ctx context.Context, tx *db.Tx, projectID int64, withCost bool, asOf *domain.Date) (Insight, error) {
	rows, err := store.ReadInsight(ctx, tx, projectID, withCost)
	if err != nil {
		return Insight{}, err
	}
	return a.insightOf(rows, dayEffort(rows), asOf), nil
}

// Indicators returns the numbers that /finance shows.
func (in Insight) Indicators() evm.Indicators { return evm.Compute(in.Project, in.Today) }

// EarnedSchedule returns the project's progress in days, or nil if no sprint has dates.
func (in Insight) EarnedSchedule() *evm.Schedule {
	s, ok := evm.EarnedSchedule(in.Project, in.Today)
	if !ok {
		return nil
	}
	return &s
}

// CriticalPath computes the critical path of the roadmap; its activities are epics and its groups are super-epics, identified by uuid.
func (in Insight) CriticalPath(ctx context.Context) (evm.Path, error) {
	network := evm.Network{Groups: in.groups, Links: in.links}
	for _, d := range evm.EpicDurations(in.Project) {
		network.Activities = append(network.Activities, evm.Activity{ID: in.epics[d.EpicID], Duration: d.Days})
	}
	return evm.CriticalPath(ctx, network)
}

// Forecast simulates the rest of the project.
func (in Insight) Forecast(ctx context.Context) (evm.Forecast, error) {
	return evm.Predict(ctx, in.Project, in.Today)
}

// Velocity returns the velocity over the given number of recent sprints, or over all of them if it is 0.
func (in Insight) Velocity(last int) evm.Velocity { return evm.Velocities(in.Project, in.Today, last) }

// Warnings returns the reasons to doubt the numbers.
func (in Insight) Warnings() []evm.Warning { return evm.Warnings(in.Project) }

// WhatIf returns the project as it would be under a what-if question; stored data do not change.
func (in Insight) WhatIf(q evm.WhatIf) Insight {
	in.Project = in.Project.WhatIf(q, in.Today)
	return in
}

// Titles returns the titles of the epics and super-epics by uuid.
func (in Insight) Titles() map[string]string { return maps.Clone(in.titles) }
