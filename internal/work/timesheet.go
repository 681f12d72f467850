package work

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work/store"
)

const (
	weekDays    = 7
	workDays    = 5     // per week, starting on Monday
	mostOfAWeek = 2_000 // maximum number of time entries shown for a week
	mostPeople  = 500   // maximum number of people offered to choose from
	fewTickets  = 10    // maximum number of recent tickets shown
)

// Week is a person's logged time from Monday to Sunday, as far as the reader may see it.
type Week struct {
	Monday   domain.Date
	Person   store.Person
	Own      bool
	Entries  []domain.WeekEntry // by day
	More     bool               // some entries were left out
	Days     [weekDays]domain.DayTime
	Missing  []domain.Date    // working days up to today without logged time; only in the reader's own week
	Projects []domain.Project // the reader's projects; see store.WeekProjects
	People   []store.Person   // the people in the projects that the reader manages
}

// Week returns the week that contains a given day: the caller's own, or that of a person in a project that the caller manages. The number
// of statements is constant.
func (a *Time) Week(ctx context.Context, caller domain.Caller, user int64, day domain.Date) (Week, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Week, error) {
		if err := mayLookAt(ctx, tx, caller, user); err != nil {
			return Week{}, err
		}
		w := Week{Monday: mondayOf(day), Own: user == caller.UserID}
		person, err := identitystore.UserByID(ctx, tx, user)
		if err != nil {
			return w, err
		}
		w.Person = store.Person{ID: user, Name: domain.FullName(person.Firstname, person.Lastname)}
		if err := w.load(ctx, tx, caller); err != nil {
			return w, err
		}
		if w.Own {
			err = w.findMissing(ctx, tx, a.Today(), domain.DateOf(person.CreatedAt.In(a.Zone)))
		}
		return w, err
	})
}

// mayLookAt refuses access to another person's week, unless the caller is the owner or an admin of one of that person's projects.
func mayLookAt(ctx context.Context, tx *db.Tx, caller domain.Caller, user int64) error {
	if user == caller.UserID {
		return nil
	}
	may, err := store.ManagesTimeOf(ctx, tx, caller.UserID, user)
	if err == nil && !may {
		err = domain.Errorf(domain.Forbidden, "only the owner or an admin of a project in which somebody works may look at their time")
	}
	return err
}

// mondayOf returns the Monday of the week that contains a given day.
func mondayOf(day domain.Date) domain.Date {
	since := (int(day.Time().Weekday()) + weekDays - int(time.Monday)) % weekDays
	return day.AddDays(-since)
}

func (w *Week) load(ctx context.Context, tx *db.Tx, caller domain.Caller) (err error) {
	span := store.TimeSpan{UserID: w.Person.ID, Reader: caller.UserID, From: w.Monday, To: w.Monday.AddDays(weekDays - 1)}
	if w.Entries, err = store.UserTime(ctx, tx, span, mostOfAWeek+1); err != nil {
		return err
	}
	w.More = len(w.Entries) > mostOfAWeek
	w.Entries = w.Entries[:min(len(w.Entries), mostOfAWeek)]
	days, err := store.UserDays(ctx, tx, span)
	if err != nil {
		return err
	}
	for i := range w.Days {
		w.Days[i].Day = w.Monday.AddDays(i)
		for _, d := range days {
			if d.Day == w.Days[i].Day {
				w.Days[i] = d
			}
		}
	}
	if w.Projects, err = store.WeekProjects(ctx, tx, caller.UserID); err != nil {
		return err
	}
	w.People, err = store.ManagedPeople(ctx, tx, caller.UserID, mostPeople)
	return err
}

// findMissing finds the working days of the week without logged time, from the day on which the person joined or first logged time,
// whichever is earlier, up to today.
func (w *Week) findMissing(ctx context.Context, tx *db.Tx, today, since domain.Date) error {
	first, err := store.FirstTime(ctx, tx, w.Person.ID)
	if err != nil {
		return err
	}
	if first != "" {
		since = min(since, first)
	}
	for _, d := range w.Days[:workDays] {
		if d.Visible+d.Elsewhere == 0 && d.Day <= today && d.Day >= since {
			w.Missing = append(w.Missing, d.Day)
		}
	}
	return nil
}

// RecentWork returns the tickets on which the caller last logged time, followed by those assigned to the caller.
func (a *Time) RecentWork(ctx context.Context, caller domain.Caller) ([]domain.WorkTicket, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]domain.WorkTicket, error) {
		list, err := store.LoggedLast(ctx, tx, caller.UserID, fewTickets)
		if err != nil {
			return nil, err
		}
		assigned, err := store.AssignedTo(ctx, tx, caller.UserID, fewTickets)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, t := range list {
			seen[t.UUID] = true
		}
		for _, t := range assigned {
			if !seen[t.UUID] && len(list) < fewTickets {
				list = append(list, t)
			}
		}
		return list, nil
	})
}
