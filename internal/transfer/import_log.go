package transfer

import (
	"encoding/json"
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	"earnest/internal/work"
	"earnest/internal/workspace"
)

// inProgress is the status in which work on a ticket is assumed to begin if the file does not specify it.
const inProgress = "in_progress"

// changes imports the file's change log or, if there is none, derives one from the file: when the project and its tickets were
// created, and when each ticket was begun, done or deleted.
func (p *projectImport) changes() {
	if len(p.from.Changes) == 0 {
		p.content.Changes = p.inventChanges()
	}
	comments := map[string]bool{}
	for _, m := range p.content.Comments {
		comments[m.UUID] = true
	}
	for _, from := range p.from.Changes {
		p.content.Changes = append(p.content.Changes, withoutLostText(comments, domain.Change{
			Revision: from.Revision,
			At:       workspace.Moment(from.At),
			UserID:   p.userOrNil(from.User),
			Noun:     from.Noun,
			NounUUID: from.UUID,
			What:     from.What,
			From:     from.From,
			To:       from.To,
		}))
	}
	for _, c := range p.content.Changes {
		p.project.Revision = max(p.project.Revision, c.Revision)
		p.changed = later(p.changed, c.At)
	}
	p.datesBegun()
}

// datesBegun finds in the log when each ticket was first in a status in which work has begun. The first move from or to such a status tells whether it was
// created in one. Without such a move, it has always been in one, or never.
func (p *projectImport) datesBegun() {
	first := map[string]domain.Change{}
	for _, c := range p.content.Changes {
		if c.Noun != work.TicketNoun || c.What != work.StatusField || !begunIn(c.From) && !begunIn(c.To) {
			continue
		}
		if _, found := first[c.NounUUID]; !found {
			first[c.NounUUID] = c
		}
	}
	for i := range p.content.Tickets {
		t := &p.content.Tickets[i]
		m, found := first[t.UUID]
		switch {
		case found && !begunIn(m.From):
			t.BeganAt = &m.At
		case found || domain.Begun(t.Status):
			t.BeganAt = &t.CreatedAt
		}
	}
}

// begunIn reports whether a value in the log is a status in which work has begun.
func begunIn(value string) bool {
	var status string
	return json.Unmarshal([]byte(value), &status) == nil && status != "" && domain.Begun(status)
}

// withoutLostText removes the text of a comment that no longer exists from a row of its log. Earlier versions exported such texts.
func withoutLostText(comments map[string]bool, c domain.Change) domain.Change {
	if c.Noun != "comment" || comments[c.NounUUID] {
		return c
	}
	switch c.What {
	case "content":
		c.From, c.To = "", ""
	case domain.Created, domain.Deleted:
		c.From, c.To = work.WithoutContent(c.From), work.WithoutContent(c.To)
	}
	return c
}

func (p *projectImport) inventChanges() []domain.Change {
	list := []domain.Change{}
	begun, starts := p.begun(), p.sprintStarts()
	for i, t := range p.content.Tickets {
		if p.from.Tickets[i].CreatedAt == "" && t.SprintID != nil {
			if start, ok := starts[*t.SprintID]; ok && start.Before(t.CreatedAt) {
				t.CreatedAt = start
			}
		}
		list = append(list, p.ticketHistory(t, begun[t.ID])...)
	}
	slices.SortStableFunc(list, func(a, b domain.Change) int { return a.At.Compare(b.At) })
	list = slices.Insert(list, 0, domain.Change{
		At: p.project.CreatedAt, Noun: "project", NounUUID: p.project.UUID, What: domain.Created, To: work.Object(work.ProjectFacts(p.project)),
	})
	for i := range list {
		list[i].Revision = int64(i) + 1
	}
	return list
}

// sprintStarts returns the moments at which the sprints with a start date begin, by id. A ticket whose creation time the file does not specify is
// assumed to have been in its sprint from then on: if it entered the sprint only at the import, no burndown could show it.
func (p *projectImport) sprintStarts() map[int64]time.Time {
	starts := map[int64]time.Time{}
	for _, s := range p.content.Sprints {
		if s.StartDate != nil {
			starts[s.ID] = p.app.EndOf(s.StartDate.AddDays(-1))
		}
	}
	return starts
}

// begun returns when time was first spent on each ticket: at noon on that day, but no later than the moment it was logged.
func (p *projectImport) begun() map[int64]time.Time {
	first := map[int64]time.Time{}
	for _, e := range p.content.TimeEntries {
		at := e.LoggedAt.Time().Add(12 * time.Hour)
		if e.CreatedAt.Before(at) {
			at = e.CreatedAt
		}
		if known, ok := first[e.TicketID]; !ok || at.Before(known) {
			first[e.TicketID] = at
		}
	}
	return first
}

// ticketHistory returns what is known about a ticket's past. A ticket that has been begun or done is assumed to have been created
// in the default status, and to have been begun when time was first spent on it. Nothing can happen to a ticket before it is
// created, so if it was done or deleted before its creation time, it is assumed to have been created at that earlier moment.
func (p *projectImport) ticketHistory(t store.TicketRow, begun time.Time) []domain.Change {
	created := t.Ticket
	for _, at := range []*time.Time{t.DoneAt, t.DeletedAt} {
		if at != nil && at.Before(created.CreatedAt) {
			created.CreatedAt = *at
		}
	}
	row := domain.Change{Noun: work.TicketNoun, NounUUID: t.UUID}
	list, status := []domain.Change{row}, t.Status
	if t.DoneAt != nil {
		status = inProgress
	}
	moves := []domain.Change{}
	from := domain.DefaultStatus
	move := func(at time.Time, to string) {
		step := row
		step.At, step.What, step.From, step.To = at, work.StatusField, string(work.Encode(from)), string(work.Encode(to))
		moves, from = append(moves, step), to
	}
	if p.wasBegun(t, status, begun) {
		move(later(begun, created.CreatedAt), status)
	}
	if t.DoneAt != nil {
		move(*t.DoneAt, t.Status)
	}
	if len(moves) > 0 {
		created.Status = domain.DefaultStatus
	}
	list = append(list, moves...)
	if t.DeletedAt != nil {
		gone := row
		gone.At, gone.What, gone.From = *t.DeletedAt, domain.Deleted, work.Object(work.TicketFacts(t.Ticket))
		list = append(list, gone)
	}
	list[0].At, list[0].What, list[0].To = created.CreatedAt, domain.Created, work.Object(work.TicketFacts(created))
	return list
}

// wasBegun reports whether a ticket is known to have entered a status that means work in progress before it was done or deleted.
func (p *projectImport) wasBegun(t store.TicketRow, status string, begun time.Time) bool {
	if begun.IsZero() || p.done[status] || !domain.Begun(status) {
		return false
	}
	for _, end := range []*time.Time{t.DoneAt, t.DeletedAt} {
		if end != nil && end.Before(begun) {
			return false
		}
	}
	return true
}
