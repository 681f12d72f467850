package scheduletest

import (
	"fmt"
	"slices"
	"time"
)

// Day is a date, as the number of days since 1 January 1970.
type Day int

const secondsPerDay = 24 * 60 * 60

// Date returns the day with the given date.
func Date(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// Time returns midnight UTC at the beginning of the day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the date in the form 2006-01-02.
func (d Day) String() string { return d.Time().Format(time.DateOnly) }

// MarshalText returns the same text as String.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the form that MarshalText writes.
func (d *Day) UnmarshalText(text []byte) error {
	at, err := time.Parse(time.DateOnly, string(text))
	if err != nil {
		return fmt.Errorf("read a date: %w", err)
	}
	*d = Day(at.Unix() / secondsPerDay)
	return nil
}

// weekday returns 1 for Monday to 7 for Sunday. Day 0 was a Thursday. Days before 1970 are not supported.
func (d Day) weekday() int { return (int(d)+3)%7 + 1 }

// calendar tells working days from free days.
type calendar struct {
	workdays []int
	holidays []Day
}

func (c Case) calendar() calendar {
	if len(c.Workdays) == 0 {
		return calendar{[]int{1, 2, 3, 4, 5}, c.Holidays}
	}
	return calendar{c.Workdays, c.Holidays}
}

func (c calendar) works(d Day) bool {
	return slices.Contains(c.workdays, d.weekday()) && !slices.Contains(c.holidays, d)
}

// start returns the working day that a start on d counts as: d or the next working day.
func (c calendar) start(d Day) Day {
	for !c.works(d) {
		d++
	}
	return d
}

// finish returns the working day that a finish on d counts as: d or the last working day before it.
func (c calendar) finish(d Day) Day {
	for !c.works(d) {
		d--
	}
	return d
}

// add returns the working day that is n working days after the working day d, or before it if n is negative.
func (c calendar) add(d Day, n int) Day {
	for ; n > 0; n-- {
		d = c.start(d + 1)
	}
	for ; n < 0; n++ {
		d = c.finish(d - 1)
	}
	return d
}

// count returns the number of working days from first to last, both included. It is 0 if last is before first.
func (c calendar) count(first, last Day) int {
	n := 0
	for d := first; d <= last; d++ {
		if c.works(d) {
			n++
		}
	}
	return n
}

// difference returns the number of working days by which the working day a is after the working day b.
func (c calendar) difference(a, b Day) int {
	if a < b {
		return -c.difference(b, a)
	}
	return c.count(b+1, a)
}
