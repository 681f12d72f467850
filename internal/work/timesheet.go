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
	workDays    = 5     // of a week, Monday first
	mostOfAWeek = 2_000 // time entries that a week shows
	mostPeople  = 500   // whose weeks are offered
	fewTickets  = 10    // that somebody worked on of late
)

// Week is the time of a person from Monday to Sunday, as the reader may see it.
type Week struct {
	Monday   domain.Date
	Person   store.Person
	Own      bool
	Entries  []domain.WeekEntry // by day
	More     bool               // there are more entries than these
	Days     [weekDays]domain.DayTime
	Missing  []domain.Date    // working days up to today without any time; of one's own week only
	Projects []domain.Project // the reader's
	People   []store.Person   // whose weeks the reader may see, beside their own
}

// Week gives the week of a day: the caller's own, or that of somebody whose project the caller manages. It costs the
// same number of statements for everybody.
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

// mayLookAt refuses the week of somebody in none of whose projects the caller is owner or admin.
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

// mondayOf is the first day of the week of a day.
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
	if w.Projects, err = db.Collect(store.Projects(ctx, tx, caller.UserID)); err != nil {
		return err
	}
	w.People, err = store.ManagedPeople(ctx, tx, caller.UserID, mostPeople)
	return err
}

// findMissing finds the working days without any time, from the day on which the person came or first logged some, up
// to today.
func (w *Week) findMissing(ctx context.Context, tx *db.Tx, today, since domain.Date) error {
	first, err := store.FirstTime(ctx, tx, w.Person.ID)
	if err != nil {
		return err
	}
	if first != "" {
		since = min(since, first)
	}
	for _, d := range w.Days[:workDays] {
		if d.Seen+d.Elsewhere == 0 && d.Day <= today && d.Day >= since {
			w.Missing = append(w.Missing, d.Day)
		}
	}
	return nil
}

// RecentWork gives the tickets on which the caller last logged time, then those that they are to do.
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
