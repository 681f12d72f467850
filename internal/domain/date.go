package domain

import (
	"strconv"
	"strings"
	"time"
)

// Date is a calendar day written YYYY-MM-DD. Comparing dates as text puts them in chronological order.
type Date string

// FirstDay is the first day of a rate or a budget that applies "from the start".
const FirstDay Date = "0001-01-01"

const dayLayout = "2006-01-02"

// ParseDate parses a calendar day in year 1 or later, written exactly as YYYY-MM-DD.
func ParseDate(s string) (Date, bool) {
	t, err := time.Parse(dayLayout, s)
	if err != nil || len(s) != len(dayLayout) || t.Year() < 1 {
		return "", false
	}
	return Date(s), true
}

// DateOf returns the day of t in its own time zone.
func DateOf(t time.Time) Date { return Date(t.Format(dayLayout)) }

// Time returns the start of the day in UTC.
func (d Date) Time() time.Time {
	t, _ := time.Parse(dayLayout, string(d)) // a Date is always valid or empty, and the empty Date yields the zero time
	return t
}

// AddDays returns the day n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.Time().AddDate(0, 0, n)) }

// momentLayouts returns the accepted time formats; those without a zone are UTC.
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

// ParseMoment parses a date (meaning the start of that day), an ISO 8601 date and time with or without a time zone and
// fractional seconds, or the API's own YYYY-MM-DD HH:MM:SS. A time without a zone is in UTC.
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

// Stamp formats a time as the API does: YYYY-MM-DD HH:MM:SS in UTC.
func Stamp(t time.Time) string {
	b := t.UTC().AppendFormat(make([]byte, 0, len(time.RFC3339)), time.RFC3339) // the only format that package time writes without interpreting it
	b[len(b)-len("T00:00:00Z")] = ' '
	return string(b[:len(b)-len("Z")])
}

// Instant formats a time for programs, in RFC 3339: to the microsecond, in UTC.
func Instant(t time.Time) string {
	b := t.UTC().AppendFormat(make([]byte, 0, len("2006-01-02T15:04:05.000000Z")), time.RFC3339)
	b[len(b)-1] = '.'
	micros := strconv.Itoa(1e6 + t.Nanosecond()/1e3) // with leading zeros after the first digit
	return string(append(append(b, micros[1:]...), 'Z'))
}
