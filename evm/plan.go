package evm

import (
	"cmp"
	"slices"
)

// plan is the current plan: how many points are due by the end of each day. A ticket that several dated sprints committed to is
// carried over and planned once, by whichever of them requires most of it on that day. All other tickets of a sprint advance
// together, so they are summed first and multiplied once.
type plan struct {
	total   float64 // the plan never requires more points than there are
	sprints []plannedSprint
	carried []carriedTicket
}

// plannedSprint is a dated sprint with the commitments that it shares with no other dated sprint.
type plannedSprint struct {
	*Sprint
	rows   []Commitment
	points float64
}

// carriedTicket is a ticket, or several identical ones, that more than one dated sprint committed to.
type carriedTicket struct {
	id     int64
	count  int64
	stages []stage
}

// stage is one sprint's commitment to a carried ticket.
type stage struct {
	sprint *Sprint
	points float64
}

// newPlan splits the commitments of the dated sprints into shared and unshared ones. The unshared ones of all sprints share one allocation.
func newPlan(x *index) plan {
	dated, size := x.datedSprints()
	pl := plan{total: x.total(), sprints: make([]plannedSprint, 0, dated)}
	count := x.commitmentCounts()
	shared := map[int64]int{} // the position in carried of each ticket
	unshared := make([]Commitment, 0, size)
	for i := range x.sprints {
		s := &x.sprints[i]
		if !s.dated() {
			continue
		}
		first := len(unshared)
		for _, row := range s.commitment {
			sprints := count[row.TicketID]
			if sprints < 2 {
				unshared = append(unshared, row)
				continue
			}
			i, known := shared[row.TicketID]
			if !known {
				i = len(pl.carried)
				shared[row.TicketID] = i
				pl.carried = append(pl.carried, carriedTicket{id: row.TicketID, count: row.Count, stages: make([]stage, 0, sprints)})
			}
			pl.carried[i].stages = append(pl.carried[i].stages, stage{sprint: &s.Sprint, points: row.Points})
		}
		own := slices.Clip(unshared[first:])
		pl.sprints = append(pl.sprints, plannedSprint{Sprint: &s.Sprint, rows: own, points: sumCommitments(own)})
	}
	slices.SortFunc(pl.carried, func(a, b carriedTicket) int { return cmp.Compare(a.id, b.id) })
	return pl
}

// datedSprints returns how many sprints are dated, and the number of rows that they have committed to.
func (x *index) datedSprints() (dated, rows int) {
	for i := range x.sprints {
		if s := &x.sprints[i]; s.dated() {
			dated++
			rows += len(s.commitment)
		}
	}
	return dated, rows
}

// commitmentCounts returns how many dated sprints committed to each ticket. If no sprint has a snapshot, it returns nil,
// because each ticket is then in one sprint at most.
func (x *index) commitmentCounts() map[int64]int {
	if !slices.ContainsFunc(x.Sprints, func(s Sprint) bool { return len(s.Committed) > 0 }) {
		return nil
	}
	count := make(map[int64]int, len(x.Tickets))
	for i := range x.sprints {
		if !x.sprints[i].dated() {
			continue
		}
		for _, row := range x.sprints[i].commitment {
			count[row.TicketID]++
		}
	}
	return count
}

// at returns the points due by the end of a day.
func (pl plan) at(d Day) float64 {
	var sum accumulator
	for _, s := range pl.sprints {
		sum.add(due(s.Sprint, s.points, d))
	}
	for _, t := range pl.carried {
		sum.addTimes(t.count, t.at(d))
	}
	return min(pl.total, sum.value())
}

// at returns the largest number of points that any of the sprints requires of a single ticket by the end of a day.
func (t carriedTicket) at(d Day) float64 {
	most := 0.0
	for _, s := range t.stages {
		most = max(most, due(s.sprint, s.points, d))
	}
	return most
}

// due returns the share of the points that a dated sprint requires by the end of a day.
func due(s *Sprint, points float64, d Day) float64 {
	return proportion(points, float64(s.elapsed(d)), float64(s.days()))
}

// span returns the first and last planned day, and false when no sprint is dated.
func (pl plan) span() (first, last Day, ok bool) {
	for i, s := range pl.sprints {
		if i == 0 {
			first, last = *s.Start, *s.End
		}
		first, last = min(first, *s.Start), max(last, *s.End)
	}
	return first, last, len(pl.sprints) > 0
}

// obligation is a sprint or a carried ticket. Nothing of it is due before its first day, and no more becomes due after its last.
type obligation struct {
	first, last Day
	count       int64
	due         func(Day) float64
}

// course computes the plan for days in ascending order. What is over no longer changes, so only the sprints that are running are
// computed for each day.
type course struct {
	total   float64
	ahead   []obligation // by first day
	running []obligation
	over    accumulator
}

func (pl plan) course() *course {
	c := &course{total: pl.total}
	for _, s := range pl.sprints {
		o := obligation{first: *s.Start, last: *s.End, due: func(d Day) float64 { return due(s.Sprint, s.points, d) }}
		c.ahead = append(c.ahead, o)
	}
	for _, t := range pl.carried {
		o := obligation{first: *t.stages[0].sprint.Start, last: *t.stages[0].sprint.End, count: t.count, due: t.at}
		for _, s := range t.stages {
			o.first, o.last = min(o.first, *s.sprint.Start), max(o.last, *s.sprint.End)
		}
		c.ahead = append(c.ahead, o)
	}
	slices.SortFunc(c.ahead, func(a, b obligation) int { return cmp.Compare(a.first, b.first) })
	return c
}

// at returns what plan.at returns. Days must not decrease from call to call.
func (c *course) at(d Day) float64 {
	for len(c.ahead) > 0 && c.ahead[0].first <= d {
		c.running, c.ahead = append(c.running, c.ahead[0]), c.ahead[1:]
	}
	c.running = slices.DeleteFunc(c.running, func(o obligation) bool {
		if o.last <= d {
			c.over.addTimes(o.count, o.due(d))
		}
		return o.last <= d
	})
	sum := accumulator{c.over.largest, slices.Clone(c.over.smaller)}
	for _, o := range c.running {
		sum.addTimes(o.count, o.due(d))
	}
	return min(c.total, sum.value())
}
