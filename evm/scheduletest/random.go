package scheduletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Random returns a case of 1 to 14 epics and up to 30 links. The same seed always returns the same case. It contains what a
// project can store: nothing became done after the data date, an epic belongs to at most one super-epic, and links on
// super-epics are finish-to-start.
func Random(seed uint64) Case {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // the same seed must return the same case
	g.dates()
	g.sprints()
	for i := range 1 + g.IntN(14) {
		g.c.Epics = append(g.c.Epics, g.epic(uuid("e", i)))
	}
	for range g.IntN(4) {
		g.c.Others = append(g.c.Others, g.ticket(g.IntN(3) > 0))
	}
	g.superEpics()
	g.links()
	return g.c
}

type generator struct {
	*rand.Rand

	c Case
}

// uuid returns the i-th UUID of a kind, which is one hexadecimal digit.
func uuid(kind string, i int) string { return fmt.Sprintf("%s0000000-0000-4000-8000-%012d", kind, i+1) }

// one reports true once in n calls.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// between returns a number from low to high, both included.
func (g *generator) between(low, high int) int { return low + g.IntN(high-low+1) }

// near returns a day whose distance from the data date is between two numbers of days.
func (g *generator) near(low, high int) Day { return g.c.DataDate + Day(g.between(low, high)) }

func (g *generator) dates() {
	g.c.DataDate = Date(2026, 1, 1) + Day(g.IntN(365))
	weeks := [][]int{nil, nil, nil, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6}, {7, 1, 2, 3, 4}, {1, 2, 3, 4, 5, 6, 7}, {2, 4}}
	g.c.Workdays = weeks[g.IntN(len(weeks))]
	for range g.IntN(2) * g.IntN(10) {
		g.c.Holidays = append(g.c.Holidays, g.near(-50, 60))
	}
}

// sprints adds up to eight sprints, one after the other, some of them side by side. In one case out of four none is completed.
func (g *generator) sprints() {
	start, pace := g.near(-90, -20), !g.one(4)
	for range g.between(0, 8) {
		s := Sprint{Window: Window{Start: start, End: start + Day(g.between(0, 20))}}
		s.Completed = pace && (s.End <= g.c.DataDate) != g.one(8)
		g.c.Sprints = append(g.c.Sprints, s)
		switch g.IntN(4) {
		case 0: // the next one runs side by side
		case 1:
			start += Day(g.IntN(10))
		default:
			start = s.End + 1 + Day(g.IntN(4))
		}
	}
}

func (g *generator) epic(id string) Epic {
	e := Epic{UUID: id, StatusDone: g.one(5)}
	g.ownDates(&e)
	if g.one(6) {
		return e // no tickets
	}
	begun, finished := g.one(2), g.one(5)
	sprints, points := !g.one(4), !g.one(6)
	for range g.between(1, 5) {
		t := g.ticket(finished || (begun && g.one(2)))
		if begun && t.Done == nil && g.one(2) {
			g.begin(&t)
		}
		if sprints {
			t.Windows = g.windows()
		}
		if !points {
			t.Points = 0
		}
		e.Tickets = append(e.Tickets, t)
	}
	return e
}

// ownDates sets neither date, one or both. The start is never after the target.
func (g *generator) ownDates(e *Epic) {
	start := g.near(-30, 30)
	target := start + Day(g.IntN(25))
	switch g.IntN(8) {
	case 0:
		e.Start = &start
	case 1:
		e.Target = &target
	case 2, 3:
		e.Start, e.Target = &start, &target
	}
}

// ticket returns a ticket with 0 to 10 points. A ticket that is not done may have time booked after the data date.
func (g *generator) ticket(done bool) Ticket {
	t := Ticket{Points: []float64{0, 0.5, 1, 2, 3, 5, 8, 10}[g.IntN(8)]}
	switch {
	case done:
		day := g.near(-60, 0)
		t.Done = &day
		if g.one(2) {
			t.FirstActive = new(day - Day(g.IntN(15)))
		}
		if g.one(3) {
			t.Booked = []Day{day - Day(g.IntN(20))}
		}
	case g.one(8):
		t.Booked = []Day{g.near(1, 20)}
	}
	return t
}

// begin makes an unfinished ticket active, or books time on it, or both.
func (g *generator) begin(t *Ticket) {
	if g.one(2) {
		t.FirstActive = new(g.near(-30, 0))
	}
	if t.FirstActive == nil || g.one(3) {
		t.Booked = append(t.Booked, g.near(-30, 0))
	}
}

// windows returns the window of a sprint of the project, or another one, or none.
func (g *generator) windows() []Window {
	switch {
	case g.one(4):
		return nil
	case g.one(3) || len(g.c.Sprints) == 0:
		start := g.near(-20, 40)
		return []Window{{Start: start, End: start + Day(g.IntN(15))}}
	default:
		return []Window{g.c.Sprints[g.IntN(len(g.c.Sprints))].Window}
	}
}

// superEpics adds up to three super-epics. Some remain empty.
func (g *generator) superEpics() {
	for i := range g.IntN(4) {
		g.c.SuperEpics = append(g.c.SuperEpics, SuperEpic{UUID: uuid("a", i)})
	}
	for _, e := range g.c.Epics {
		if i := g.IntN(4); i < len(g.c.SuperEpics) && !g.one(3) {
			g.c.SuperEpics[i].Epics = append(g.c.SuperEpics[i].Epics, e.UUID)
		}
	}
}

// links adds up to 30 links. In most cases they follow a random order of the epics, so that there is no cycle.
func (g *generator) links() {
	order, acyclic := g.Perm(len(g.c.Epics)), !g.one(6)
	types := []LinkType{FinishStart, FinishStart, StartStart, FinishFinish, StartFinish}
	n := g.IntN(min(30, 3*len(g.c.Epics)) + 1)
	for i := range n {
		pred, succ := g.end(), g.end()
		if acyclic && !before(g.ranks(order, pred), g.ranks(order, succ)) {
			pred, succ = succ, pred
		}
		if acyclic && !before(g.ranks(order, pred), g.ranks(order, succ)) {
			continue
		}
		link := Link{UUID: uuid("d", i), Pred: pred, Succ: succ, Type: types[g.IntN(len(types))]}
		if g.one(2) {
			link.Lag = g.between(-5, 10)
		}
		if g.isSuperEpic(pred) || g.isSuperEpic(succ) {
			link.Type = FinishStart
		}
		g.c.Links = append(g.c.Links, link)
	}
}

// end returns the UUID of an epic or, less often, of a super-epic.
func (g *generator) end() string {
	if len(g.c.SuperEpics) > 0 && g.one(5) {
		return g.c.SuperEpics[g.IntN(len(g.c.SuperEpics))].UUID
	}
	return g.c.Epics[g.IntN(len(g.c.Epics))].UUID
}

func (g *generator) isSuperEpic(id string) bool {
	return slices.ContainsFunc(g.c.SuperEpics, func(s SuperEpic) bool { return s.UUID == id })
}

// ranks returns the places in the order of the epic, or of the super-epic's epics.
func (g *generator) ranks(order []int, id string) []int {
	members := []string{id}
	for _, s := range g.c.SuperEpics {
		if s.UUID == id {
			members = s.Epics
		}
	}
	var ranks []int
	for i, e := range g.c.Epics {
		if slices.Contains(members, e.UUID) {
			ranks = append(ranks, order[i])
		}
	}
	return ranks
}

// before reports whether every rank of a is before every rank of b. It is true if either is empty.
func before(a, b []int) bool {
	return len(a) == 0 || len(b) == 0 || slices.Max(a) < slices.Min(b)
}
