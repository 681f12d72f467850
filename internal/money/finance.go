package money

import (
	"context"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// computedTogether is the number of projects whose data is held at the same time while the indicators of many are computed.
const computedTogether = 50

// Finance returns the earned-value indicators of a project to members who may see its cost, since most indicators depend on it.
func (a *Service) Finance(ctx context.Context, caller domain.Caller, project string) (evm.Indicators, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (evm.Indicators, error) {
		if err := access.CheckCost(); err != nil {
			return evm.Indicators{}, err
		}
		rows, err := a.Indicators(ctx, tx, []int64{access.ProjectID})
		if err != nil {
			return evm.Indicators{}, err
		}
		return rows[0].Indicators, nil
	})
}

// Portfolio is the roll-up of the projects whose cost the reader may see.
type Portfolio struct {
	Totals     Totals
	ByCurrency []Totals // sorted by code, with the projects that have no currency last
	Rows       []Row
	Hidden     []string // the uuids of the reader's other projects, which are not part of any total
}

// Portfolio rolls up all of the caller's projects, or only the given ones. If a given project does not exist, it returns NotFound. If the
// caller is not a member of it or may not see its cost, it returns Forbidden, because a total that silently omits a project would be wrong.
func (a *Service) Portfolio(ctx context.Context, caller domain.Caller, only domain.Opt[[]string]) (Portfolio, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Portfolio, error) {
		shown, hidden, err := portfolioProjects(ctx, tx, caller, only)
		if err != nil {
			return Portfolio{}, err
		}
		rows, err := a.Indicators(ctx, tx, projectIDs(shown))
		uuids := work.UuidsOf(hidden, func(r workstore.Revision) string { return r.UUID })
		return Portfolio{totalsOf(rows), totalsByCurrency(rows), rows, uuids}, err
	})
}

// portfolioProjects returns the caller's projects, or only the given ones, divided into those whose cost they may see and the others.
func portfolioProjects(ctx context.Context, tx *db.Tx, caller domain.Caller, only domain.Opt[[]string]) (shown, hidden []workstore.Revision, err error) {
	mine, err := workstore.Revisions(ctx, tx, caller.UserID)
	if err != nil {
		return nil, nil, err
	}
	for _, uuid := range only.Value {
		if err := checkNamed(ctx, tx, caller, mine, uuid); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range mine {
		switch {
		case only.Set && !slices.Contains(only.Value, p.UUID):
		case p.SeesCost:
			shown = append(shown, p.Revision)
		default:
			hidden = append(hidden, p.Revision)
		}
	}
	return shown, hidden, nil
}

// checkNamed refuses a project that does not exist, that the caller is not in, or whose cost they may not see.
func checkNamed(ctx context.Context, tx *db.Tx, caller domain.Caller, mine []workstore.ReaderProject, uuid string) error {
	if slices.ContainsFunc(mine, func(p workstore.ReaderProject) bool { return p.UUID == uuid && p.SeesCost }) {
		return nil
	}
	access, err := work.OfProject(caller, uuid).Authorize(ctx, tx, domain.ReadProject)
	if err != nil {
		return err
	}
	return access.CheckCost()
}

// Indicators returns today's indicators of the projects with these ids, in order. It reads a few projects at a time, so that the memory it
// needs hardly grows with their number; the number of statements is the same for each of these groups.
func (a *Service) Indicators(ctx context.Context, tx *db.Tx, ids []int64) ([]Row, error) {
	rows, today := make([]Row, 0, len(ids)), EvmDay(a.Today())
	for group := range slices.Chunk(ids, computedTogether) {
		all, err := store.Finances(ctx, tx, group)
		if err != nil {
			return nil, err
		}
		for _, id := range group {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p := all[id].Project
			rows = append(rows, Row{evm.Row{Name: p.Name, Indicators: evm.Compute(EvmProject(all[id]), today)}, p.Currency})
		}
	}
	return rows, nil
}

func projectIDs(projects []workstore.Revision) []int64 {
	ids := make([]int64, 0, len(projects))
	for _, p := range projects {
		ids = append(ids, p.ProjectID)
	}
	return ids
}

// EvmProject converts a stored project to the engine's form.
func EvmProject(f *store.Finance) evm.Project {
	p := evm.Project{UUID: f.Project.UUID, Name: f.Project.Name, Budget: f.Project.Budget, ContingencyPct: f.Project.ContingencyPct}
	p.Sprints, p.Tickets = make([]evm.Sprint, 0, len(f.Sprints)), make([]evm.Ticket, 0, len(f.Tickets))
	p.Effort = make([]evm.Effort, 0, len(f.Effort))
	for _, b := range f.Budgets {
		p.Budgets = append(p.Budgets, evm.BudgetFrom{From: EvmDay(b.From), Budget: b.Amount, ContingencyPct: b.ContingencyPct, Reason: b.Reason})
	}
	for _, s := range f.Sprints {
		sprint := evm.Sprint{ID: s.ID, Start: evmDayOrNil(s.Start), End: evmDayOrNil(s.End), Status: evm.SprintStatus(s.Status)}
		sprint.Committed = make([]evm.Commitment, 0, len(s.Committed))
		for _, c := range s.Committed {
			sprint.Committed = append(sprint.Committed, evm.Commitment{TicketID: c.TicketID, Points: c.Points, Count: c.Count})
		}
		p.Sprints = append(p.Sprints, sprint)
	}
	for _, t := range f.Tickets {
		p.Tickets = append(p.Tickets, evm.Ticket{ID: t.ID, Count: t.Count, Points: t.Points, Done: t.Done, SprintID: t.SprintID})
	}
	for _, e := range f.Effort {
		p.Effort = append(p.Effort, evmEffort(e))
	}
	return p
}

// evmEffort converts rolled-up minutes to the engine's form.
func evmEffort(e store.FinanceEffort) evm.Effort {
	line := evm.Effort{MemberID: e.UserID, Rate: e.Rate, Minutes: e.Minutes}
	if e.InSprint {
		line.SprintID = evm.Some
	}
	if e.Engaged {
		line.EpicID = evm.Some
	}
	return line
}

// EvmDay converts a date to the engine's day. A Date has already been parsed, so it is valid and need not be checked again: a page may
// convert hundreds of thousands.
func EvmDay(d domain.Date) evm.Day {
	if d == "" {
		return evm.DayOf(1, time.January, 1)
	}
	return evm.DayOf(decimal(d[:4]), time.Month(decimal(d[5:7])), decimal(d[8:]))
}

// decimal returns the number that digits stand for.
func decimal(digits domain.Date) (n int) {
	for _, digit := range []byte(digits) {
		n = 10*n + int(digit-'0')
	}
	return n
}

func evmDayOrNil(d *domain.Date) *evm.Day {
	if d == nil {
		return nil
	}
	day := EvmDay(*d)
	return &day
}
