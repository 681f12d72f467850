package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// timeEntry is the wire form of a time entry.
type timeEntry struct {
	UUID         string  `json:"uuid" format:"uuid"`
	TicketID     int64   `json:"ticket_id"`
	UserID       int64   `json:"user_id"`
	UserName     string  `json:"user_name"`
	TicketUUID   string  `json:"ticket_uuid" format:"uuid" doc:"the ticket may have been deleted since"`
	TicketTitle  string  `json:"ticket_title" rule:"title"`
	Minutes      int64   `json:"duration_minutes" rule:"minutes"`
	Comment      *string `json:"comment" rule:"entry comment"`
	LoggedAt     string  `json:"logged_at" format:"stamp" doc:"the day of the work, at midnight"`
	CreatedAt    string  `json:"created_at" format:"stamp"`
	CreatedAtISO string  `json:"created_at_iso" format:"date-time"`
}

// timeEntryBody holds the fields of a time entry that a caller may send; its author is the key's user.
type timeEntryBody struct {
	Minutes  domain.Opt[int64]       `json:"duration_minutes" rule:"minutes" need:"yes"`
	LoggedAt domain.Opt[domain.Date] `json:"logged_at" rule:"date" need:"yes" doc:"the day of the work"`
	Comment  domain.Opt[*string]     `json:"comment" rule:"entry comment"`
}

func (b timeEntryBody) entry() domain.NewTimeEntry {
	return domain.NewTimeEntry{Minutes: b.Minutes.Value, LoggedAt: b.LoggedAt.Value, Comment: b.Comment.Value}
}

func timeEntryOf(e domain.TimeEntry) timeEntry {
	return timeEntry{
		UUID:         e.UUID,
		TicketID:     e.TicketID,
		UserID:       e.UserID,
		UserName:     e.UserName,
		TicketUUID:   e.TicketUUID,
		TicketTitle:  e.TicketTitle,
		Minutes:      e.Minutes,
		Comment:      e.Comment,
		LoggedAt:     stamp(e.LoggedAt.Time()),
		CreatedAt:    stamp(e.CreatedAt),
		CreatedAtISO: domain.Instant(e.CreatedAt),
	}
}

func taggedTimeEntry(e domain.TimeEntry) tagged {
	return tagged{data: timeEntryOf(e), uuid: e.UUID, etag: etagOf(timeEntryShape, e.UpdatedAt, e.TicketTitle, e.UserName)}
}

func (a *API) listTimeEntries(r *request) (any, error) {
	q := r.query()
	project, err := q.Need("project", "project")
	want := work.TimeQuery{
		Ticket:       q.UUID("story", "ticket"),
		UpdatedSince: q.Moment("updated_since"),
	}
	l := newListing(r, q, timeEntryOf, domain.TimeEntry.Position, func(in domain.Input[domain.Page], out work.List[domain.TimeEntry]) error {
		page, err := in.Get()
		want.Page = page
		return a.app.Time.TimeEntries(r.ctx, r.caller, project, domain.NewInput(want, err), out)
	})
	if err != nil {
		return nil, q.Err
	}
	return l, nil
}

func (a *API) createTimeEntry(r *request) (any, error) {
	ticket, in, err := create(r, "ticket_uuid", "ticket", timeEntryBody.entry)
	if err != nil {
		return nil, err
	}
	return made(r, taggedTimeEntry, func(caller domain.Caller) (domain.TimeEntry, error) {
		return a.app.Time.CreateTimeEntry(r.ctx, caller, ticket, in)
	})
}
