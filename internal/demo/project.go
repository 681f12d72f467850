package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// project is a project during the simulation.
type project struct {
	catalogue
	calendar
	people  map[string]person
	phrases phrases
	rand    *rand.Rand
	sprints []*sprint // the dated ones, in order
	undated *sprint   // nil if there is none
	tickets []*ticket

	tracks  [][]*ticket // the tickets still to be taken into a sprint, by super-epic
	sizes   []int       // how many tickets each track had at first
	taken   float64     // points taken so far
	total   float64     // points to take
	carried []*ticket   // to the next sprint
	shelf   []*ticket   // committed to once, left undone and no longer in a sprint
}

type sprint struct {
	ref, title string
	status     domain.SprintStatus
	offset     int                // counted from the active one
	committed  map[string]float64 // nil if it has no commitment
	batch      []*ticket          // the tickets it began with, in the order of work
	found      []*ticket          // the tickets that turned up later
	load       map[string]float64 // points by assignee
}

type ticket struct {
	ticketText
	ref      string
	sprint   *sprint // its current sprint; nil if it is in none
	turns    []turn
	assignee string
	status   string
	done     bool
	doneAt   time.Time
	created  time.Time
	entries  []workspace.TimeEntry
	talk     []workspace.Comment
}

// turn is the share of a ticket's work that was done in a sprint.
type turn struct {
	sprint *sprint
	share  float64
	nick   string // who did it
}

func (t *ticket) size() float64 {
	if t.points == nil {
		return 0
	}
	return *t.points
}

// worked returns the ticket's turn in a sprint, if there is one.
func (t *ticket) worked(s *sprint) (turn, bool) {
	for _, turn := range t.turns {
		if turn.sprint == s {
			return turn, true
		}
	}
	return turn{}, false
}

// finishes reports whether the ticket was done in that sprint.
func (t *ticket) finishes(s *sprint) bool {
	return t.done && len(t.turns) > 0 && t.turns[len(t.turns)-1].sprint == s
}

func newProject(c catalogue, people map[string]person, today domain.Date) *project {
	seed := hash(c.ref)
	p := &project{
		catalogue: c,
		calendar:  newCalendar(today),
		people:    people,
		phrases:   readPhrases(c.lang),
		rand:      rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // reproducible, not secret
	}
	p.layTickets()
	p.laySprints()
	p.play()
	p.work()
	p.stampCreation()
	p.converse()
	return p
}

// layTickets distributes the tickets among the tracks, which are worked on in parallel.
func (p *project) layTickets() {
	p.tracks = make([][]*ticket, max(1, len(p.supers)))
	if p.serial {
		p.tracks = p.tracks[:1]
	}
	for i, text := range p.catalogue.tickets {
		t := &ticket{ticketText: text, ref: fmt.Sprintf("%s-t%d", p.ref, i+1), status: statusBacklog}
		p.tickets = append(p.tickets, t)
		if text.found || text.later || text.outside || text.undated {
			continue
		}
		track := max(0, min(p.epics[text.epic].super, len(p.tracks)-1))
		p.tracks[track] = append(p.tracks[track], t)
		p.total += t.size()
	}
	for _, track := range p.tracks {
		p.sizes = append(p.sizes, len(track))
	}
}

func (p *project) laySprints() {
	first, last := -p.past, p.planned
	if p.ended > 0 {
		first, last = -p.past-p.ended, -p.ended-1
	}
	for offset := first; offset <= last; offset++ {
		n := offset - first + 1
		s := &sprint{ref: fmt.Sprintf("%s-s%d", p.ref, n), title: fmt.Sprintf("Sprint %d", n), offset: offset, load: map[string]float64{}}
		switch {
		case offset < 0:
			s.status = domain.Completed
		case offset == 0:
			s.status = domain.Active
		default:
			s.status = domain.Planning
		}
		p.sprints = append(p.sprints, s)
	}
	if p.undatedTitle != "" {
		p.undated = &sprint{ref: p.ref + "-s0", title: p.undatedTitle, status: domain.Active}
	}
}

// began returns when the project was created: two weeks before its first sprint.
func (p *project) began() time.Time { return p.at(p.start(p.sprints[0].offset-1), 9) }

// chance returns true with the given probability.
func (p *project) chance(often float64) bool { return p.rand.Float64() < often }

// between returns a number from a to b.
func (p *project) between(a, b float64) float64 { return a + (b-a)*p.rand.Float64() }
