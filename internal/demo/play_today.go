package demo

import "slices"

// halfway brings the active sprint to its current state: as much is done as the project's lateness allows, and the rest is
// spread over the board.
func (p *project) halfway(s *sprint) {
	most := max(1, len(s.batch)+len(s.found)-3)
	for i, t := range s.batch {
		if i >= most || i > 0 && p.earnedPoints() >= p.spi*p.plannedPoints(p.today) {
			break
		}
		p.complete(t, s)
	}
	var open []*ticket
	for _, t := range slices.Concat(s.batch, s.found) {
		if !t.done {
			open = append(open, t)
		}
	}
	for i, t := range open {
		t.status = p.openStatus(i)
		if share := openShare(t.status); share > 0 {
			t.turns = append(t.turns, turn{s, share, t.assignee})
		}
	}
}

// openStatus returns the status of the i-th open ticket of the active sprint.
func (p *project) openStatus(i int) string {
	order := []string{statusInReview, statusInProgress, statusBlocked, statusInProgress}
	for _, status := range p.statuses {
		if !status.IsDone {
			order = append([]string{status.Key}, order...)
		}
	}
	if i < len(order) {
		return order[i]
	}
	return statusTodo
}

// openShare returns the share of an open ticket's work that has been done in the active sprint.
func openShare(status string) float64 {
	switch status {
	case statusTodo:
		return 0
	case statusBlocked:
		return 0.25
	case statusInProgress:
		return 0.4
	default:
		return 0.8
	}
}

// prepare fills a sprint that has not begun, partly with tickets that were left undone.
func (p *project) prepare(i int, s *sprint) {
	s.batch = append(p.unshelve(len(p.shelf)/3), p.take(i)...)
	for _, t := range s.batch {
		p.move(t, s)
		t.status = statusTodo
	}
}

func (p *project) unshelve(n int) []*ticket {
	n = min(n, len(p.shelf))
	batch := append([]*ticket(nil), p.shelf[:n]...)
	p.shelf = p.shelf[n:]
	return batch
}

// pullAhead lets a project that is ahead of its plan finish a few tickets of the next sprint.
func (p *project) pullAhead() {
	for i, s := range p.sprints {
		if s.offset != 1 || p.spi <= 1 {
			continue
		}
		for _, t := range s.batch[:min(2, len(s.batch))] {
			if p.earnedPoints() < p.spi*p.plannedPoints(p.today) {
				p.complete(t, p.sprints[i-1])
			}
		}
	}
}

// backToBacklog handles tickets that are in no sprint. Tickets that turned up in an epic that has not begun are dropped.
func (p *project) backToBacklog() {
	for i, t := range p.shelf {
		t.assignee = ""
		if i == 0 {
			t.status = statusBlocked
		}
	}
	var kept []*ticket
	for _, t := range p.tickets {
		if t.found && t.sprint == nil && !p.epicBegun(t.epic, nil) {
			continue
		}
		if t.outside {
			t.status = statusInProgress
		}
		if t.outside && p.ended > 0 {
			t.done, t.status = true, statusDone
		}
		kept = append(kept, t)
	}
	p.tickets = kept
}

// playUndated works through the sprint without dates: one ticket in every second dated sprint, starting four sprints before
// the active one.
func (p *project) playUndated() {
	n := 0
	for _, t := range p.tickets {
		if !t.undated {
			continue
		}
		t.sprint = p.undated
		t.status = []string{statusDone, statusDone, statusInProgress, statusTodo}[min(n, 3)]
		t.done = n < 2
		for _, s := range p.sprints {
			if n < 3 && s.offset == 2*n-4 {
				t.assignee = p.developers(s)[n%len(p.developers(s))]
				t.turns = []turn{{s, 0, t.assignee}}
			}
		}
		n++
	}
}
