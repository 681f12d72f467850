package app

import (
	"context"
	"maps"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/store"
)

// Reader is who asks for more than the contract: a member of the project, or the operator at the command
// line, who holds the database and may read all of it.
type Reader struct {
	caller   domain.Caller
	operator bool
}

// AsMember reads as somebody who must be in the project.
func AsMember(caller domain.Caller) Reader { return Reader{caller: caller} }

// AsOperator reads as the command line does, from every project and with every rate.
func AsOperator() Reader { return Reader{operator: true} }

// project finds a project and refuses a member who may not read it.
func (r Reader) project(ctx context.Context, tx *store.Tx, uuid string) (domain.Access, error) {
	access, err := tx.ProjectAccess(ctx, uuid, r.caller.UserID)
	if err != nil || r.operator {
		return access, err
	}
	return access, access.Check(domain.ReadProject)
}

// ticket refuses anyone who may not read a ticket.
func (r Reader) ticket(ctx context.Context, tx *store.Tx, uuid string) error {
	access, err := tx.TicketAccess(ctx, uuid, r.caller.UserID)
	if err != nil {
		return err
	}
	return access.Check(domain.ReadProject)
}

// seesCost tells whether the reader may know the project's daily rates and cost.
func (r Reader) seesCost(access domain.Access) bool { return r.operator || access.SeesCost() }

// Insight is a project on one day, read once, to be asked any number of questions. It is a value: nothing
// that is asked of it reads or changes data.
type Insight struct {
	Today   evm.Day
	Past    bool // Today lies in the past: the project is restated, as of that day, with what is known now
	project evm.Project
	links   []evm.Link
	groups  map[string][]string // epics by super-epic, by uuid
	epics   map[int64]string    // uuid by id
	titles  map[string]string   // of epics and super-epics, by uuid
	names   report.Names
}

// Insight reads a project for somebody, as of today or of another day. Of a past day it shows what was
// planned, done and booked by then, as known now; a coming day is taken as if nothing happened until then.
func (a *App) Insight(ctx context.Context, who Reader, project string, asOf *domain.Date) (Insight, error) {
	return read(ctx, a, func(tx *store.Tx) (Insight, error) {
		access, err := who.project(ctx, tx, project)
		if err != nil {
			return Insight{}, err
		}
		return a.insight(ctx, tx, access.ProjectID, who.seesCost(access), asOf)
	})
}

func (a *App) insight(ctx context.Context, tx *store.Tx, projectID int64, withCost bool, asOf *domain.Date) (Insight, error) {
	rows, err := tx.Insight(ctx, projectID, withCost)
	if err != nil {
		return Insight{}, err
	}
	return a.insightOf(rows, dayEffort(rows), asOf), nil
}

// Indicators are the numbers of /finance.
func (in Insight) Indicators() evm.Indicators { return evm.Compute(in.project, in.Today) }

// EarnedSchedule tells how far the project is in days; nil when no sprint has dates.
func (in Insight) EarnedSchedule() *evm.Schedule {
	s, ok := evm.EarnedSchedule(in.project, in.Today)
	if !ok {
		return nil
	}
	return &s
}

// CriticalPath reads the roadmap; its activities are epics, its groups super-epics, by uuid.
func (in Insight) CriticalPath(ctx context.Context) (evm.Path, error) {
	network := evm.Network{Groups: in.groups, Links: in.links}
	for _, d := range evm.EpicDurations(in.project) {
		network.Activities = append(network.Activities, evm.Activity{ID: in.epics[d.EpicID], Duration: d.Days})
	}
	return evm.CriticalPath(ctx, network)
}

// Forecast simulates the rest of the project.
func (in Insight) Forecast(ctx context.Context) (evm.Forecast, error) {
	return evm.Predict(ctx, in.project, in.Today)
}

// Velocity looks back over the last sprints; 0: all.
func (in Insight) Velocity(last int) evm.Velocity { return evm.Velocities(in.project, in.Today, last) }

// Warnings are what weakens the numbers.
func (in Insight) Warnings() []evm.Warning { return evm.Warnings(in.project) }

// WhatIf is the same project under a question; the data stay as they are.
func (in Insight) WhatIf(q evm.WhatIf) Insight {
	in.project = in.project.WhatIf(q, in.Today)
	return in
}

// Titles gives what the epics and super-epics are called, by uuid.
func (in Insight) Titles() map[string]string { return maps.Clone(in.titles) }
