package domain

// WeekEntry is a time entry as a timesheet shows it.
type WeekEntry struct {
	TimeEntry

	TicketGone bool
}

// DayTime is the minutes of a person on a day: those that the reader may see, and those elsewhere.
type DayTime struct {
	Day             Date
	Seen, Elsewhere int64
}

// WorkTicket is a ticket on which somebody may log time.
type WorkTicket struct {
	UUID, Title, Status                    string
	ProjectUUID, ProjectName, ProjectColor string
}

// TimeTotal is what somebody logged in a project.
type TimeTotal struct {
	UserID, ProjectID, Minutes int64
	Days                       int // with time
}
