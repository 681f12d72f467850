package app

import (
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
	"earnest/internal/workspace"
)

// The words of the log that a made-up history needs.
const (
	ticketNoun  = "ticket"
	statusField = "status"
)

// changes takes the file's change log as it is, or makes one up from what the file tells: the creation
// of the project and of its tickets, when they were done, and when they were deleted.
func (p *projectImport) changes() {
	if len(p.from.Changes) == 0 {
		p.content.Changes = p.inventChanges()
	}
	for _, from := range p.from.Changes {
		p.content.Changes = append(p.content.Changes, domain.Change{
			Revision: from.Revision,
			At:       workspace.Moment(from.At),
			UserID:   p.userOrNil(from.User),
			Noun:     from.Noun,
			NounUUID: from.UUID,
			What:     from.What,
			From:     from.From,
			To:       from.To,
		})
	}
	for _, c := range p.content.Changes {
		p.project.Revision = max(p.project.Revision, c.Revision)
		p.changed = later(p.changed, c.At)
	}
}

func (p *projectImport) inventChanges() []domain.Change {
	list := []domain.Change{}
	for _, t := range p.content.Tickets {
		list = append(list, ticketHistory(t)...)
	}
	slices.SortStableFunc(list, func(a, b domain.Change) int { return a.At.Compare(b.At) })
	list = slices.Insert(list, 0, domain.Change{
		At: p.project.CreatedAt, Noun: "project", NounUUID: p.project.UUID, What: domain.Created, To: object(projectFacts(p.project)),
	})
	for i := range list {
		list[i].Revision = int64(i) + 1
	}
	return list
}

// ticketHistory is what is known of a ticket's past. One that is done began in the default status. Nothing
// happens to a ticket before it is created, also where its file tells only the end.
func ticketHistory(t store.TicketRow) []domain.Change {
	created := t.Ticket
	for _, at := range []*time.Time{t.DoneAt, t.DeletedAt} {
		if at != nil && at.Before(created.CreatedAt) {
			created.CreatedAt = *at
		}
	}
	row := domain.Change{Noun: ticketNoun, NounUUID: t.UUID}
	list := []domain.Change{row}
	if t.DoneAt != nil {
		created.Status = domain.DefaultStatus
		done := row
		done.At, done.What, done.From, done.To = *t.DoneAt, statusField, string(encode(created.Status)), string(encode(t.Status))
		list = append(list, done)
	}
	if t.DeletedAt != nil {
		gone := row
		gone.At, gone.What, gone.From = *t.DeletedAt, domain.Deleted, object(ticketFacts(t.Ticket))
		list = append(list, gone)
	}
	list[0].At, list[0].What, list[0].To = created.CreatedAt, domain.Created, object(ticketFacts(created))
	return list
}
