package demo

import (
	"time"

	"earnest/internal/domain"
)

// aside logs time now and then on tickets that are in no dated sprint, and returns the minutes logged.
func (d desk) aside(m memberText, day domain.Date, left int) int {
	for _, t := range d.tickets {
		turn, mine := t.worked(d.sprint)
		often := 0.05
		switch {
		case t.undated && mine && turn.nick == m.nick && day < d.today:
			often = 0.4
		case !t.outside:
			continue
		}
		if minutes := quarter * (4 + d.rand.IntN(5)); d.chance(often) && minutes <= left {
			d.log(t, m, day, minutes)
			return minutes
		}
	}
	return 0
}

// review logs time now and then on a ticket that a colleague also worked on that day, and returns the minutes logged.
func (d desk) review(m memberText, day domain.Date, left int) int {
	minutes := quarter * (2 + d.rand.IntN(2))
	if others := d.touched[day]; len(others) > 0 && d.chance(0.2) && minutes <= left {
		d.log(others[d.rand.IntN(len(others))], m, day, minutes)
		return minutes
	}
	return 0
}

// help logs the time of a member who has no assigned tickets but helps out.
func (d desk) help(m memberText) {
	days := d.present(m)
	budgets, _ := d.budgets(m, days)
	for i, day := range days {
		minutes := max(budgets[i], min(m.minutes, 2*quarter))
		others := d.touched[day]
		if len(others) == 0 || m.minutes < 120 && !d.chance(0.4) {
			continue
		}
		if minutes >= 120 && d.chance(0.5) {
			part := minutes / 2 / quarter * quarter
			d.log(others[d.rand.IntN(len(others))], m, day, part)
			minutes -= part
		}
		d.log(others[d.rand.IntN(len(others))], m, day, minutes)
	}
}

// settleDone sets when each done ticket was completed, unless a time entry has determined it.
func (p *project) settleDone() {
	for _, t := range p.tickets {
		switch {
		case !t.done || !t.doneAt.IsZero():
		case t.undated:
			t.doneAt = p.at(weekday(p.end(t.turns[0].sprint.offset)), 15)
		case len(t.turns) == 0:
			t.doneAt = p.at(p.end(p.sprints[len(p.sprints)-1].offset), 16)
		default:
			t.doneAt = p.lastHour(t)
		}
	}
}

// lastHour returns a time late on the last day on which anyone worked on a ticket in its last sprint, or on that sprint's
// fifth day, whichever is later.
func (p *project) lastHour(t *ticket) time.Time {
	offset := t.turns[len(t.turns)-1].sprint.offset
	last := p.start(offset).AddDays(4)
	for _, e := range t.entries {
		last = max(last, min(domain.Date(e.LoggedAt), p.end(offset)))
	}
	return p.at(last, p.between(15, 17.5))
}
