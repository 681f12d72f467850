package scheduletest

// Case is a roadmap as of its data date, with everything that the schedule depends on. Every epic, super-epic and link has a
// UUID of its own.
type Case struct {
	DataDate   Day
	Workdays   []int // 1 is Monday, 7 is Sunday; none means Monday to Friday
	Holidays   []Day
	Epics      []Epic
	SuperEpics []SuperEpic
	Links      []Link
	Sprints    []Sprint // the dated sprints of the project, for the pace
	Others     []Ticket // tickets without an epic, for the pace
}

// Epic is an epic with its tickets.
type Epic struct {
	UUID       string
	StatusDone bool // its own status is done
	Start      *Day // its own start date
	Target     *Day // its own target date
	Tickets    []Ticket
}

// Ticket is a ticket of a project. A ticket without points has 0.
type Ticket struct {
	Points      float64
	Done        *Day     // the day on which it last became done, if it is done
	FirstActive *Day     // the first day on which its status was neither backlog nor todo
	Booked      []Day    // the days for which time is booked on it
	Windows     []Window // the dated sprints it is in
}

// Window is a span of days, both ends included.
type Window struct{ Start, End Day }

// SuperEpic is a group of epics, named by their UUIDs.
type SuperEpic struct {
	UUID  string
	Epics []string
}

// LinkType says which ends of two epics a link ties together.
type LinkType string

// The four types, each named after the predecessor's end and the successor's end.
const (
	FinishStart  LinkType = "FS"
	StartStart   LinkType = "SS"
	FinishFinish LinkType = "FF"
	StartFinish  LinkType = "SF"
)

// Link ties the epic or super-epic Succ to the epic or super-epic Pred. Lag is in working days.
type Link struct {
	UUID       string
	Pred, Succ string
	Type       LinkType
	Lag        int
}

// Sprint is a dated sprint.
type Sprint struct {
	Window

	Completed bool
}
