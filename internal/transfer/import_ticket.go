package transfer

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
	"earnest/internal/workspace"
)

func (p *projectImport) tickets(ctx context.Context) error {
	ids, err := p.reserve(ctx, "tickets", len(p.from.Tickets))
	if err != nil {
		return err
	}
	for i, from := range p.from.Tickets {
		p.know(from.Ref, ids[i])
	}
	last := ""
	for i := range p.from.Tickets {
		last = max(last, p.from.Tickets[i].Rank)
		p.content.Tickets = append(p.content.Tickets, p.ticket(&p.from.Tickets[i], ids[i]))
	}
	for i := range p.content.Tickets {
		if t := &p.content.Tickets[i]; t.Rank == "" {
			last = domain.RankAfter(last)
			t.Rank = last
		}
	}
	return nil
}

func (p *projectImport) ticket(from *workspace.Ticket, id int64) store.TicketRow {
	created, updated := p.stamps(from.Stamps)
	t := domain.NewTicket(from.UUID, p.project.ID, p.project.UUID, created)
	t.ID, t.Number, t.Rank, t.UpdatedAt = id, from.Number, from.Rank, updated
	t.Title, t.Description = from.Title, from.Description
	t.Priority = cmp.Or(from.Priority, t.Priority)
	t.Status = cmp.Or(from.Status, t.Status)
	if from.StoryPoints != nil {
		t.StoryPoints = *from.StoryPoints
	}
	t.EpicID, t.EpicUUID = p.refer(from.Epic)
	t.SprintID, t.SprintUUID = p.refer(from.Sprint)
	t.AssigneeID = p.userOrNil(from.Assignee)
	t.AcceptanceCriteria = append(t.AcceptanceCriteria, from.AcceptanceCriteria...)
	t.Tags = p.tagsOf(from.Tags, id, &p.content.TicketTags)
	t.Dependencies = p.dependenciesOf(from.Dependencies, id)
	if t.DoneAt = optional(from.DoneAt); t.DoneAt == nil && p.done[t.Status] {
		t.DoneAt = &updated
	}
	if at := optional(from.RenamedAt); at != nil {
		t.RenamedAt = *at
	}
	if !from.Untyped {
		is := p.types[cmp.Or(from.Type, p.usual)]
		t.TypeID, t.TypeUUID, t.TypeName = &is.ID, &is.UUID, &is.Name
	}
	t.StartDate, t.DueDate = (*domain.Date)(from.StartDate), (*domain.Date)(from.DueDate)
	return store.TicketRow{Ticket: t, DeletedAt: optional(from.DeletedAt)}
}

func (p *projectImport) dependenciesOf(refs []string, ticketID int64) []domain.TicketRef {
	on := make([]domain.TicketRef, 0, len(refs))
	for _, ref := range refs {
		on = append(on, domain.TicketRef{ID: p.ids[ref], UUID: p.uuids[ref]})
		p.content.Dependencies = append(p.content.Dependencies, store.Pair{From: ticketID, To: p.ids[ref]})
	}
	slices.SortFunc(on, func(a, b domain.TicketRef) int { return cmp.Compare(a.ID, b.ID) })
	return on
}

func (p *projectImport) subtasks(ctx context.Context) error {
	for i, t := range p.from.Tickets {
		last := int64(0)
		for _, from := range t.Subtasks {
			created, updated := p.stamps(from.Stamps)
			s := domain.Subtask{
				UUID: from.UUID, TicketID: p.content.Tickets[i].ID, Title: from.Title, SortOrder: last + 1,
				Status: cmp.Or(from.Status, domain.DefaultSubtaskStatus), AssigneeID: p.userOrNil(from.Assignee),
				CreatedAt: created, UpdatedAt: updated,
			}
			if from.SortOrder != nil {
				s.SortOrder = *from.SortOrder
			}
			s.SortOrder = min(s.SortOrder, int64(domain.Rules("sort order").Max))
			last = max(last, s.SortOrder)
			p.content.Subtasks = append(p.content.Subtasks, s)
		}
	}
	ids, err := p.reserve(ctx, "subtasks", len(p.content.Subtasks))
	if err != nil {
		return err
	}
	for i, id := range ids {
		p.content.Subtasks[i].ID = id
	}
	return nil
}

func (p *projectImport) comments(ctx context.Context) error {
	for i, t := range p.from.Tickets {
		for _, from := range t.Comments {
			created, updated := p.stamps(from.Stamps)
			p.content.Comments = append(p.content.Comments, domain.Comment{
				UUID: from.UUID, TicketID: p.content.Tickets[i].ID, AuthorID: p.user(from.Author), Content: from.Content,
				Mentions: p.mentions(from.Mentions), CreatedAt: created, UpdatedAt: updated,
			})
		}
	}
	ids, err := p.reserve(ctx, "comments", len(p.content.Comments))
	if err != nil {
		return err
	}
	for i, id := range ids {
		p.content.Comments[i].ID = id
	}
	return nil
}

// mentions returns the ids of the users mentioned, without duplicates.
func (p *projectImport) mentions(emails []string) []int64 {
	ids := make([]int64, 0, len(emails))
	for _, email := range emails {
		if id := p.user(email); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// timeEntries assigns ids in the order in which the entries were logged, so that ties in lists sort as before.
func (p *projectImport) timeEntries(ctx context.Context) error {
	for i, t := range p.from.Tickets {
		ticket := p.content.Tickets[i]
		for _, from := range t.TimeEntries {
			created, updated := p.stamps(from.Stamps)
			e := domain.TimeEntry{
				UUID: from.UUID, TicketID: ticket.ID, UserID: p.user(from.User), Minutes: from.DurationMinutes,
				Comment: from.Comment, LoggedAt: domain.Date(from.LoggedAt), CreatedAt: created, UpdatedAt: updated,
			}
			p.content.TimeEntries = append(p.content.TimeEntries, e)
			p.content.Effort.Add(workstore.ScopeOf(ticket.Ticket), e.UserID, e.LoggedAt, e.Minutes)
		}
	}
	slices.SortStableFunc(p.content.TimeEntries, func(a, b domain.TimeEntry) int { return a.CreatedAt.Compare(b.CreatedAt) })
	ids, err := p.reserve(ctx, "time_entries", len(p.content.TimeEntries))
	if err != nil {
		return err
	}
	for i, id := range ids {
		p.content.TimeEntries[i].ID = id
	}
	return nil
}
