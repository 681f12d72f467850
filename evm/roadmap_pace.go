package evm

import (
	"cmp"
	"slices"
)

// paceSprints is the number of ends of completed sprints that the pace is computed from.
const paceSprints = 3

// pace is the number of points that became done in recent sprints and the number of working days in these sprints.
type pace struct {
	points, workdays float64
}

// known reports whether the team has a pace, which it does once points are done.
func (p pace) known() bool { return p.points > 0 && p.workdays > 0 }

// days returns how many working days the team takes for a number of points, before rounding.
func (p pace) days(points float64) float64 { return proportion(points, p.workdays, p.points) }

// pace returns the pace of the completed sprints with the three latest ends.
func (r Roadmap) pace() pace {
	var points accumulator
	workdays := 0
	recent := r.recent()
	for _, s := range recent {
		workdays += r.Calendar.Count(s.First, s.Last)
	}
	for _, done := range r.Done {
		if slices.ContainsFunc(recent, func(s Period) bool { return s.First <= done.Day && done.Day <= s.Last }) {
			points.add(done.Points)
		}
	}
	return pace{proportion(points.value(), factor(r.PaceFactor), 1), float64(workdays)}
}

// recent returns the days of the completed sprints with the three latest ends up to the data date, as periods that do not
// overlap.
func (r Roadmap) recent() []Period {
	past := slices.DeleteFunc(slices.Clone(r.Completed), func(s Period) bool { return s.Last < s.First || s.Last > r.DataDate })
	slices.SortFunc(past, func(a, b Period) int { return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.First, b.First)) })
	past = slices.CompactFunc(past, func(a, b Period) bool { return a.Last == b.Last }) // the longest sprint of each end remains
	past = past[:min(len(past), paceSprints)]
	covered := always
	for i, s := range past { // from the latest end to the earliest
		past[i].Last = min(s.Last, Day(covered)-1)
		covered = min(covered, int(s.First))
	}
	return past
}
