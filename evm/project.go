package evm

// Project is everything the engine knows about a project. The order of the lists has no meaning.
type Project struct {
	UUID           string
	Name           string
	Budget         *float64 // the budget at completion; nil means no budget, 0 is a budget
	ContingencyPct float64  // the share of the budget held in reserve, in per cent
	Sprints        []Sprint
	Epics          []Epic
	Tickets        []Ticket // existing tickets; a deleted ticket remains only in Effort and in commitments
	Effort         []Effort
	VelocityFactor float64 // for what-if questions: how much faster than before the team will be; 0 means no change
	CostWithheld   bool    // the reader may not know the cost: effort counts as unrated, and every figure that depends on cost is unknown
}

// SprintStatus is the state of a sprint. Only dates affect the plan; the status says which sprints are history.
type SprintStatus string

// The states of a sprint.
const (
	Planning  SprintStatus = "planning"
	Active    SprintStatus = "active"
	Completed SprintStatus = "completed"
)

// Sprint is an iteration. It is dated when both days are set and it does not end before it starts.
type Sprint struct {
	ID         int64
	Start, End *Day // both included
	Status     SprintStatus
	Committed  []Commitment // the snapshot taken at its start; if empty, what the sprint holds now counts
}

// Commitment is one row of a sprint's snapshot. A ticket has at most one row in a sprint and may have been deleted since.
type Commitment struct {
	TicketID int64
	Points   float64
}

// Epic is a group of tickets.
type Epic struct {
	ID   int64
	Done bool
}

// Ticket is the smallest thing that earns points.
type Ticket struct {
	ID       int64
	Points   float64
	Done     bool
	SprintID int64 // 0, or the id of no sprint: in no sprint
	EpicID   int64 // 0, or the id of no epic: in no epic
	DoneDay  *Day  // the day it last became done; a done ticket without one counts from today on in curves
}

// Effort is booked time, as one entry or as a roll-up of many. Lines that differ only in Minutes may be merged, and lines may
// leave out TicketID (0) and Day (nil), without changing a bit of the indicators.
type Effort struct {
	SprintID int64    // the sprint its ticket is in now; 0 for none, or for a deleted ticket
	EpicID   int64    // the epic its ticket is in now; 0 for none, or for a deleted ticket
	TicketID int64    // 0 for a roll-up
	MemberID int64    // who did it
	Day      *Day     // curves count a line without a day from today on
	Rate     *float64 // the author's daily rate on that day; nil means no rate: it costs 0 and is reported as unrated
	Minutes  int64
}

// MinutesPerDay is the length of the working day that a daily rate pays for.
const MinutesPerDay = 480

// dated reports whether the sprint is part of the plan.
func (s Sprint) dated() bool { return s.Start != nil && s.End != nil && *s.End >= *s.Start }

// days returns the length of a dated sprint in calendar days, both ends included.
func (s Sprint) days() int { return int(*s.End-*s.Start) + 1 }

// elapsed returns how many days of a dated sprint are over at the end of a day.
func (s Sprint) elapsed(d Day) int { return max(0, min(int(d-*s.Start)+1, s.days())) }
