package evm

import (
	"context"
	"math"
	"slices"
)

// game is the rest of a project, to be played many times. Times are in days from the end of today.
type game struct {
	past  []pastRound
	last  slot    // of the last past round
	ahead []slot  // of the running and the planned rounds, which keep their dates
	left  float64 // points
	drawn []int   // what the current play has drawn so far
}

// slot is the place of a round on the calendar. The slot of a running round starts before 0.
type slot struct {
	start, length float64
}

func slotOf(r round, today Day) slot { return slot{float64(r.start - today - 1), r.days()} }

// gone returns the share of the slot that is over today.
func (s slot) gone() float64 { return max(0, -s.start) / s.length }

// trials are the outcomes of a simulation, each list in ascending order.
type trials struct {
	days  []float64 // infinite when abandoned
	costs []float64
}

// simulate plays out the rest of the project in many trials. If ctx is done first, it returns the error of ctx.
func (g *game) simulate(ctx context.Context, r random) (trials, error) {
	t := trials{days: make([]float64, forecastTrials), costs: make([]float64, forecastTrials)}
	for i := range forecastTrials {
		if i%trialsPerCheck == 0 && ctx.Err() != nil {
			return t, ctx.Err()
		}
		t.days[i], t.costs[i] = g.play(&r)
	}
	slices.Sort(t.days)
	slices.Sort(t.costs)
	return t, nil
}

// play runs one trial and returns the days and the cost until nothing is left. A rounding remainder counts as nothing, so that
// it does not require another round.
func (g *game) play(r *random) (days, cost float64) {
	left, slip, at := g.left, g.left*scheduleTolerance, g.last
	g.drawn = g.drawn[:0]
	for i := 0; at.start <= forecastHorizon; i++ {
		p := g.draw(r)
		gone, scale, net := 0.0, 1.0, p.points-p.growth // of a whole round like p
		if i < len(g.ahead) {
			at = g.ahead[i]
			gone, scale = at.gone(), at.length/p.length
			net = p.net(gone, 1) * scale
		} else {
			at = p.after(at)
		}
		if net < left-slip {
			left -= net
			cost += float64((1 - gone) * scale * p.cost)
			continue
		}
		part := p.reaches(left/scale, gone) - gone
		return max(0, at.start) + float64(part*at.length), cost + float64(part*scale*p.cost)
	}
	return math.Inf(1), math.Inf(1)
}

// draw returns a random past round. Each play draws from an urn that contains every past round once at first; each round drawn is
// put back together with a copy of itself (Blackwell and MacQueen 1973). The result is the same as if each play gave the past
// rounds new random weights (a Bayesian bootstrap), but needs no weights.
func (g *game) draw(r *random) *pastRound {
	n := len(g.past)
	i := r.below(n + len(g.drawn))
	if i >= n {
		i = g.drawn[i-n]
	}
	g.drawn = append(g.drawn, i)
	return &g.past[i]
}

// after returns the slot of a round like p that follows the slot before. It starts tomorrow at the earliest.
func (p *pastRound) after(before slot) slot {
	return slot{max(0, before.start+1, before.start+before.length+p.pause), p.length}
}

// net returns the points finished between two times, minus the growth of the scope. Times are shares of the length of the round.
func (p *pastRound) net(from, to float64) float64 {
	return float64(p.points*(p.finished(to)-p.finished(from))) - float64(p.growth*(to-from))
}

// finished returns the share of the points that were finished by a time. If that is unknown, they are spread evenly.
func (p *pastRound) finished(time float64) float64 {
	if len(p.steps) == 0 || time == 0 || time == 1 {
		return time
	}
	share := 0.0
	for _, s := range p.steps {
		if s.time > time {
			break
		}
		share = s.points
	}
	return share
}

// reaches returns the time at which the net points since another time reach the given number. They do so by the end of the round.
func (p *pastRound) reaches(points, from float64) float64 {
	if len(p.steps) == 0 {
		return min(1, from+points/finite(p.points-p.growth))
	}
	for _, s := range p.steps {
		if s.time > from && p.net(from, s.time) >= points {
			return s.time
		}
	}
	return 1
}
