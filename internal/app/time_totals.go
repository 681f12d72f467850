package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostDays is over how many days time is added up.
const mostDays = 3_660

// TotalsQuery is over which days time is added up, and in which project (nil: in all of the caller's).
type TotalsQuery struct {
	From, To domain.Date
	Project  *string
}

// PersonTime is what somebody logged in all projects that the reader may see.
type PersonTime struct {
	UserID  int64
	Name    string
	Minutes int64
	Days    int // with time
}

// ProjectTime is what was logged in a project, by everybody or (not All) by the reader alone.
type ProjectTime struct {
	domain.Project

	Minutes int64
	All     bool
}

// Totals is time by person and project.
type Totals struct {
	People   []PersonTime // in the order of their ids
	Projects []ProjectTime
	Cells    []domain.TimeTotal
}

// TimeTotals adds up time by person and project: of everybody in the projects that the caller manages, and the
// caller's own in the others. Its cost is that of the days, not of the time entries.
func (a *App) TimeTotals(ctx context.Context, caller domain.Caller, in domain.Input[TotalsQuery]) (Totals, error) {
	return read(ctx, a, func(tx *store.Tx) (Totals, error) {
		q, err := in.Get()
		if err != nil {
			return Totals{}, err
		}
		r, err := q.resolve(ctx, tx, caller)
		if err != nil {
			return Totals{}, err
		}
		return totalsOf(ctx, tx, r)
	})
}

func (q TotalsQuery) resolve(ctx context.Context, tx *store.Tx, caller domain.Caller) (store.TimeRange, error) {
	r := store.TimeRange{Reader: caller.UserID, From: q.From, To: q.To}
	switch {
	case q.To < q.From:
		return r, domain.Invalidf("to must not be before from").At("to")
	case q.From.AddDays(mostDays) < q.To:
		return r, domain.Invalidf("to must be at most %d days after from", mostDays).At("to")
	case q.Project == nil:
		return r, nil
	}
	access, err := tx.ProjectAccess(ctx, *q.Project, caller.UserID)
	if err != nil {
		return r, err
	}
	r.ProjectID = &access.ProjectID
	return r, access.Check(domain.ReadProject)
}

func totalsOf(ctx context.Context, tx *store.Tx, r store.TimeRange) (t Totals, err error) {
	if t.Cells, err = tx.TimeTotals(ctx, r); err != nil {
		return t, err
	}
	projects, err := store.Collect(tx.Projects(ctx, r.Reader))
	if err != nil {
		return t, err
	}
	byPerson, byProject := map[int64]int64{}, map[int64]int64{}
	var ids []int64
	for _, c := range t.Cells {
		if _, ok := byPerson[c.UserID]; !ok {
			ids = append(ids, c.UserID)
		}
		byPerson[c.UserID] += c.Minutes
		byProject[c.ProjectID] += c.Minutes
	}
	for _, p := range projects {
		if r.ProjectID == nil || p.ID == *r.ProjectID {
			t.Projects = append(t.Projects, ProjectTime{Project: p, Minutes: byProject[p.ID], All: p.UserRole.May(domain.ManageProject)})
		}
	}
	t.People, err = peopleOf(ctx, tx, r, ids, byPerson)
	return t, err
}

func peopleOf(ctx context.Context, tx *store.Tx, r store.TimeRange, ids []int64, minutes map[int64]int64) ([]PersonTime, error) {
	names, err := tx.NamesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	days, err := tx.DaysWorked(ctx, r)
	if err != nil {
		return nil, err
	}
	list := make([]PersonTime, 0, len(ids))
	for _, id := range ids {
		list = append(list, PersonTime{UserID: id, Name: names[id], Minutes: minutes[id], Days: days[id]})
	}
	return list, nil
}
