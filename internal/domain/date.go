package domain

import (
	"strings"
	"time"
)

// Date is a calendar day written YYYY-MM-DD; its text order is the calendar's.
type Date string

// FirstDay is the day from which a rate "from the start" holds.
const FirstDay Date = "0001-01-01"

const dayLayout = "2006-01-02"

// ParseDate reads a real calendar day, written exactly YYYY-MM-DD, from year 1 on.
func ParseDate(s string) (Date, bool) {
	t, err := time.Parse(dayLayout, s)
	if err != nil || len(s) != len(dayLayout) || t.Year() < 1 {
		return "", false
	}
	return Date(s), true
}

// DateOf is the day of a moment, in the moment's own zone.
func DateOf(t time.Time) Date { return Date(t.Format(dayLayout)) }

// Time is the first moment of the day in UTC.
func (d Date) Time() time.Time {
	t, _ := time.Parse(dayLayout, string(d)) // a Date was parsed once; the zero Date gives the zero time
	return t
}

// AddDays is the day n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.Time().AddDate(0, 0, n)) }

// momentLayouts are the accepted forms of a moment; those without a zone are UTC.
func momentLayouts() []string {
	return []string{
		time.RFC3339Nano,
		"2006-01-02T15:04:05.999999999",
		"2006-01-02T15:04:05.999999999Z0700",
		"2006-01-02T15:04",
		"2006-01-02T15:04Z07:00",
		"2006-01-02T15:04Z0700",
		"2006-01-02 15:04:05.999999999",
		"2006-01-02 15:04:05.999999999Z07:00",
		"2006-01-02T15:04:05.999999999Z07",
		"20060102T150405.999999999",
		"20060102T150405.999999999Z0700",
		"20060102T150405.999999999Z07",
	}
}

// ParseMoment reads a date (its first moment), an ISO 8601 date and time with or without zone and
// fraction, or the service's own YYYY-MM-DD HH:MM:SS. No zone means UTC.
func ParseMoment(s string) (time.Time, bool) {
	if d, ok := ParseDate(s); ok {
		return d.Time(), true
	}
	for _, layout := range momentLayouts() {
		if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// Stamp is the wire form of a moment: YYYY-MM-DD HH:MM:SS in UTC.
func Stamp(t time.Time) string { return t.UTC().Format(time.DateTime) }
