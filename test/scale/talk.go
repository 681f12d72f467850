package scale

import "fmt"

// comment is a comment on a ticket.
type comment struct {
	uuid    string
	author  int64
	content string
	at      moment
}

// entry is time logged on a ticket.
type entry struct {
	uuid    string
	user    int64
	minutes int64
	at      moment
}

// subtask is a part of a ticket. All the parts are created together with the ticket.
type subtask struct {
	uuid   string
	number int
	status string
}

// comments returns the comments on a ticket, in no particular order. A few tickets have very many.
func (t *ticket) comments() []comment {
	if t.deleted != 0 {
		return nil
	}
	w := t.p.world
	r := w.draw(ofComment, t.id)
	last := min(w.end, t.created+fortnight)
	var list []comment
	for range r.tailed(float64(w.Size.Comments) / float64(w.Size.Tickets)) {
		c := comment{author: t.p.anybody(r), at: r.between(t.created+second, last), content: "<p>" + sentences(r, 4) + "</p>"}
		c.uuid = r.newUUID(c.at)
		list = append(list, c)
	}
	return list
}

// begunShare is about the share of tickets on which somebody has worked.
const begunShare = 0.82

// entries returns the time entries on a ticket: from when it was begun until it was done.
func (t *ticket) entries() []entry {
	if t.begun == 0 {
		return nil
	}
	w := t.p.world
	r := w.draw(ofEntry, t.id)
	last := t.done
	if last == 0 {
		last = min(w.end, t.begun+3*aDay)
	}
	var list []entry
	for range r.usual(float64(w.Size.Entries) / float64(w.Size.Tickets) / begunShare) {
		e := entry{user: t.assignee(), minutes: int64(15 * (1 + r.early(24))), at: r.between(t.begun, last)}
		if r.chance(0.3) {
			e.user = t.p.worker(t.team, r.below(teamSize))
		}
		e.uuid = r.newUUID(e.at)
		list = append(list, e)
	}
	return list
}

func (e entry) comment() *string {
	if e.minutes%45 == 0 {
		return nil
	}
	return new("Worked on the figures and talked to the team")
}

func (t *ticket) subtasks() []subtask {
	r := t.p.world.draw(ofSubtask, t.id)
	if t.deleted != 0 || !r.chance(0.3) {
		return nil
	}
	var list []subtask
	for n := range 1 + r.below(4) {
		s := subtask{uuid: r.newUUID(t.created), number: n + 1, status: "todo"}
		if t.done != 0 {
			s.status = "done"
		}
		list = append(list, s)
	}
	return list
}

func (s subtask) title() string { return fmt.Sprintf("Part %d", s.number) }
