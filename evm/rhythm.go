package evm

import (
	"cmp"
	"slices"
)

// round is one beat of the team's rhythm: a sprint, or several that run side by side.
type round struct {
	start, end Day           // the first day of any of its sprints, and the last
	sprints    []*sprintView // by start
}

// days returns the length of the round in calendar days, both ends included.
func (r round) days() float64 { return float64(r.end-r.start) + 1 }

// roundsOf groups dated sprints into rounds and returns the rounds by start. A sprint is compared only with the first sprint of a
// round; otherwise, the overlapping sprints of teams that start in different weeks would all form a single round. No two rounds
// start on the same day.
func roundsOf(sprints []*sprintView) []round {
	sprints = slices.Clone(sprints)
	slices.SortFunc(sprints, func(a, b *sprintView) int {
		return cmp.Or(cmp.Compare(*a.Start, *b.Start), cmp.Compare(*b.End, *a.End), cmp.Compare(a.ID, b.ID))
	})
	var rounds []round
	for _, s := range sprints {
		if n := len(rounds); n > 0 && sideBySide(rounds[n-1].sprints[0], s) {
			last := &rounds[n-1]
			last.sprints, last.end = append(last.sprints, s), max(last.end, *s.End)
			continue
		}
		rounds = append(rounds, round{start: *s.Start, end: *s.End, sprints: []*sprintView{s}})
	}
	return rounds
}

// sideBySide reports whether two dated sprints share at least half of the days of the shorter one. Sprints that only share the
// day on which one ends and the other begins follow each other.
func sideBySide(a, b *sprintView) bool {
	shared := int(min(*a.End, *b.End)-max(*a.Start, *b.Start)) + 1
	return 2*shared >= min(a.days(), b.days())
}

// ahead returns the dated sprints that are running or planned: those that end today or later and are not completed.
func (x *index) ahead(today Day) []*sprintView {
	var found []*sprintView
	for i := range x.sprints {
		if s := &x.sprints[i]; s.dated() && *s.End >= today && s.Status != Completed {
			found = append(found, s)
		}
	}
	return found
}

// rhythm returns the median number of days from the start of a round to the start of the next one. It is unknown with fewer than
// two rounds.
func rhythm(rounds []round) Maybe {
	if len(rounds) < 2 {
		return Maybe{}
	}
	days := make([]float64, len(rounds)-1)
	for i := range days {
		days[i] = float64(rounds[i+1].start - rounds[i].start)
	}
	slices.Sort(days)
	return Known((days[(len(days)-1)/2] + days[len(days)/2]) / 2)
}
