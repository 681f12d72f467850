package domain

// WeekEntry is a time entry as shown on a timesheet.
type WeekEntry struct {
	TimeEntry

	TicketKey  string
	TicketGone bool
}

// DayTime is a person's minutes on a day: those that the reader may see in detail, and those in projects that the person has
// left.
type DayTime struct {
	Day                Date
	Visible, Elsewhere int64
}

// WorkTicket is a ticket on which the user may log time.
type WorkTicket struct {
	UUID, Key, Title, Status               string
	ProjectUUID, ProjectName, ProjectColor string
}

// TimeTotal is the time that a person logged in a project over a range of days.
type TimeTotal struct {
	UserID, ProjectID, Minutes int64
	Days                       int // the number of days with logged time
}
