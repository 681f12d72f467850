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

// NewTimeEntry is what a create may set.
type NewTimeEntry struct {
	Minutes  int64
	LoggedAt Date
	Comment  *string
}

// TimeFilter chooses the time entries of a list.
type TimeFilter struct {
	ProjectID    int64
	TicketID     *int64
	UpdatedSince *time.Time
	Page         Page
}
