package evm

import (
	"cmp"
	"slices"
	"sort"
)

// amount is a quantity recorded on a day.
type amount struct {
	day   Day
	count int64 // how many times the value counts; 0 means once
	value float64
}

// series is a running total by day.
type series struct {
	days []Day
	sums []float64 // sums[i] is the exact total up to and including days[i], rounded once
}

// newSeries adds up the amounts in the order of their days. It sorts the slice in place.
func newSeries(amounts []amount) series {
	slices.SortFunc(amounts, func(a, b amount) int { return cmp.Compare(a.day, b.day) })
	var s series
	var sum accumulator
	for i, a := range amounts {
		sum.addTimes(a.count, a.value)
		if i+1 == len(amounts) || amounts[i+1].day != a.day {
			s.days = append(s.days, a.day)
			s.sums = append(s.sums, sum.value())
		}
	}
	return s
}

// at returns the total up to the end of a day.
func (s series) at(d Day) float64 {
	i := sort.Search(len(s.days), func(i int) bool { return s.days[i] > d })
	if i == 0 {
		return 0
	}
	return s.sums[i-1]
}

// dayOr returns the day, or other if it is nil.
func dayOr(d *Day, other Day) Day {
	if d == nil {
		return other
	}
	return *d
}
