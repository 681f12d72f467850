package evm_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"earnest/evm"
)

// This file invents projects whose future is known. It shares no code with the forecast.

// world is a way in which projects go.
type world struct {
	calendar calendar
	velocity velocity
	growing  bool // new tickets are added all the time
}

// calendar says when sprints take place. Each sprint has one of the lengths, and one of the pauses follows it.
type calendar struct {
	name            string
	teams           int // each team has its own sprints, side by side with the others
	lengths, pauses []int
}

func calendars() []calendar {
	return []calendar{
		{"two weeks, back to back", 1, []int{14}, []int{0}},
		{"two weeks without weekends", 1, []int{12}, []int{2}},
		{"two weeks, then a week off", 1, []int{14}, []int{7}},
		{"three weeks", 1, []int{21}, []int{0}},
		{"two teams", 2, []int{14}, []int{0}},
		{"a mixture", 1, []int{7, 14, 14, 14, 21}, []int{0, 0, 2, 2, 7, 14}},
	}
}

// velocity is a distribution of the points that a sprint finishes, as a multiple of what is expected.
type velocity struct {
	name string
	draw func(*rand.Rand) float64
}

func teamVelocities() []velocity {
	return []velocity{
		{"narrow", func(r *rand.Rand) float64 { return max(0, 1+0.05*r.NormFloat64()) }},
		{"wide", func(r *rand.Rand) float64 { return max(0, 1+0.3*r.NormFloat64()) }},
		{"skewed to the right", func(r *rand.Rand) float64 { return math.Exp(0.5*r.NormFloat64() - 0.125) }},
		{"one sprint in eight fails", func(r *rand.Rand) float64 {
			if r.IntN(8) == 0 {
				return 0.4 * r.Float64()
			}
			return max(0, 1.1+0.05*r.NormFloat64())
		}},
	}
}

// piece is some points that are finished, or added to the scope, on a day.
type piece struct {
	day    evm.Day
	points float64
}

// stint is a sprint as it really goes.
type stint struct {
	start, end evm.Day
	work       []piece
	daily      float64 // cost of each day
}

// reality is a project from its first day until long after its end, together with the day on which the forecast is made.
type reality struct {
	world

	expected float64 // points that a team finishes in a day
	price    float64 // usual cost of a day
	late     bool    // most work is finished towards the end of a sprint
	stints   []stint // by start
	added    []piece
	today    evm.Day
	known    int     // how many of the stints are known to be past, running or planned
	left     float64 // points left today
}

// newReality invents a project with the given number of past sprints.
func newReality(w world, past int, r *rand.Rand) reality {
	x := reality{world: w, expected: math.Exp(0.5 * r.NormFloat64()), price: 500 + 1500*r.Float64(), late: r.IntN(2) == 0}
	start := anchor
	for range past/w.calendar.teams + 80 {
		length := oneOf(r, w.calendar.lengths)
		for range w.calendar.teams {
			x.stints = append(x.stints, x.stint(start, length, r))
		}
		next := start + evm.Day(length+oneOf(r, w.calendar.pauses))
		if w.growing {
			x.grow(start, next, r)
		}
		start = next
	}
	x.choose(past/w.calendar.teams*w.calendar.teams, r)
	x.left = x.usual() * (1 + 17*r.Float64())
	return x
}

func oneOf(r *rand.Rand, list []int) int { return list[r.IntN(len(list))] }

// usual returns the points that all teams together are expected to finish between two pauses.
func (x *reality) usual() float64 {
	days := 0
	for _, length := range x.calendar.lengths {
		days += length
	}
	return x.expected * float64(x.calendar.teams*days) / float64(len(x.calendar.lengths))
}

// stint plays one sprint. Its points come in eight pieces of random sizes on random days. Time costs a little more when much is
// finished.
func (x *reality) stint(start evm.Day, length int, r *rand.Rand) stint {
	pace := x.velocity.draw(r)
	s := stint{start: start, end: start + evm.Day(length-1), daily: x.price * (0.8 + 0.2*pace) * math.Exp(0.1*r.NormFloat64())}
	for range 8 {
		at := r.Float64()
		if x.late {
			at = max(at, r.Float64())
		}
		size := pace * x.expected * float64(length) / 8
		s.work = append(s.work, piece{start + evm.Day(at*float64(length)), size * 2 * r.Float64()})
	}
	return s
}

// grow adds new work between two days: a fifth of what is usually finished in that time, on average.
func (x *reality) grow(from, until evm.Day, r *rand.Rand) {
	for range r.IntN(7) {
		day := from + evm.Day(r.IntN(int(until-from)))
		x.added = append(x.added, piece{day, x.usual() / 15 * 2 * r.Float64()})
	}
}

// choose chooses the day of the forecast: the last day of the last past sprint, with nothing planned or with the next two sprints
// planned, or a day in the sprint after it.
func (x *reality) choose(past int, r *rand.Rand) {
	x.known, x.today = past, x.stints[past-1].end
	switch r.IntN(3) {
	case 0:
		x.known += 2 * x.calendar.teams
	case 1:
		running := x.stints[past]
		x.known += x.calendar.teams
		x.today = running.start + evm.Day(r.IntN(int(running.end-running.start)))
	}
}

// project returns what is known about the project today.
func (x *reality) project(uuid string) evm.Project {
	p := evm.Project{UUID: uuid, Tickets: []evm.Ticket{{ID: 1, Points: x.left}}}
	for i, s := range x.stints[:x.known] {
		p.Sprints = append(p.Sprints, evm.Sprint{ID: int64(i + 1), Start: new(s.start), End: new(s.end), Status: x.status(s)})
		for _, w := range s.work {
			if w.day <= x.today {
				id := int64(len(p.Tickets) + 1)
				p.Tickets = append(p.Tickets, evm.Ticket{ID: id, Points: w.points, Done: true, DoneDay: new(w.day), SprintID: int64(i + 1)})
			}
		}
		if days := s.daysUntil(x.today); days > 0 {
			p.Effort = append(p.Effort, evm.Effort{SprintID: int64(i + 1), MemberID: 1, Rate: new(s.daily), Minutes: int64(days * evm.MinutesPerDay)})
		}
	}
	for _, a := range x.added {
		if a.day <= x.today {
			p.Growth = append(p.Growth, evm.ScopeChange{Day: a.day, Points: a.points})
		}
	}
	return p
}

func (x *reality) status(s stint) evm.SprintStatus {
	if s.end <= x.today {
		return evm.Completed
	}
	return evm.Planning
}

// daysUntil returns how many days of the sprint are over at the end of a day.
func (s stint) daysUntil(day evm.Day) int { return max(0, int(min(s.end, day)-s.start)+1) }

// outcome returns the day on which the project really ends, and what it has cost by then.
func (x *reality) outcome() (finish evm.Day, cost float64) {
	finish = x.finish()
	for _, s := range x.stints {
		cost += s.daily * float64(s.daysUntil(finish))
	}
	return finish, cost
}

func (x *reality) finish() evm.Day {
	changes := slices.Clone(x.added)
	for _, s := range x.stints {
		for _, w := range s.work {
			changes = append(changes, piece{w.day, -w.points})
		}
	}
	slices.SortStableFunc(changes, func(a, b piece) int { return cmp.Compare(a.day, b.day) })
	left := x.left
	for _, c := range changes {
		if c.day <= x.today {
			continue
		}
		if left += c.points; left <= 0 {
			return c.day
		}
	}
	panic("the project does not end")
}
