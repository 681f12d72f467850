package main

import (
	"cmp"
	"slices"
	"time"
)

// median returns the median, or 0 if there are no values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// percentile returns the p-th percentile, which is always one of the values. It sorts the values.
func percentile[T cmp.Ordered](values []T, p int) T {
	if len(values) == 0 {
		var none T
		return none
	}
	slices.Sort(values)
	rank := (len(values)*p + 99) / 100
	return values[max(rank, 1)-1]
}

// spread returns half the interquartile range, relative to the median.
func spread(values []float64) float64 {
	middle := median(values)
	if middle == 0 {
		return 0
	}
	sorted := slices.Clone(values)
	return (percentile(sorted, 75) - percentile(sorted, 25)) / 2 / middle
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
