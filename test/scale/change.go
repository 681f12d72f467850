package scale

import (
	"cmp"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// change is a row of the log before it has its revision.
type change struct {
	at              moment
	user            int64
	noun, uuid      string
	what            string
	fromText, after string
}

// log collects the changes of a project in one fortnight.
type log struct {
	from, to moment
	list     []change
}

// add adds a change if it was made in the fortnight. Its values are computed only then.
func (l *log) add(at moment, user int64, noun, uuid, what string, values func() (from, to string)) {
	if at < l.from || at >= l.to || at == 0 {
		return
	}
	from, to := values()
	l.list = append(l.list, change{at, user, noun, uuid, what, from, to})
}

func (l *log) created(at moment, user int64, noun, uuid string, facts func() []work.Fact) {
	l.add(at, user, noun, uuid, domain.Created, func() (string, string) { return "", work.Object(facts()) })
}

func (l *log) updated(at moment, user int64, noun, uuid, what string, from, to any) {
	l.add(at, user, noun, uuid, what, func() (string, string) { return string(work.Encode(from)), string(work.Encode(to)) })
}

// changeRows returns what the log says about a project in a fortnight, in order of time. Something happens to a ticket in its own
// fortnight, in the one before and in the one after.
func changeRows(p *Project, f int) (rows [][]any) {
	if f < p.first-1 || f > p.last+1 {
		return nil
	}
	w := p.world
	l := &log{from: w.begin(f), to: w.begin(f + 1)}
	if f == p.first-1 {
		l.addProject(p)
	}
	for near := f - 1; near <= f+1; near++ {
		for _, s := range p.sprints(near) {
			l.addSprint(&s)
		}
		for n := range p.ticketsIn(near) {
			t := p.ticket(near, n)
			l.addTicket(&t)
			l.addTalk(&t)
		}
	}
	slices.SortStableFunc(l.list, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	for _, c := range l.list {
		p.revision++
		rows = append(rows, []any{p.ID, p.revision, c.at, c.user, c.noun, c.uuid, c.what, textOrNull(c.fromText), textOrNull(c.after)})
	}
	return rows
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (l *log) addProject(p *Project) {
	l.created(p.created(), p.Owner(), "project", p.UUID, func() []work.Fact {
		return work.ProjectFacts(domain.Project{
			Name: p.name(), Color: "#3366cc", DefaultDoD: []string{"It is reviewed", "It is tested"}, ContingencyPct: 10, Budget: new(p.budget()),
			RatesFor: domain.RatesForEveryone,
		})
	})
	for n := range p.has.epics {
		l.created(p.created()+hour, p.Owner(), "epic", p.epicUUID(n), func() []work.Fact {
			return []work.Fact{
				{Name: "title", Value: epicTitle(n)}, {Name: "description", Value: p.epicDescription(n)}, {Name: "status", Value: p.epicStatus(n)},
				{Name: "super_epic", Value: p.superEpicUUID(p.superEpicOf(n))}, {Name: "tags", Value: []string{}},
			}
		})
	}
}

func (l *log) addSprint(s *sprint) {
	by, uuid := s.p.Owner(), s.uuid()
	l.created(s.p.planned(s.f), by, "sprint", uuid, func() []work.Fact {
		return []work.Fact{
			{Name: "title", Value: s.title()}, {Name: "goal", Value: s.goal()}, {Name: "status", Value: "planning"}, {Name: "start_date", Value: s.from()},
			{Name: "end_date", Value: s.to()}, {Name: "dod", Value: nil}, {Name: "goal_met", Value: nil}, {Name: "dod_done", Value: nil},
		}
	})
	l.updated(s.started(), by, "sprint", uuid, "status", "planning", "active")
	if len(s.committed) > 0 {
		points := map[string]float64{}
		for _, t := range s.committed {
			points[t.uuid] = t.points
		}
		l.updated(s.started(), by, "sprint", uuid, "commitment", nil, points)
	}
	l.updated(s.closed(), by, "sprint", uuid, "status", "active", "completed")
}

// addTicket logs a ticket as it was created, in the backlog, and each of its moves.
func (l *log) addTicket(t *ticket) {
	by, p := t.p.worker(t.team, t.n), t.p
	l.created(t.created, by, work.TicketNoun, t.uuid, t.facts)
	if t.deleted != 0 {
		l.add(t.deleted, by, work.TicketNoun, t.uuid, domain.Deleted, func() (string, string) { return work.Object(t.facts()), "" })
		return
	}
	move := func(at moment, what string, from, to any) { l.updated(at, by, work.TicketNoun, t.uuid, what, from, to) }
	if !t.planned {
		move(t.taken, "sprint", nil, p.sprintUUID(t.f+1, t.team))
		return
	}
	move(t.taken, "sprint", nil, p.sprintUUID(t.f, t.team))
	move(t.taken, work.StatusField, domain.DefaultStatus, "todo")
	move(t.begun, work.StatusField, "todo", "in_progress")
	move(t.carried, "sprint", p.sprintUUID(t.f, t.team), p.sprintUUID(t.f+1, t.team))
	move(t.reviewed, work.StatusField, "in_progress", "in_review")
	move(t.done, work.StatusField, "in_review", "done")
}

// facts returns the ticket as it was created.
func (t *ticket) facts() []work.Fact {
	d := domain.NewTicket(t.uuid, t.p.ID, t.p.UUID, t.created.time())
	d.Title, d.Description, d.Priority, d.StoryPoints = t.title(), new(t.description()), t.priority(), t.points
	d.AcceptanceCriteria, d.AssigneeID = t.criteria(), orNull(t.assignee())
	if t.epic >= 0 {
		d.EpicUUID = new(t.p.epicUUID(t.epic))
	}
	if other, ok := t.dependsOn(); ok {
		d.Dependencies = append(d.Dependencies, domain.TicketRef{ID: other.id, UUID: other.uuid})
	}
	for _, tag := range t.tags() {
		d.Tags = append(d.Tags, domain.Tag{UUID: t.p.tagUUID(tag)})
	}
	return work.TicketFacts(d)
}

// addTalk logs a ticket's subtasks, comments and time entries.
func (l *log) addTalk(t *ticket) {
	for _, s := range t.subtasks() {
		l.created(t.created, t.p.Worker(), "subtask", s.uuid, func() []work.Fact {
			return []work.Fact{
				{Name: "ticket", Value: t.uuid}, {Name: "title", Value: s.title()}, {Name: "status", Value: "todo"},
				{Name: "sort_order", Value: int64(s.number)}, {Name: "assignee_id", Value: nil},
			}
		})
		if s.status == "done" {
			l.updated(t.done, t.assignee(), "subtask", s.uuid, work.StatusField, "todo", "done")
		}
	}
	for _, c := range t.comments() {
		l.created(c.at, c.author, "comment", c.uuid, func() []work.Fact {
			return []work.Fact{
				{Name: "ticket", Value: t.uuid}, {Name: "author_id", Value: c.author}, {Name: "content", Value: c.content},
				{Name: "mentions", Value: []int64{}},
			}
		})
	}
	for _, e := range t.entries() {
		l.created(e.at, e.user, "time_entry", e.uuid, func() []work.Fact {
			return []work.Fact{
				{Name: "ticket", Value: t.uuid}, {Name: "user_id", Value: e.user}, {Name: "duration_minutes", Value: e.minutes},
				{Name: "logged_at", Value: e.at.day()}, {Name: "comment", Value: e.comment()},
			}
		})
	}
}
