package apiv1

import (
	"earnest/internal/asjson"
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
		LoggedAt:     string(e.LoggedAt) + " 00:00:00",
		CreatedAt:    stamp(e.CreatedAt),
		CreatedAtISO: domain.Instant(e.CreatedAt),
	}
}

// appendTimeEntry appends a time entry as encode writes it.
func appendTimeEntry(b []byte, e *timeEntry) []byte {
	b = asjson.Plain(append(b, `{"uuid":`...), e.UUID)
	b = asjson.Int(append(b, `,"ticket_id":`...), e.TicketID)
	b = asjson.Int(append(b, `,"user_id":`...), e.UserID)
	b = asjson.Text(append(b, `,"user_name":`...), e.UserName)
	b = asjson.Plain(append(b, `,"ticket_uuid":`...), e.TicketUUID)
	b = asjson.Text(append(b, `,"ticket_title":`...), e.TicketTitle)
	b = asjson.Int(append(b, `,"duration_minutes":`...), e.Minutes)
	b = asjson.OrNull(append(b, `,"comment":`...), e.Comment, asjson.Text)
	b = asjson.Plain(append(b, `,"logged_at":`...), e.LoggedAt)
	b = asjson.Plain(append(b, `,"created_at":`...), e.CreatedAt)
	b = asjson.Plain(append(b, `,"created_at_iso":`...), e.CreatedAtISO)
	return append(b, '}')
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
	l.add = appendTimeEntry
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
