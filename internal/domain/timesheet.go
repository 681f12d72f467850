package domain

// WeekEntry is a time entry as shown on a timesheet.
type WeekEntry struct {
	TimeEntry

	TicketGone bool
}

// DayTime is a person's minutes on a day: those the reader may see, and those elsewhere.
type DayTime struct {
	Day                Date
	Visible, Elsewhere int64
}

// WorkTicket is a ticket on which the user may log time.
type WorkTicket struct {
	UUID, Title, Status                    string
	ProjectUUID, ProjectName, ProjectColor string
}

// TimeTotal is the time someone logged in a project.
type TimeTotal struct {
	UserID, ProjectID, Minutes int64
	Days                       int // with time
}
