package scale

import (
	"fmt"
	"strings"

	"earnest/internal/domain"
)

// ticket is one ticket and what happened to it. A moment of 0 means that something has not happened.
type ticket struct {
	p       *Project
	f, n    int // its fortnight, and its number in it
	id      int64
	uuid    string
	team    int
	points  float64
	epic    int // -1: none
	planned bool

	created, taken, begun, reviewed, carried, done, deleted moment
}

// The shares of tickets that stay in the backlog or are deleted.
const (
	backlogShare = 0.15
	deletedShare = 0.02
)

// CarriedShare is the share of tickets planned for a sprint that take another one.
const CarriedShare = 0.1

// ticket returns a ticket of a project and fortnight. It was created in the fortnight before. Most tickets are worked on in their
// fortnight, and some also in the next one.
func (p *Project) ticket(f, n int) ticket {
	w := p.world
	id := w.tickets[f][p.index] + int64(n) + 1
	r := w.draw(ofTicket, id)
	t := ticket{
		p: p, f: f, n: n, id: id, team: n % p.has.teams,
		points: []float64{1, 2, 3, 5, 8, 13, 0}[r.early(7)], epic: p.epicOf(f, r),
		created: r.between(w.begin(f-1)+3*hour, w.begin(f)),
	}
	t.uuid = r.newUUID(t.created)
	switch kind := r.fraction(); {
	case kind < deletedShare:
		t.epic, t.deleted = -1, t.created+hour
	case kind < deletedShare+backlogShare:
		if p.live() && f == p.last && n%3 == 0 { // it is in the sprint that comes next
			t.taken = w.begin(f) + 30*hour
		}
	default:
		t.planned = true
		t.live(r)
	}
	return t
}

// live decides when a planned ticket was taken into its sprint, begun and done. What would happen after the world's end has not
// happened.
func (t *ticket) live(r *random) {
	w := t.p.world
	t.taken = w.begin(t.f) + 7*hour + moment(t.n)*second
	t.begun = r.between(w.begin(t.f)+10*hour, w.begin(t.f)+9*aDay)
	t.done = t.begun + r.between(aDay/2, 4*aDay)
	if t.f < t.p.last && r.chance(CarriedShare) {
		t.carried = w.begin(t.f+1) + 6*hour + moment(t.n)*second
		t.done = r.between(w.begin(t.f+1)+10*hour, w.begin(t.f+1)+6*aDay)
	}
	t.reviewed = t.done - (t.done-max(t.begun, t.carried))/4
	for _, at := range []*moment{&t.taken, &t.begun, &t.reviewed, &t.carried, &t.done} {
		if *at >= w.end {
			*at = 0
		}
	}
}

// epicOf returns an epic for a ticket. Epics are worked on one after the other, several at a time.
func (p *Project) epicOf(f int, r *random) int {
	if r.chance(0.1) {
		return -1
	}
	progress := float64(f-p.first) / float64(p.last-p.first+1)
	return int((0.9*progress + 0.1*r.fraction()) * float64(p.has.epics))
}

// epicDone reports whether an epic is over: no ticket of the current sprints is in it.
func (p *Project) epicDone(n int) bool { return !p.live() || n < p.has.epics*8/10 }

func (t *ticket) status() string {
	switch {
	case t.done != 0:
		return "done"
	case t.reviewed != 0:
		return "in_review"
	case t.begun != 0:
		return "in_progress"
	case t.planned && t.taken != 0:
		return "todo"
	default:
		return domain.DefaultStatus
	}
}

// sprint returns the fortnight of the sprint that has the ticket, or 0.
func (t *ticket) sprint() int {
	switch {
	case t.taken == 0:
		return 0
	case !t.planned || t.carried != 0:
		return t.f + 1
	default:
		return t.f
	}
}

// updated returns when the ticket itself last changed.
func (t *ticket) updated() moment {
	return max(t.created, t.taken, t.begun, t.reviewed, t.carried, t.done, t.deleted)
}

// assignee returns who does the work, or 0 if nobody has taken the ticket yet.
func (t *ticket) assignee() int64 {
	if !t.planned {
		return 0
	}
	return t.p.worker(t.team, int(t.id)%teamSize)
}

func (t *ticket) title() string {
	r := t.p.world.draw(ofTicket, t.id, 1)
	return fmt.Sprintf("%s %s of %s %d", pick(r, verbs), pick(r, nouns), pick(r, places), t.id)
}

func (t *ticket) description() string {
	return sentences(t.p.world.draw(ofTicket, t.id, 2), 8)
}

func (t *ticket) criteria() []string {
	r := t.p.world.draw(ofTicket, t.id, 3)
	list := []string{}
	for range r.below(4) {
		list = append(list, sentences(r, 1))
	}
	return list
}

func (t *ticket) priority() string {
	return []string{domain.DefaultPriority, "haute", "faible", "critique"}[t.p.world.draw(ofTicket, t.id, 4).early(4)]
}

// tags returns the numbers of the ticket's tags. A few tags are on most tickets.
func (t *ticket) tags() []int {
	if t.deleted != 0 {
		return nil
	}
	r := t.p.world.draw(ofTicket, t.id, 5)
	var list []int
	for range r.below(4) {
		if tag := r.early(t.p.has.tags); len(list) == 0 || tag > list[len(list)-1] {
			list = append(list, tag)
		}
	}
	return list
}

// dependsOn returns the earlier ticket of the same fortnight that this one waits for, if there is one.
func (t *ticket) dependsOn() (ticket, bool) {
	if t.n == 0 || t.deleted != 0 || !t.p.world.draw(ofTicket, t.id, 6).chance(0.1) {
		return ticket{}, false
	}
	other := t.p.ticket(t.f, t.n-1)
	return other, other.deleted == 0
}

// commitments returns the fortnights of the sprints that began with the ticket in them.
func (t *ticket) commitments() []int {
	switch {
	case !t.planned:
		return nil
	case t.carried != 0:
		return []int{t.f, t.f + 1}
	default:
		return []int{t.f}
	}
}

// committed returns the commitments as the column committed of the table tickets has them.
func (t *ticket) committed() string {
	var list []string
	for _, f := range t.commitments() {
		list = append(list, fmt.Sprintf("%d:%v", t.p.sprintID(f, t.team), t.points))
	}
	return strings.Join(list, ",")
}
