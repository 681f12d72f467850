package evm

import (
	"slices"
	"sort"
)

// Calendar tells working days from free ones. The zero value works from Monday to Friday, without holidays. Counting and adding
// days takes the same time however far apart they are.
//
// Working days are numbered from an arbitrary one on, so that arithmetic on working days is arithmetic on integers.
type Calendar struct {
	week     []Day // the working days of a week, as days after Monday, ascending; empty means Monday to Friday
	holidays []Day // those that fall on a working day of the week, ascending
}

// NewCalendar returns a calendar with the given working days of the week, from 1 for Monday to 7 for Sunday, without the given
// holidays. No working days mean Monday to Friday; numbers that are not days of the week are ignored.
func NewCalendar(workdays []int, holidays []Day) Calendar {
	var c Calendar
	for day := range Day(daysPerWeek) {
		if slices.Contains(workdays, int(day)+1) {
			c.week = append(c.week, day)
		}
	}
	for _, d := range holidays {
		if c.inWeek(d) {
			c.holidays = append(c.holidays, d)
		}
	}
	slices.Sort(c.holidays)
	c.holidays = slices.Compact(c.holidays)
	return c
}

// Working reports whether a day is a working day.
func (c Calendar) Working(d Day) bool {
	_, holiday := slices.BinarySearch(c.holidays, d)
	return c.inWeek(d) && !holiday
}

// Count returns the number of working days from first to last, both included, and 0 if last is before first.
func (c Calendar) Count(first, last Day) int { return max(0, c.finish(last)-c.start(first)+1) }

// Add returns the working day that is n working days after d, or before d if n is negative. If d is free, it counts as the
// working day before it.
func (c Calendar) Add(d Day, n int) Day { return c.day(c.finish(d) + n) }

// start returns the number of the first working day that is not before d.
func (c Calendar) start(d Day) int {
	passed, _ := slices.BinarySearch(c.holidays, d)
	return c.inWeeks(d) - passed
}

// finish returns the number of the last working day that is not after d.
func (c Calendar) finish(d Day) int { return c.start(d+1) - 1 }

// day returns the working day with a given number.
func (c Calendar) day(number int) Day {
	passed := sort.Search(len(c.holidays), func(i int) bool { return c.inWeeks(c.holidays[i])-i > number })
	week := c.workdays()
	weeks, rest := divide(number+passed, len(week))
	return firstMonday + Day(weeks*daysPerWeek) + week[rest]
}

const (
	daysPerWeek     = 7
	firstMonday Day = -3 // 1970-01-01 was a Thursday
)

// workdays returns the working days of a week, as days after Monday.
func (c Calendar) workdays() []Day {
	if len(c.week) == 0 {
		return []Day{0, 1, 2, 3, 4}
	}
	return c.week
}

// inWeek reports whether a day is a working day of the week, if holidays are left aside.
func (c Calendar) inWeek(d Day) bool { return c.inWeeks(d+1) > c.inWeeks(d) }

// inWeeks counts the working days of the week from the first Monday to the day before d. It is negative before that Monday.
func (c Calendar) inWeeks(d Day) int {
	week := c.workdays()
	weeks, rest := divide(int(d-firstMonday), daysPerWeek)
	passed, _ := slices.BinarySearch(week, Day(rest))
	return weeks*len(week) + passed
}

// divide returns the quotient, rounded down, and the rest, which is not negative.
func divide(n, by int) (quotient, rest int) {
	quotient, rest = n/by, n%by
	if rest < 0 {
		return quotient - 1, rest + by
	}
	return quotient, rest
}
