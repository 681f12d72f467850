package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostDays is the maximum length, in days, of the range over which time is added up.
const mostDays = 3_660

// TotalsQuery is the range of days and the project (nil means all of the caller's projects) for which time is added up.
type TotalsQuery struct {
	From, To domain.Date
	Project  *string
}

// PersonTime is the time that a person logged in all the projects in which the reader may see that person's time.
type PersonTime struct {
	UserID  int64
	Name    string
	Minutes int64
	Days    int // the number of days with logged time
}

// ProjectTime is the time logged in a project, by everyone (All) or by the reader alone.
type ProjectTime struct {
	domain.Project

	Minutes int64
	All     bool
}

// Totals is the logged time by person and by project.
type Totals struct {
	People   []PersonTime // ordered by id
	Projects []ProjectTime
	Cells    []domain.TimeTotal
}

// TimeTotals adds up time by person and project: everyone's in the projects that the caller manages, and only the caller's own in the
// others. Its cost depends on the number of days, not on the number of time entries.
func (a *Time) TimeTotals(ctx context.Context, caller domain.Caller, in domain.Input[TotalsQuery]) (Totals, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Totals, error) {
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

func (q TotalsQuery) resolve(ctx context.Context, tx *db.Tx, caller domain.Caller) (store.TimeRange, error) {
	r := store.TimeRange{Reader: caller.UserID, From: q.From, To: q.To}
	switch {
	case q.To < q.From:
		return r, domain.Invalidf("to must not be before from").At("to")
	case q.From.AddDays(mostDays) < q.To:
		return r, domain.Invalidf("to must be at most %d days after from", mostDays).At("to")
	case q.Project == nil:
		return r, nil
	}
	access, err := OfProject(caller, *q.Project).Authorize(ctx, tx, domain.ReadProject)
	r.ProjectID = &access.ProjectID
	return r, err
}

func totalsOf(ctx context.Context, tx *db.Tx, r store.TimeRange) (t Totals, err error) {
	if t.Cells, err = store.TimeTotals(ctx, tx, r); err != nil {
		return t, err
	}
	if t.People, err = peopleOf(ctx, tx, r, t.Cells); err != nil {
		return t, err
	}
	minutes := map[int64]int64{}
	for _, c := range t.Cells {
		minutes[c.ProjectID] += c.Minutes
	}
	projects, err := db.Collect(store.Projects(ctx, tx, r.Reader, domain.Page{}))
	for _, p := range projects {
		if r.ProjectID == nil || p.ID == *r.ProjectID {
			t.Projects = append(t.Projects, ProjectTime{Project: p, Minutes: minutes[p.ID], All: p.UserRole.May(domain.ManageProject)})
		}
	}
	return t, err
}

// peopleOf adds up the time of each person. A day with work in two projects counts once.
func peopleOf(ctx context.Context, tx *db.Tx, r store.TimeRange, cells []domain.TimeTotal) ([]PersonTime, error) {
	var people []PersonTime
	position := map[int64]int{}
	var ids, several []int64
	for _, c := range cells {
		i, found := position[c.UserID]
		if !found {
			position[c.UserID] = len(people)
			ids = append(ids, c.UserID)
			people = append(people, PersonTime{UserID: c.UserID, Minutes: c.Minutes, Days: c.Days})
			continue
		}
		several = append(several, c.UserID)
		people[i].Minutes += c.Minutes
	}
	names, err := store.NamesOf(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	days, err := store.DaysWorked(ctx, tx, r, several)
	if err != nil {
		return nil, err
	}
	for i, p := range people {
		people[i].Name = names[p.UserID]
		people[i].Days = max(p.Days, days[p.UserID])
	}
	return people, nil
}
