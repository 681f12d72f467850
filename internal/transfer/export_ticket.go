package transfer

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	"earnest/internal/work"
	"earnest/internal/workspace"
)

// exportPage is the number of tickets read at a time.
const exportPage = 100

// tickets writes the tickets of a project by id. Deleted tickets come last; they are included because their time entries still
// have a cost, and because commitments and the log refer to them.
func (x *exporter) tickets(ctx context.Context, projectID int64) error {
	for _, deleted := range []bool{false, true} {
		page := store.TicketPage{ProjectID: projectID, Deleted: deleted, Limit: exportPage}
		for {
			last, err := x.ticketPage(ctx, page)
			if err != nil {
				return err
			}
			if last == 0 {
				break
			}
			page.After = last
		}
	}
	return nil
}

// ticketPage writes a page of tickets with everything attached to them, and returns the last id, or 0 if there was none.
func (x *exporter) ticketPage(ctx context.Context, page store.TicketPage) (last int64, err error) {
	tickets, err := store.TicketRows(ctx, x.tx, page)
	if err != nil || len(tickets) == 0 {
		return 0, err
	}
	last = tickets[len(tickets)-1].ID
	subtasks, comments, err := x.talk(ctx, page, last)
	if err != nil {
		return 0, err
	}
	attachments, err := x.attachments(ctx, page, last)
	if err != nil {
		return 0, err
	}
	entries, err := store.PageEntries(ctx, x.tx, page, last)
	if err != nil {
		return 0, err
	}
	for _, t := range tickets {
		x.w.Open("tickets", x.ticketFile(t))
		for _, s := range subtasks[t.ID] {
			x.w.Item("subtasks", x.subtaskFile(s))
		}
		for _, c := range comments[t.ID] {
			x.w.Item("comments", x.commentFile(c))
		}
		for _, a := range attachments[t.ID] {
			x.contents[a.Content.SHA256] = a.Content
			x.w.Item("attachments", x.attachmentFile(a))
		}
		for _, e := range entries[t.ID] {
			x.w.Item("time_entries", x.entryFile(e))
		}
		x.w.End()
	}
	return last, x.w.Err()
}

// talk reads the subtasks and comments of a page of tickets. Those of deleted tickets are not exported.
func (x *exporter) talk(ctx context.Context, page store.TicketPage, last int64) (
	subtasks map[int64][]domain.Subtask, comments map[int64][]domain.Comment, err error,
) {
	if page.Deleted {
		return nil, nil, nil
	}
	if subtasks, err = store.PageSubtasks(ctx, x.tx, page, last); err != nil {
		return nil, nil, err
	}
	comments, err = store.PageComments(ctx, x.tx, page, last)
	return subtasks, comments, err
}

func (x *exporter) ticketFile(t store.TicketRow) workspace.Ticket {
	out := workspace.Ticket{
		Ref:                t.UUID,
		Number:             t.Number,
		Title:              t.Title,
		Description:        t.Description,
		Type:               textOf(t.TypeName),
		Untyped:            t.TypeName == nil,
		Priority:           t.Priority,
		Status:             t.Status,
		StoryPoints:        &t.StoryPoints,
		StartDate:          (*string)(t.StartDate),
		DueDate:            (*string)(t.DueDate),
		Epic:               textOf(t.EpicUUID),
		Sprint:             textOf(t.SprintUUID),
		Assignee:           x.email(t.AssigneeID),
		AcceptanceCriteria: refsFile(t.AcceptanceCriteria),
		Dependencies:       refsFile(work.UuidsOf(t.Dependencies, func(r domain.TicketRef) string { return r.UUID })),
		Tags:               refsFile(work.TagUUIDs(t.Tags)),
		Rank:               t.Rank,
		DoneAt:             stampFile(t.DoneAt),
		DeletedAt:          stampFile(t.DeletedAt),
		Stamps:             stampsFile(t.UUID, t.CreatedAt, t.UpdatedAt),
	}
	if !t.RenamedAt.Equal(t.CreatedAt) {
		out.RenamedAt = workspace.Stamp(t.RenamedAt)
	}
	return out
}

func (x *exporter) subtaskFile(s domain.Subtask) workspace.Subtask {
	return workspace.Subtask{
		Title: s.Title, Status: s.Status, SortOrder: &s.SortOrder, Assignee: x.email(s.AssigneeID),
		Stamps: stampsFile(s.UUID, s.CreatedAt, s.UpdatedAt),
	}
}

func (x *exporter) commentFile(c domain.Comment) workspace.Comment {
	out := workspace.Comment{
		Author: x.emails[c.AuthorID], Content: c.Content, Stamps: stampsFile(c.UUID, c.CreatedAt, c.UpdatedAt),
	}
	for _, id := range c.Mentions {
		out.Mentions = append(out.Mentions, x.emails[id])
	}
	return out
}

// attachments reads the files of a page of tickets, unless the export leaves them out. Those of deleted tickets are not exported.
func (x *exporter) attachments(ctx context.Context, page store.TicketPage, last int64) (map[int64][]domain.Attachment, error) {
	if page.Deleted || x.contents == nil {
		return map[int64][]domain.Attachment{}, nil
	}
	return store.PageAttachments(ctx, x.tx, page, last)
}

func (x *exporter) attachmentFile(a domain.Attachment) workspace.Attachment {
	return workspace.Attachment{
		Name: a.Name, SHA256: a.Content.SHA256, Size: a.Content.Size, MediaType: a.Content.MediaType, Author: x.emails[a.AuthorID],
		Stamps: workspace.Stamps{UUID: a.UUID, CreatedAt: workspace.Stamp(a.CreatedAt)},
	}
}

func (x *exporter) entryFile(e domain.TimeEntry) workspace.TimeEntry {
	return workspace.TimeEntry{
		User: x.emails[e.UserID], DurationMinutes: e.Minutes, LoggedAt: string(e.LoggedAt), Comment: e.Comment,
		Stamps: stampsFile(e.UUID, e.CreatedAt, e.UpdatedAt),
	}
}
