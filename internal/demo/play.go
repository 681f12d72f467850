package demo

import (
	"slices"

	"earnest/internal/domain"
)

// play decides when each ticket was committed to, which tickets were done, and the current state of everything.
func (p *project) play() {
	p.playUndated()
	for i, s := range p.sprints {
		switch s.status {
		case domain.Completed:
			p.commit(i, s)
			p.finish(i, s)
		case domain.Active:
			p.commit(i, s)
			p.halfway(s)
		default:
			p.prepare(i, s)
		}
	}
	p.pullAhead()
	p.backToBacklog()
}

// commit starts a sprint with the tickets that were carried over and the next ones.
func (p *project) commit(i int, s *sprint) {
	batch := p.carried
	p.carried = nil
	if s.status == domain.Active {
		batch = append(batch, p.unshelve(2)...)
	}
	batch = append(batch, p.take(i)...)
	s.committed = map[string]float64{}
	for _, t := range batch {
		s.committed[t.ref] = p.estimate(t)
		p.move(t, s)
	}
	s.batch = batch
	p.discover(i, s)
}

// estimate returns the estimate that a ticket had when its sprint began; some estimates have been corrected since.
func (p *project) estimate(t *ticket) float64 {
	before := map[float64]float64{3: 2, 5: 3}
	if smaller, ok := before[t.size()]; ok && p.ended == 0 && p.chance(0.05) {
		return smaller
	}
	return t.size()
}

// move puts a ticket into a sprint and, unless its assignee works in that sprint, assigns it to whoever has the least to do.
func (p *project) move(t *ticket, s *sprint) {
	t.sprint = s
	devs := p.developers(s)
	if !slices.Contains(devs, t.assignee) {
		t.assignee = slices.MinFunc(devs, func(a, b string) int { return int(100 * (s.load[a] - s.load[b])) })
	}
	s.load[t.assignee] += max(1, t.size())
}

func (p *project) developers(s *sprint) []string {
	var nicks []string
	for _, m := range p.members {
		if m.develops() && m.there(min(s.offset, 0)) {
			nicks = append(nicks, m.nick)
		}
	}
	return nicks
}

// take returns the next tickets for the i-th sprint, so that all sprints take the same number of points on average. It takes
// them from the track that is furthest behind.
func (p *project) take(i int) []*ticket {
	goal := p.total / float64(len(p.sprints)) * (float64(i) + p.between(0.85, 1.15))
	switch {
	case p.ended > 0 && i == len(p.sprints)-1:
		goal = p.total
	case p.sprints[i].status == domain.Active:
		goal = p.total / float64(len(p.sprints)) * (float64(i) + 1.3) // people look at this sprint first, so it should be full
	}
	var batch []*ticket
	for p.taken < goal {
		track := p.furthestBehind()
		if len(p.tracks[track]) == 0 {
			break
		}
		t := p.tracks[track][0]
		p.tracks[track] = p.tracks[track][1:]
		p.taken += t.size()
		batch = append(batch, t)
	}
	return batch
}

func (p *project) furthestBehind() int {
	left := func(i int) float64 { return float64(len(p.tracks[i])) / float64(p.sizes[i]) }
	best := 0
	for i := range p.tracks {
		if left(i) > left(best) {
			best = i
		}
	}
	return best
}

// discover adds tickets that turn up during a sprint in the epics in progress. If the project has ended, its last sprint takes
// all that are left.
func (p *project) discover(i int, s *sprint) {
	most := 1
	switch {
	case s.status == domain.Active:
		most = 2
	case p.ended > 0 && i == len(p.sprints)-1:
		most = len(p.tickets)
	case p.chance(0.4):
		return
	}
	for _, t := range p.tickets {
		if most > 0 && t.found && t.sprint == nil && p.epicBegun(t.epic, s) {
			p.move(t, s)
			s.found = append(s.found, t)
			most--
		}
	}
}

// epicBegun reports whether an epic was worked on before a sprint, or is part of it.
func (p *project) epicBegun(epic int, s *sprint) bool {
	return slices.ContainsFunc(p.tickets, func(t *ticket) bool {
		return t.epic == epic && !t.found && (len(t.turns) > 0 || t.sprint == s)
	})
}

// finish ends a past sprint: most of its tickets are done, and those that slip are carried over or shelved. A late project
// leaves enough undone to stay as late as its catalogue says.
func (p *project) finish(i int, s *sprint) {
	room := p.slack(s)
	if p.ended > 0 && i == len(p.sprints)-1 {
		room = 0
	}
	for _, t := range p.shuffled(s.batch) {
		if size := t.size(); size > 0 && size <= room && len(t.turns) < 2 {
			room -= size
			p.slip(t, s)
		} else {
			p.complete(t, s)
		}
	}
	for _, t := range s.found {
		p.complete(t, s)
	}
}

// slack returns how many points of a sprint are left undone.
func (p *project) slack(s *sprint) float64 {
	switch {
	case p.spi < 0.95:
		return (1-p.spi)*p.plannedPoints(p.end(s.offset)) - points(p.shelf)
	case p.chance(0.4):
		return 3
	default:
		return 0
	}
}

func (p *project) slip(t *ticket, s *sprint) {
	t.turns = append(t.turns, turn{s, 0.6, t.assignee})
	t.sprint = nil
	if p.spi < 0.95 && p.chance(0.5) {
		p.shelf = append(p.shelf, t)
	} else {
		p.carried = append(p.carried, t)
	}
}

// complete marks a ticket as done in a sprint, which need not be the sprint it is in.
func (p *project) complete(t *ticket, s *sprint) {
	share := 1.0
	if len(t.turns) > 0 {
		share = 0.5
	}
	t.turns = append(t.turns, turn{s, share, t.assignee})
	t.done = true
	t.status = p.doneStatus(s)
}

// doneStatus returns the status for a ticket done in a sprint: the project's own done status, if it has one and the sprint is
// more than one sprint old, otherwise the built-in one.
func (p *project) doneStatus(s *sprint) string {
	for _, status := range p.statuses {
		if status.IsDone && s.offset < -1 {
			return status.Key
		}
	}
	return statusDone
}

func (p *project) shuffled(list []*ticket) []*ticket {
	list = slices.Clone(list)
	p.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func points(list []*ticket) float64 {
	var sum float64
	for _, t := range list {
		sum += t.size()
	}
	return sum
}
