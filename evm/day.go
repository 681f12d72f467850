package evm

import (
	"fmt"
	"time"
)

// Day is a calendar day, as the number of days since 1970-01-01. Days can be subtracted and compared as integers.
type Day int

const (
	dayLayout  = "2006-01-02"
	daySeconds = 24 * 60 * 60
)

// ParseDay parses a calendar day in the years 1 to 9999, written exactly as YYYY-MM-DD.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(dayLayout, text)
	if err != nil || t.Year() < 1 {
		return 0, fmt.Errorf("a day is written YYYY-MM-DD, not %q", text)
	}
	return Day(t.Unix() / daySeconds), nil // it is midnight UTC, so the division leaves no remainder
}

// DayOf returns the day with the given year, month and day of the month. Values out of range are normalised, as in [time.Date].
func DayOf(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / daySeconds)
}

// String formats the day as YYYY-MM-DD.
func (d Day) String() string { return time.Unix(int64(d)*daySeconds, 0).UTC().Format(dayLayout) }

// lastDay returns the last day with a four-digit year.
func lastDay() Day { return DayOf(9999, time.December, 31) }

// dayAfter returns the day that is the given number of days after start, and false if its year would have more than four
// digits.
func dayAfter(start Day, days float64) (Day, bool) {
	if days > float64(lastDay()-start) {
		return 0, false
	}
	return start + Day(days), true
}

// dayOr returns the day, or other if it is nil.
func dayOr(d *Day, other Day) Day {
	if d == nil {
		return other
	}
	return *d
}
