package domain

import "time"

// TimeEntry is time logged on a ticket. Its ticket may have been deleted since.
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

// Position returns the position of a time entry in a list.
func (e TimeEntry) Position() Position { return Position{Key: e.LoggedAt, ID: e.ID} }

// NewTimeEntry holds the fields of a time entry to be created.
type NewTimeEntry struct {
	Minutes  int64
	LoggedAt Date
	Comment  *string
}

// TimeEntryPatch holds the fields of a time entry that can change. Ticket is the uuid of a ticket in the same project.
type TimeEntryPatch struct {
	Minutes  Opt[int64]
	Comment  Opt[*string]
	LoggedAt Opt[Date]
	Ticket   Opt[string]
}

// ApplyPlain sets the fields that do not refer to other objects.
func (p TimeEntryPatch) ApplyPlain(e *TimeEntry) {
	p.Minutes.Apply(&e.Minutes)
	p.Comment.Apply(&e.Comment)
	p.LoggedAt.Apply(&e.LoggedAt)
}

// CheckChange allows only the author of a time entry (who must still be allowed to write) and those who manage the project to
// change it.
func (e TimeEntry) CheckChange(access Access, caller Caller) error {
	if err := access.Check(WriteWork); err != nil {
		return err
	}
	if caller.UserID != e.UserID && !access.Operator && !access.Role.May(ManageProject) {
		return Errorf(Forbidden, "only the person who logged a time entry, or the project's owner or an admin, may change it")
	}
	return nil
}

// TimeFilter selects the time entries for a list.
type TimeFilter struct {
	ProjectID    int64
	TicketID     *int64
	UpdatedSince *time.Time
	Page         Page
}
