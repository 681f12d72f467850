package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// timeEntry is time logged on a ticket.
type timeEntry struct {
	UUID       string  `json:"uuid"`
	TicketUUID string  `json:"ticket_uuid"`
	UserID     int64   `json:"user_id"`
	User       string  `json:"user"`
	Minutes    int64   `json:"minutes"`
	Comment    *string `json:"comment"`
	LoggedAt   string  `json:"logged_at"`
	Mine       bool    `json:"mine"`
	Version    string  `json:"version"` // to be sent in If-Match to change this version only
}

type timeEntries struct {
	Entries      []timeEntry `json:"entries"`
	TotalMinutes int64       `json:"total_minutes"`
}

func (r *request) timeEntryOf(e domain.TimeEntry) timeEntry {
	return timeEntry{
		UUID:       e.UUID,
		TicketUUID: e.TicketUUID,
		UserID:     e.UserID,
		User:       e.UserName,
		Minutes:    e.Minutes,
		Comment:    e.Comment,
		LoggedAt:   string(e.LoggedAt),
		Mine:       e.UserID == r.caller().UserID,
		Version:    versionOfTime(e),
	}
}

func versionOfTime(e domain.TimeEntry) string { return front.Version(e.UpdatedAt) }

type timeBody struct {
	Minutes  domain.Opt[int64]       `json:"duration_minutes" rule:"minutes" need:"yes"`
	Comment  domain.Opt[*string]     `json:"comment" rule:"entry comment"`
	LoggedAt domain.Opt[domain.Date] `json:"logged_at" rule:"date"`
}

func (d *Dash) listTime(r *request) (any, error) {
	t, err := d.app.Time.TicketTime(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return timeEntries{front.Mapped(t.Entries, r.timeEntryOf), t.Minutes}, nil
}

// createTime logs time for the caller, today unless another day is given.
func (d *Dash) createTime(r *request) (any, error) {
	e, err := d.app.Time.ForPeople().CreateTimeEntry(r.ctx, r.caller(), r.UUID, create(r, func(b timeBody) domain.NewTimeEntry {
		return domain.NewTimeEntry{Minutes: b.Minutes.Value, Comment: b.Comment.Value, LoggedAt: b.LoggedAt.Or(d.app.Today())}
	}))
	if err != nil {
		return nil, err
	}
	return made{r.timeEntryOf(e)}, nil
}

// timePatch holds the fields of a time entry that may be changed, which are those of domain.TimeEntryPatch.
type timePatch struct {
	Minutes  domain.Opt[int64]       `json:"duration_minutes" rule:"minutes"`
	Comment  domain.Opt[*string]     `json:"comment" rule:"entry comment"`
	LoggedAt domain.Opt[domain.Date] `json:"logged_at" rule:"date"`
	Ticket   domain.Opt[string]      `json:"ticket_uuid" rule:"ticket"`
}

func (d *Dash) updateTime(r *request) (any, error) {
	in := patch(r, func(b timePatch) domain.TimeEntryPatch { return domain.TimeEntryPatch(b) })
	e, err := d.app.Time.ForPeople().UpdateTimeEntry(r.ctx, expecting(r, versionOfTime), r.UUID, in)
	return r.timeEntryOf(e), err
}

func (d *Dash) deleteTime(r *request) (any, error) {
	return done{true}, d.app.Time.DeleteTimeEntry(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) restoreTime(r *request) (any, error) {
	e, err := d.app.Time.ForPeople().RestoreTimeEntry(r.ctx, r.caller(), r.UUID)
	return r.timeEntryOf(e), err
}
