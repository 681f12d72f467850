package demo

import (
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// stampCreation sets the time at which each ticket was created, and sorts the tickets by it.
func (p *project) stampCreation() {
	for _, t := range p.tickets {
		t.created = later(p.creation(t), p.began().Add(time.Hour))
	}
	slices.SortStableFunc(p.tickets, func(a, b *ticket) int { return a.created.Compare(b.created) })
}

// creation returns when a ticket was created: on the project's first day if it was planned then, during its first sprint if it turned up
// there. Of those that are still in the backlog, one in three was added later.
func (p *project) creation(t *ticket) time.Time {
	switch first := t.firstSprint(); {
	case t.outside:
		return p.began()
	case t.found && first != nil:
		return p.foundAt(t, first)
	case first != nil:
		return p.officeHour(p.began(), p.began())
	default:
		from, to := p.began(), latest(p.today)
		return p.officeHour(from.Add(time.Duration(max(0, p.between(-2, 1))*float64(to.Sub(from)))), from)
	}
}

// firstSprint returns the first dated sprint that the ticket was in, or nil.
func (t *ticket) firstSprint() *sprint {
	if len(t.turns) > 0 {
		return t.turns[0].sprint
	}
	if t.undated {
		return nil
	}
	return t.sprint
}

func (p *project) foundAt(t *ticket, s *sprint) time.Time {
	day := p.start(s.offset).AddDays(2)
	if len(t.entries) > 0 {
		day = domain.Date(t.entries[0].LoggedAt)
	}
	return p.at(day, 9.5)
}

// stamps returns when a ticket was created and last changed.
func (p *project) stamps(t *ticket) workspace.Stamps {
	last := domain.Stamp(t.created)
	for _, e := range t.entries {
		last = max(last, e.CreatedAt)
	}
	for _, c := range t.talk {
		last = max(last, c.CreatedAt)
	}
	if t.done {
		last = max(last, domain.Stamp(t.doneAt))
	}
	return workspace.Stamps{CreatedAt: domain.Stamp(t.created), UpdatedAt: last}
}

// both returns the same time for creation and last change.
func both(t time.Time) workspace.Stamps {
	stamp := domain.Stamp(t)
	return workspace.Stamps{CreatedAt: stamp, UpdatedAt: stamp}
}

// lastChange returns stamps with first as the time of creation, and with the time of the latest change to any of the tickets.
func (p *project) lastChange(first time.Time, tickets []*ticket) workspace.Stamps {
	stamps := both(first)
	for _, t := range tickets {
		stamps.UpdatedAt = max(stamps.UpdatedAt, p.stamps(t).UpdatedAt)
	}
	return stamps
}
