package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const timeEntriesPath = "/time-entries"

// TimeEntry is time logged on a ticket.
type TimeEntry struct {
	UUID            string    `json:"uuid"`
	TicketID        int64     `json:"ticket_id"`
	UserID          int64     `json:"user_id"`
	UserName        string    `json:"user_name"`
	TicketUUID      string    `json:"ticket_uuid"`
	TicketTitle     string    `json:"ticket_title"`
	DurationMinutes int       `json:"duration_minutes"`
	Comment         *string   `json:"comment"`
	LoggedAt        Time      `json:"logged_at"` // midnight at the start of the day worked
	CreatedAt       Time      `json:"created_at"`
	CreatedAtISO    time.Time `json:"created_at_iso,omitzero"`
}

// TimeEntryCreate is time to log; everything but Comment is required.
type TimeEntryCreate struct {
	TicketUUID      string `json:"ticket_uuid"`
	DurationMinutes int    `json:"duration_minutes"`
	LoggedAt        Date   `json:"logged_at"`
	Comment         string `json:"comment,omitzero"`
}

// TimeEntryQuery filters a list of time entries; its zero value selects all.
type TimeEntryQuery struct {
	Ticket       string    // uuid
	UpdatedSince time.Time // inclusive
	Page         int       // from 1
	PerPage      int       // up to 500
	Cursor       *string   // instead of Page: new("") for the first page, then Meta.Next of the page before
}

func (q TimeEntryQuery) values(projectUUID string) url.Values {
	query := ofProject(projectUUID)
	setText(query, "story", q.Ticket)
	setPaging(query, q.Page, q.PerPage, q.Cursor, q.UpdatedSince)
	return query
}

// TimeEntries lists the time entries of a project: all of them, or one page if q asks for a page.
func (c *Client) TimeEntries(ctx context.Context, projectUUID string, q TimeEntryQuery) (*Page[TimeEntry], error) {
	return list[TimeEntry](ctx, c, timeEntriesPath, q.values(projectUUID))
}

// AllTimeEntries iterates over the time entries of a project in the same way as [Client.AllTickets] over tickets.
func (c *Client) AllTimeEntries(ctx context.Context, projectUUID string, q TimeEntryQuery) iter.Seq2[TimeEntry, error] {
	return walk[TimeEntry](ctx, c, timeEntriesPath, q.values(projectUUID))
}

// CreateTimeEntry logs time as the key's holder.
func (c *Client) CreateTimeEntry(ctx context.Context, e TimeEntryCreate, opts ...CallOption) (*TimeEntry, error) {
	return one[TimeEntry](ctx, c, http.MethodPost, timeEntriesPath, e, opts...)
}
