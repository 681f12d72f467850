package evm

import (
	"cmp"
	"math"
	"slices"
)

// Velocity lists the points that the last sprints finished, with the range to expect for the next one.
type Velocity struct {
	Sprints []SprintVelocity // oldest first
	Mean    Maybe            // of the points done; unknown without sprints
	Low     Maybe            // the mean minus one sample standard deviation, not below 0; unknown with fewer than two sprints
	High    Maybe            // the mean plus one sample standard deviation
}

// SprintVelocity is one past sprint.
type SprintVelocity struct {
	SprintID   int64
	Start, End Day
	Committed  float64
	Done       float64 // the points of all done tickets in the sprint, even beyond its commitment
}

// Velocities returns the velocity of the most recent past sprints: the dated ones that began by today and are completed or
// ended before today. last limits their number; 0 or less means all.
func Velocities(p Project, today Day, last int) Velocity {
	return newIndex(p).velocities(today, last)
}

func (x *index) velocities(today Day, last int) Velocity {
	past := x.past(today)
	if last > 0 {
		past = lastOf(past, last)
	}
	var v Velocity
	var done []float64
	for _, s := range past {
		row := SprintVelocity{SprintID: s.ID, Start: *s.Start, End: *s.End, Committed: s.committed(), Done: s.done()}
		v.Sprints = append(v.Sprints, row)
		done = append(done, row.Done)
	}
	v.band(done)
	return v
}

// band fills in the mean and the range around it.
func (v *Velocity) band(done []float64) {
	n := float64(len(done))
	v.Mean = quotient(Known(Sum(done...)), Known(n))
	if n < 2 {
		return
	}
	var squares accumulator
	for _, x := range done {
		d := x - v.Mean.Value
		squares.add(d * d)
	}
	deviation := math.Sqrt(squares.value() / (n - 1))
	v.Low = Known(max(0, v.Mean.Value-deviation))
	v.High = Known(v.Mean.Value + deviation)
}

// past returns the dated sprints that began by today and are completed or ended before today, in the order in which they ended.
func (x *index) past(today Day) []*sprintView {
	var found []*sprintView
	for i := range x.sprints {
		s := &x.sprints[i]
		if s.dated() && *s.Start <= today && (s.Status == Completed || *s.End < today) {
			found = append(found, s)
		}
	}
	sortByEnd(found)
	return found
}

// sortByEnd sorts dated sprints by end, then by start, then by identifier, so that the order is total.
func sortByEnd(sprints []*sprintView) {
	slices.SortFunc(sprints, func(a, b *sprintView) int {
		return cmp.Or(cmp.Compare(*a.End, *b.End), cmp.Compare(*a.Start, *b.Start), cmp.Compare(a.ID, b.ID))
	})
}

// lastOf returns the last n elements of a list, or all of them if there are fewer.
func lastOf[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }
