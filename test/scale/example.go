package scale

import "regexp"

var braces = regexp.MustCompile(`\{\w+\}`)

// example returns a ticket that is the same in all worlds in what a page shows of it, with one of its comments.
func (p *Project) example() (ticket, comment) {
	for f := p.last; f >= p.first; f-- {
		for n := range p.ticketsIn(f) {
			t := p.ticket(f, n)
			if c := t.comments(); len(c) == 2 && len(t.subtasks()) == 2 && len(t.entries()) == 6 {
				return t, c[0]
			}
		}
	}
	return p.lastResort()
}

// lastResort returns any ticket with a comment.
func (p *Project) lastResort() (t ticket, c comment) {
	for f := p.last; f >= p.first; f-- {
		for n := range p.ticketsIn(f) {
			t = p.ticket(f, n)
			if all := t.comments(); len(all) > 0 {
				return t, all[0]
			}
		}
	}
	return t, c
}

// Near returns the live project whose number of tickets is nearest to the given one.
func (w *World) Near(tickets int) *Project {
	best := w.Projects[0]
	for _, p := range w.Projects {
		if p.live() && abs(p.Tickets-tickets) < abs(best.Tickets-tickets) {
			best = p
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }
