package client

import (
	"context"
	"errors"
)

// edit changes a resource that others may be changing at the same time: it reads the resource, asks change what to save, and saves it only if the
// resource has not changed since. Otherwise, it begins again.
func edit[R, U, W any](read func() (*R, error), etag func(*R) string, change func(*R) (U, error), save func(U, CallOption) (*W, error)) (*W, error) {
	refused := ""
	for {
		now, err := read()
		if err != nil {
			return nil, err
		}
		update, err := change(now)
		if err != nil {
			return nil, err
		}
		saved, err := save(update, IfMatch(etag(now)))
		if !errors.Is(err, PreconditionFailed) || etag(now) == refused { // the same version twice: something on the way changes ETags
			return saved, err
		}
		refused = etag(now)
	}
}

// EditTicket changes a ticket that others may be changing at the same time. It calls change with the ticket as it is now, and saves what change returns.
// If someone else has saved the ticket in between, it reads the ticket and calls change again, so nobody's work is lost. An error of change ends it.
func (c *Client) EditTicket(ctx context.Context, uuid string, change func(*TicketDetail) (TicketUpdate, error)) (*Ticket, error) {
	return edit(
		func() (*TicketDetail, error) { return c.Ticket(ctx, uuid) }, func(t *TicketDetail) string { return t.ETag }, change,
		func(u TicketUpdate, unchanged CallOption) (*Ticket, error) {
			return c.UpdateTicket(ctx, uuid, u, unchanged)
		})
}

// EditProject is like [Client.EditTicket], for a project.
func (c *Client) EditProject(ctx context.Context, uuid string, change func(*Project) (ProjectUpdate, error)) (*Project, error) {
	return edit(
		func() (*Project, error) { return c.Project(ctx, uuid) }, func(p *Project) string { return p.ETag }, change,
		func(u ProjectUpdate, unchanged CallOption) (*Project, error) {
			return c.UpdateProject(ctx, uuid, u, unchanged)
		})
}

// EditSuperEpic is like [Client.EditTicket], for a super-epic.
func (c *Client) EditSuperEpic(ctx context.Context, uuid string, change func(*SuperEpic) (SuperEpicUpdate, error)) (*SuperEpic, error) {
	return edit(
		func() (*SuperEpic, error) { return c.SuperEpic(ctx, uuid) }, func(s *SuperEpic) string { return s.ETag }, change,
		func(u SuperEpicUpdate, unchanged CallOption) (*SuperEpic, error) {
			return c.UpdateSuperEpic(ctx, uuid, u, unchanged)
		})
}

// EditEpic is like [Client.EditTicket], for an epic.
func (c *Client) EditEpic(ctx context.Context, uuid string, change func(*Epic) (EpicUpdate, error)) (*Epic, error) {
	return edit(
		func() (*Epic, error) { return c.Epic(ctx, uuid) }, func(e *Epic) string { return e.ETag }, change,
		func(u EpicUpdate, unchanged CallOption) (*Epic, error) { return c.UpdateEpic(ctx, uuid, u, unchanged) })
}

// EditSprint is like [Client.EditTicket], for a sprint.
func (c *Client) EditSprint(ctx context.Context, uuid string, change func(*Sprint) (SprintUpdate, error)) (*Sprint, error) {
	return edit(
		func() (*Sprint, error) { return c.Sprint(ctx, uuid) }, func(s *Sprint) string { return s.ETag }, change,
		func(u SprintUpdate, unchanged CallOption) (*Sprint, error) {
			return c.UpdateSprint(ctx, uuid, u, unchanged)
		})
}

// EditComment is like [Client.EditTicket], for a comment.
func (c *Client) EditComment(ctx context.Context, uuid string, change func(*Comment) (CommentUpdate, error)) (*Comment, error) {
	return edit(
		func() (*Comment, error) { return c.Comment(ctx, uuid) }, func(m *Comment) string { return m.ETag }, change,
		func(u CommentUpdate, unchanged CallOption) (*Comment, error) {
			return c.UpdateComment(ctx, uuid, u, unchanged)
		})
}
