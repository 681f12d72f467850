package demo

import (
	"math"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

const quarter = 15 // in minutes, the unit in which time is logged

// desk is the state of one sprint while its time is being logged.
type desk struct {
	*project
	sprint  *sprint
	days    []domain.Date // the working days
	touched map[domain.Date][]*ticket
}

// job is a ticket that someone works on during a sprint.
type job struct {
	ticket       *ticket
	left, logged int
	doneAfter    int // minutes after which it is done; 0 if that is not in this sprint
}

// work logs the time of every sprint that has begun, and determines when tickets were done.
func (p *project) work() {
	for _, s := range p.sprints {
		if s.status == domain.Planning {
			continue
		}
		d := desk{p, s, p.workdays(s.offset), map[domain.Date][]*ticket{}}
		var helpers []memberText
		for _, m := range p.members {
			if m.there(s.offset) && (!m.develops() || !d.develop(m)) {
				helpers = append(helpers, m)
			}
		}
		for _, m := range helpers {
			d.help(m)
		}
	}
	p.settleDone()
}

// develop logs the time of a member with assigned tickets; it returns false if the member has none.
func (d desk) develop(m memberText) bool {
	days := d.present(m)
	budgets, total := d.budgets(m, days)
	jobs := d.jobs(m, total)
	if len(jobs) == 0 {
		return false
	}
	for i, day := range days {
		left := budgets[i]
		left -= d.aside(m, day, left)
		left -= d.review(m, day, left)
		if day == d.today {
			jobs = slices.DeleteFunc(jobs, func(j *job) bool { return j.doneAfter > 0 })
		}
		jobs = d.spend(m, day, left, jobs)
	}
	return true
}

// spend works through the jobs in turn; the last one takes all the time that is left.
func (d desk) spend(m memberText, day domain.Date, left int, jobs []*job) []*job {
	for left >= quarter && len(jobs) > 0 {
		j := jobs[0]
		minutes := min(left, max(j.left, quarter))
		if len(jobs) == 1 {
			minutes = left
		}
		d.log(j.ticket, m, day, minutes)
		d.touched[day] = append(d.touched[day], j.ticket)
		j.left -= minutes
		j.logged += minutes
		left -= minutes
		if j.doneAfter > 0 && j.logged >= j.doneAfter && j.ticket.doneAt.IsZero() {
			j.ticket.doneAt = d.at(day, d.between(10, 17.5))
		}
		if j.left <= 0 && len(jobs) > 1 {
			jobs = jobs[1:]
		}
	}
	return jobs
}

// present returns the days of the sprint on which a member works.
func (d desk) present(m memberText) []domain.Date {
	return slices.DeleteFunc(slices.Clone(d.days), func(day domain.Date) bool { return absent(m.nick, day, d.today) })
}

// budgets returns the minutes available on each day, never more than the member's full day; today counts only in part.
func (d desk) budgets(m memberText, days []domain.Date) (budgets []int, total int) {
	for _, day := range days {
		minutes := m.minutes - quarter*d.rand.IntN(5)
		if day == d.today {
			minutes /= 3
		}
		minutes = minutes / quarter * quarter
		budgets = append(budgets, minutes)
		total += minutes
	}
	return budgets, total
}

// jobs distributes a member's time over their tickets by size. Tickets that are done in this sprint come first.
func (d desk) jobs(m memberText, total int) []*job {
	var jobs []*job
	var weights []float64
	var sum float64
	for _, t := range d.inOrder() {
		if turn, ok := t.worked(d.sprint); ok && turn.nick == m.nick && turn.share > 0 {
			weight := max(1, t.size()) * turn.share * d.between(0.7, 1.4)
			jobs, weights, sum = append(jobs, &job{ticket: t}), append(weights, weight), sum+weight
		}
	}
	for i, j := range jobs {
		j.left = int(math.Round(float64(total)*weights[i]/sum/quarter)) * quarter
		if j.ticket.finishes(d.sprint) {
			j.doneAfter = max(1, int(float64(j.left)*d.between(0.7, 1)))
		}
	}
	return jobs
}

// inOrder returns the tickets in the order in which they are worked on in the sprint.
func (d desk) inOrder() []*ticket {
	list := slices.Clone(d.tickets)
	if d.sprint.status != domain.Active {
		list = d.shuffled(list)
	}
	rank := func(t *ticket) int {
		switch turn, _ := t.worked(d.sprint); {
		case t.finishes(d.sprint):
			return 0
		case turn.share > 0.5:
			return 1
		default:
			return 2
		}
	}
	slices.SortStableFunc(list, func(a, b *ticket) int { return rank(a) - rank(b) })
	return list
}

// log logs time. Time logged for today has no timestamp, as if it had just been logged.
func (p *project) log(t *ticket, m memberText, day domain.Date, minutes int) {
	entry := workspace.TimeEntry{
		User:            p.people[m.nick].email,
		DurationMinutes: int64(minutes),
		LoggedAt:        string(day),
	}
	if p.chance(0.2) {
		entry.Comment = new(p.phrases.next("entry"))
	}
	if day < p.today {
		stamp := domain.Stamp(p.at(day, p.between(16, 18)))
		entry.CreatedAt, entry.UpdatedAt = stamp, stamp
	}
	t.entries = append(t.entries, entry)
}
