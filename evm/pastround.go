package evm

import (
	"cmp"
	"math"
	"slices"
)

// pastRound is what the forecast knows about a past round.
type pastRound struct {
	pause  float64 // days from the end of the round before to its start; negative if it began earlier
	length float64 // days from its first to its last, both included
	points float64 // points finished
	cost   float64
	growth float64 // points by which the project's scope grew between its start and the start of the next round
	steps  []step  // when its points were finished; empty if that is unknown
}

// step says which share of its points a round had finished after which share of its days.
type step struct {
	time, points float64
}

// history returns the past rounds as the forecast draws them, with the what-if factor applied to their points. Growth in the last
// round counts up to the day next, on which another round began or begins.
func (x *index) history(rounds []round, next Day) []pastRound {
	spent := x.spent()
	past := make([]pastRound, len(rounds))
	for i, r := range rounds {
		var points, cost accumulator
		for _, s := range r.sprints {
			points.add(s.done())
			cost.add(spent[s.ID].Cost)
		}
		until := next
		if i+1 < len(rounds) {
			until = rounds[i+1].start
		}
		past[i] = pastRound{
			length: r.days(), points: proportion(points.value(), factor(x.VelocityFactor), 1), cost: cost.value(),
			growth: x.grown(r.start, until), steps: r.steps(),
		}
	}
	pauses(past, rounds)
	widen(past)
	return past
}

// grown returns the points by which the scope grew from a day to the day before another.
func (x *index) grown(from, until Day) float64 {
	var sum accumulator
	for _, c := range x.Growth {
		if c.Day >= from && c.Day < until {
			sum.add(c.Points)
		}
	}
	return sum.value()
}

// steps returns when the points of the round were finished. Tickets without a done day, or with one outside the round, are left
// out.
func (r round) steps() []step {
	var tickets []Ticket
	for _, s := range r.sprints {
		for _, t := range s.tickets {
			if t.Done && t.DoneDay != nil && *t.DoneDay >= r.start && *t.DoneDay <= r.end && t.Points > 0 {
				tickets = append(tickets, t)
			}
		}
	}
	slices.SortFunc(tickets, func(a, b Ticket) int { return cmp.Compare(*a.DoneDay, *b.DoneDay) })
	total := sumTickets(tickets, anyTicket)
	var steps []step
	var sum accumulator
	for i, t := range tickets {
		sum.addTimes(t.Count, t.Points)
		if i+1 == len(tickets) || *tickets[i+1].DoneDay != *t.DoneDay {
			steps = append(steps, step{time: float64(*t.DoneDay-r.start+1) / r.days(), points: sum.value() / total})
		}
	}
	return steps
}

// pauses fills in the pauses. The first round has no predecessor, so it gets the mean of the others.
func pauses(past []pastRound, rounds []round) {
	var sum accumulator
	for i := 1; i < len(past); i++ {
		past[i].pause = float64(rounds[i].start - rounds[i-1].end - 1)
		sum.add(past[i].pause)
	}
	past[0].pause = sum.value() / max(1, float64(len(past)-1))
}

// widen increases the differences between the past rounds, because a few rounds differ less from each other than all the rounds
// that the team could have had. Of n rounds, a Bayesian bootstrap reproduces only (n − 1) / (n + 1) of the variance. Making up for
// that takes a factor of (n + 1) / (n − 1). A further (n − 1) / (n − 2) allows for the fact that the variance itself is only
// estimated; it lies between what the t distribution requires at 80 % and at 95 %. Points, cost and growth are compared with what
// is usual for the length of the round, so that rounds of different lengths do not count as variance. No pause becomes shorter
// than the shortest.
func widen(past []pastRound) {
	n := float64(len(past))
	by := math.Sqrt((n + 1) / max(1, n-2))
	var days, pause, points, cost, growth accumulator
	shortest := past[0].pause
	for _, p := range past {
		days.add(p.length)
		pause.add(p.pause)
		points.add(p.points)
		cost.add(p.cost)
		growth.add(p.growth)
		shortest = min(shortest, p.pause)
	}
	for i := range past {
		p := &past[i]
		usual := func(sum accumulator) float64 { return proportion(sum.value(), p.length, days.value()) }
		p.pause = max(shortest, away(p.pause, pause.value()/n, by))
		p.points = max(0, away(p.points, usual(points), by))
		p.cost = max(0, away(p.cost, usual(cost), by))
		p.growth = away(p.growth, usual(growth), by)
	}
}

// away multiplies the distance of a value from another by a factor.
func away(value, from, by float64) float64 { return finite(from + float64(by*(value-from))) }
