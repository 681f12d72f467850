package evm

// Roadmap is what the schedule of a roadmap is computed from. The order of the lists has no meaning.
type Roadmap struct {
	DataDate   Day // what happened by the end of this day is known; all other work lies ahead
	Calendar   Calendar
	Epics      []RoadmapEpic
	Links      []RoadmapLink
	Completed  []Period    // the completed sprints that are dated
	Done       []DayPoints // the points of the whole project that became done, by day; a day may have several lines
	PaceFactor float64     // for what-if questions: a factor on the pace; 0 means no change
}

// RoadmapEpic is an epic with the totals of its tickets.
type RoadmapEpic struct {
	ID        string // unique among epics and super-epics
	SuperEpic string // its super-epic; empty if it belongs to no super-epic
	Done      bool   // its own status is done, which matters only if it has no tickets

	Tickets, DoneTickets int
	Points, PointsLeft   float64 // of all tickets, and of those that are not done

	Begun    *Day // the first day on which one of its tickets was in progress, had time booked or became done
	LastDone *Day // the last day on which one of its tickets became done

	Sprints       *Period // from the first day to the last day of the dated sprints that its tickets are in; nil if there are none
	Start, Target *Day    // its own dates
}

// Period is a number of days, both ends included.
type Period struct {
	First, Last Day
}

// DayPoints is a number of points that became done on a day.
type DayPoints struct {
	Day    Day
	Points float64
}

// LinkType says which end of the successor waits for which end of the predecessor.
type LinkType string

// The types of links.
const (
	FinishToStart  LinkType = "FS"
	StartToStart   LinkType = "SS"
	FinishToFinish LinkType = "FF"
	StartToFinish  LinkType = "SF"
)

// RoadmapLink makes Succ wait for Pred. Both are epics or super-epics. A link on a super-epic is always finish-to-start and stands
// for one link on each epic in it. A link from or to anything unknown, or a super-epic without epics, has no effect.
type RoadmapLink struct {
	ID         string
	Pred, Succ string
	Type       LinkType // any other value means finish-to-start
	Lag        int      // in working days; may be negative
}

// EpicState says how far an epic is.
type EpicState string

// The states of an epic.
const (
	EpicDone       EpicState = "done"
	EpicInProgress EpicState = "in_progress"
	EpicNotStarted EpicState = "not_started"
)

// RoadmapSchedule is a roadmap in real dates. A day after the year 9999 is nil.
type RoadmapSchedule struct {
	DataDate       Day
	PlannedFinish  *Day // the latest planned finish of any epic; nil if no epic has one
	ForecastFinish *Day // the latest finish of any epic; nil if it depends on unknown work, if there is a cycle or nothing to finish
	CapacityFinish *Day // when the team has done all points left on the roadmap at its pace; nil without a pace
	Epics          map[string]ScheduledEpic
	Chains         [][]string // the chains of critical epics, sorted; at most 50
	ChainsMore     int        // how many chains were left out; at most 2⁵³
	Pushed         []Push     // sorted by link, then by successor; one entry for each pair of them
	Cycle          []string   // the epics on cycles, sorted
}

// ScheduledEpic is an epic in real dates. Actual dates are as recorded; all others are working days.
type ScheduledEpic struct {
	State                       EpicState
	PlannedStart, PlannedFinish *Day
	Start                       *Day // the actual start, or else the earliest one
	RemainingStart              *Day // the earliest start of the work that remains; nil when done
	Finish                      *Day // the actual finish, or else the earliest one; nil if the work left is unknown
	LateStart, LateFinish       *Day // the latest start of the remaining work and the latest finish that do not delay the roadmap
	RemainingDays               *int // from RemainingStart to Finish, in working days; nil if the work left is unknown
	TotalSlack                  *int // by how many working days it can slip without delaying the roadmap; nil when done
	FreeSlack                   *int // by how many working days it can slip without delaying any other epic; nil when done
	Critical                    bool // unfinished and without total slack
}

// Push reports that a link delays an epic beyond its plan, or the remaining work of an epic that has begun.
type Push struct {
	Link       string
	Pred, Succ string // epics; if the link is on a super-epic, Pred is the first epic by id among those in it that finish last
	Days       int    // working days from the start without links to the start with them
}
