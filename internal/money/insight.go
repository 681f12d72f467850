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

// Insight is a project on one day, read once, to be asked any number of questions. It is a value: nothing
// that is asked of it reads or changes data.
type Insight struct {
	Today   evm.Day
	Past    bool // Today lies in the past: the project is restated, as of that day, with what is known now
	Project evm.Project
	links   []evm.Link
	groups  map[string][]string // epics by super-epic, by uuid
	epics   map[int64]string    // uuid by id
	titles  map[string]string   // of epics and super-epics, by uuid
	names   report.Names
}

// Insight reads a project for somebody, as of today or of another day. Of a past day it shows what was
// planned, done and booked by then, as known now; a coming day is taken as if nothing happened until then.
func (a *Service) Insight(ctx context.Context, caller domain.Caller, project string, asOf *domain.Date) (Insight, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (Insight, error) {
		return a.InsightIn(ctx, tx, access.ProjectID, access.SeesCost(), asOf)
	})
}

// InsightIn is Insight inside a transaction, for a project that the reader may read.
func (a *Service) InsightIn(ctx context.Context, tx *db.Tx, projectID int64, withCost bool, asOf *domain.Date) (Insight, error) {
	rows, err := store.ReadInsight(ctx, tx, projectID, withCost)
	if err != nil {
		return Insight{}, err
	}
	return a.insightOf(rows, dayEffort(rows), asOf), nil
}

// Indicators are the numbers of /finance.
func (in Insight) Indicators() evm.Indicators { return evm.Compute(in.Project, in.Today) }

// EarnedSchedule tells how far the project is in days; nil when no sprint has dates.
func (in Insight) EarnedSchedule() *evm.Schedule {
	s, ok := evm.EarnedSchedule(in.Project, in.Today)
	if !ok {
		return nil
	}
	return &s
}

// CriticalPath reads the roadmap; its activities are epics, its groups super-epics, by uuid.
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

// Velocity looks back over the last sprints; 0: all.
func (in Insight) Velocity(last int) evm.Velocity { return evm.Velocities(in.Project, in.Today, last) }

// Warnings are what weakens the numbers.
func (in Insight) Warnings() []evm.Warning { return evm.Warnings(in.Project) }

// WhatIf is the same project under a question; the data stay as they are.
func (in Insight) WhatIf(q evm.WhatIf) Insight {
	in.Project = in.Project.WhatIf(q, in.Today)
	return in
}

// Titles returns what the epics and super-epics are called, by uuid.
func (in Insight) Titles() map[string]string { return maps.Clone(in.titles) }
