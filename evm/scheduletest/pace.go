package scheduletest

import (
	"math/big"
	"slices"
)

// findPace returns the points done per working day, or nil if there is no pace. All points are exact fractions, because rounding up
// must not depend on an error of a floating-point division.
func (s *solver) findPace() *big.Rat {
	points, workdays := new(big.Rat), 0
	for _, day := range s.paceDays() {
		points.Add(points, s.pointsDoneOn(day))
		if s.calendar.works(day) {
			workdays++
		}
	}
	if workdays == 0 || points.Sign() == 0 {
		return nil
	}
	return points.Quo(points, big.NewRat(int64(workdays), 1))
}

// paceDays returns the distinct days of the completed sprints with the three latest ends up to the data date.
func (s *solver) paceDays() []Day {
	var ends, days []Day
	for _, sprint := range s.Sprints {
		if sprint.Completed && sprint.End <= s.DataDate {
			ends = append(ends, sprint.End)
		}
	}
	ends = distinct(ends)
	ends = ends[max(0, len(ends)-3):]
	for _, sprint := range s.Sprints {
		if !sprint.Completed || !slices.Contains(ends, sprint.End) {
			continue
		}
		for day := sprint.Start; day <= sprint.End; day++ {
			days = append(days, day)
		}
	}
	return distinct(days)
}

func (s *solver) pointsDoneOn(day Day) *big.Rat {
	sum := new(big.Rat)
	for _, t := range s.allTickets() {
		if t.Done != nil && *t.Done == day {
			sum.Add(sum, rational(t.Points))
		}
	}
	return sum
}

func (s *solver) allTickets() []Ticket {
	all := slices.Clone(s.Others)
	for _, e := range s.Epics {
		all = append(all, e.Tickets...)
	}
	return all
}

// workLeft returns the work left in working days, and whether it is known.
func (s *solver) workLeft(e *epic) (days int, known bool) {
	left := pointsLeft(e.Tickets)
	switch {
	case s.pace != nil && left.Sign() > 0:
		return atLeastOne(left.Quo(left, s.pace)), true
	case s.pace != nil:
		return 1, e.ahead
	case e.window:
		return atLeastOne(s.shareOfWindow(e)), true
	default:
		return 1, false
	}
}

// shareOfWindow returns window length × points left / points, or the window's length if the epic has no points.
func (s *solver) shareOfWindow(e *epic) *big.Rat {
	length := big.NewRat(int64(s.calendar.count(*e.plannedStart, *e.plannedEnd)), 1)
	points := new(big.Rat)
	for _, t := range e.Tickets {
		points.Add(points, rational(t.Points))
	}
	if points.Sign() == 0 {
		return length
	}
	length.Mul(length, pointsLeft(e.Tickets))
	return length.Quo(length, points)
}

// capacityFinish returns d + all roadmap points left / pace, or nil without a pace.
func (s *solver) capacityFinish() *Day {
	if s.pace == nil {
		return nil
	}
	left := new(big.Rat)
	for _, e := range s.Epics {
		left.Add(left, pointsLeft(e.Tickets))
	}
	return new(s.calendar.add(s.calendar.finish(s.DataDate), roundUp(left.Quo(left, s.pace))))
}

func pointsLeft(tickets []Ticket) *big.Rat {
	sum := new(big.Rat)
	for _, t := range tickets {
		if t.Done == nil {
			sum.Add(sum, rational(t.Points))
		}
	}
	return sum
}

func rational(points float64) *big.Rat { return new(big.Rat).SetFloat64(points) }

func atLeastOne(days *big.Rat) int { return max(1, roundUp(days)) }

// roundUp returns the smallest whole number that is not less than the fraction, which must not be negative.
func roundUp(fraction *big.Rat) int {
	n := new(big.Int).Div(fraction.Num(), fraction.Denom())
	if !fraction.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return int(n.Int64())
}

func distinct(days []Day) []Day {
	slices.Sort(days)
	return slices.Compact(days)
}
