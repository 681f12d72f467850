package demo

import (
	"math"

	"earnest/internal/domain"
)

// commitmentOf returns a sprint's commitment or, if it has none, the points of its current tickets.
func (p *project) commitmentOf(s *sprint) map[string]float64 {
	if s.committed != nil {
		return s.committed
	}
	holds := map[string]float64{}
	for _, t := range p.tickets {
		if t.sprint == s {
			holds[t.ref] = t.size()
		}
	}
	return holds
}

// plannedPoints returns the points planned by the end of a day; a ticket that was carried over counts only once.
func (p *project) plannedPoints(day domain.Date) float64 {
	best := map[string]float64{}
	for _, s := range p.sprints {
		days := day.Time().Sub(p.start(s.offset).Time()).Hours()/24 + 1
		f := min(max(days, 0), sprintDays) / sprintDays
		for ref, points := range p.commitmentOf(s) {
			best[ref] = max(best[ref], f*points)
		}
	}
	return sum(best)
}

// earnedPoints returns the done points of all sprints, capped at each sprint's commitment.
func (p *project) earnedPoints() float64 {
	var earned float64
	sprints := p.sprints
	if p.undated != nil {
		sprints = append([]*sprint{p.undated}, sprints...)
	}
	for _, s := range sprints {
		var done float64
		for _, t := range p.tickets {
			if t.sprint == s && t.done {
				done += t.size()
			}
		}
		earned += min(done, sum(p.commitmentOf(s)))
	}
	return earned
}

// sum adds points. They are multiples of a half, or of a 14th, so the order of addition makes no difference after rounding.
func sum(values map[string]float64) float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	return math.Round(total*1e6) / 1e6
}

// bac returns the budget in the catalogue or, if there is none, the budget with which the work earned so far has the cost
// performance in the catalogue. It returns nil if the catalogue has neither.
func (p *project) bac() *float64 {
	if p.budget > 0 {
		return &p.budget
	}
	if p.cpi == 0 {
		return nil
	}
	budget := p.cpi * p.sprintCost() * points(p.tickets) / p.earnedPoints()
	return new(math.Round(budget/500) * 500)
}

// sprintCost returns the cost of the tickets that are in a sprint.
func (p *project) sprintCost() float64 {
	var cost float64
	for _, t := range p.tickets {
		for _, e := range t.entries {
			if t.sprint != nil {
				cost += float64(e.DurationMinutes) / 480 * p.rateOf(e.User, domain.Date(e.LoggedAt))
			}
		}
	}
	return cost
}

// rateOf returns someone's daily rate on a day, or 0.
func (p *project) rateOf(email string, day domain.Date) float64 {
	for _, m := range p.members {
		switch {
		case p.people[m.nick].email != email || m.rate == nil:
		case m.raised != nil && day >= p.start(m.raisedAt):
			return *m.raised
		default:
			return *m.rate
		}
	}
	return 0
}
