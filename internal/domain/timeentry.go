package domain

import "time"

// TimeEntry is work logged on a ticket. Its ticket may have been deleted since.
type TimeEntry struct {
	ID          int64
	UUID        string
	ProjectID   int64
	TicketID    int64
	TicketUUID  string
	TicketTitle string
	UserID      int64
	UserName    string
	Minutes     int64
	Comment     *string
	LoggedAt    Date
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// NewTimeEntry holds the fields that a create may set.
type NewTimeEntry struct {
	Minutes  int64
	LoggedAt Date
	Comment  *string
}

// TimeEntryPatch holds the fields that an update may set. The ticket is a uuid in the same project.
type TimeEntryPatch struct {
	Minutes  Opt[int64]
	Comment  Opt[*string]
	LoggedAt Opt[Date]
	Ticket   Opt[string]
}

// ApplyPlain sets the fields that refer to nothing else.
func (p TimeEntryPatch) ApplyPlain(e *TimeEntry) {
	p.Minutes.Apply(&e.Minutes)
	p.Comment.Apply(&e.Comment)
	p.LoggedAt.Apply(&e.LoggedAt)
}

// CheckChange allows changing a time entry only to its author (who must still be allowed to write) and to those who manage the
// project.
func (e TimeEntry) CheckChange(access Access, caller Caller) error {
	if err := access.Check(WriteWork); err != nil {
		return err
	}
	if caller.UserID != e.UserID && !access.Role.May(ManageProject) {
		return Errorf(Forbidden, "only who logged it, or the project's owner or an admin, may change a time entry")
	}
	return nil
}

// TimeFilter selects the time entries of a list.
type TimeFilter struct {
	ProjectID    int64
	TicketID     *int64
	UpdatedSince *time.Time
	Page         Page
}
