package demo

import (
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"earnest/internal/domain"
)

const sprintDays = 14

// calendar places the sprints around a day. Sprint 0 is the active one.
type calendar struct {
	today domain.Date
	first domain.Date // of sprint 0
}

// newCalendar places the day between the 6th and the 9th day of the active sprint, and starts sprints as early in the week as
// that allows.
func newCalendar(today domain.Date) calendar {
	best := today.AddDays(-8)
	for back := 8; back >= 5; back-- {
		if day := today.AddDays(-back); sinceMonday(day) < sinceMonday(best) {
			best = day
		}
	}
	return calendar{today: today, first: best}
}

func sinceMonday(d domain.Date) int { return (int(d.Time().Weekday()) + 6) % 7 }

func (c calendar) start(offset int) domain.Date { return c.first.AddDays(offset * sprintDays) }
func (c calendar) end(offset int) domain.Date   { return c.start(offset + 1).AddDays(-1) }

// workdays returns the working days of a sprint, up to today.
func (c calendar) workdays(offset int) []domain.Date {
	var days []domain.Date
	for i := range sprintDays {
		if day := c.start(offset).AddDays(i); day <= c.today && sinceMonday(day) < 5 && !holiday(day) {
			days = append(days, day)
		}
	}
	return days
}

// weekday returns the day itself, or the Friday before a weekend.
func weekday(d domain.Date) domain.Date { return d.AddDays(-max(0, sinceMonday(d)-4)) }

// holiday reports whether a day is a public holiday with a fixed date.
func holiday(d domain.Date) bool {
	return slices.Contains([]string{"01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"}, string(d[5:]))
}

// absent reports whether someone is away from all their projects: now and then for a week, and sometimes for a single day.
// Nobody is away in the last week, so that the timesheet has something to show.
func absent(nick string, day, today domain.Date) bool {
	year, week := day.Time().ISOWeek()
	away := hash(nick, "week", strconv.Itoa(year), strconv.Itoa(week))%23 == 0 || hash(nick, string(day))%29 == 0
	return away && day < today.AddDays(-7)
}

func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, part := range parts {
		_, _ = h.Write([]byte(part + "\x00")) // a hash never fails
	}
	return h.Sum64()
}

// at returns a time on a day, limited to the latest moment that a timestamp may have.
func (c calendar) at(day domain.Date, hours float64) time.Time {
	return c.passed(day.Time().Add(time.Duration(hours * float64(time.Hour))).Truncate(time.Second))
}

func (c calendar) passed(t time.Time) time.Time {
	if last := latest(c.today); t.After(last) {
		return last
	}
	return t
}
