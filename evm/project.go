package evm

// Project is everything the engine knows about a project. The order of the lists has no meaning.
type Project struct {
	UUID           string
	Name           string
	Budget         *float64     // the budget at completion; nil means no budget, whereas 0 is a budget
	ContingencyPct float64      // the share of the budget held in reserve, in per cent
	Budgets        []BudgetFrom // the budgets over time, for curves; if empty, Budget was always in force
	Sprints        []Sprint
	Epics          []Epic
	Tickets        []Ticket // existing tickets; a deleted ticket remains only in Effort and in commitments
	Effort         []Effort
	Time           *Timesheet    // more effort, if there are too many lines for a list; nil means none
	Doubts         Doubts        // about the days of effort that is rolled up without them
	Growth         []ScopeChange // how the scope grew in the past, if forecasts are to expect the like; nil means that they expect no growth
	VelocityFactor float64       // for what-if questions: a factor on the team's future pace; 0 means no change
	Edits          *Edits        // changes without work since the last report; nil means none
	CostWithheld   bool          // the reader may not see the cost, so effort counts as unrated and figures that depend on cost are unknown
}

// SprintStatus is the state of a sprint. Only the dates affect the plan; the status determines which sprints belong to the
// past.
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
	Committed  []Commitment // the snapshot taken at its start; if empty, the sprint's current tickets count
}

// Commitment is one row of a sprint's snapshot. A ticket has at most one row in a sprint and may have been deleted since.
type Commitment struct {
	TicketID int64
	Points   float64
	Count    int64 // how many tickets the row stands for, see [Ticket]
}

// Epic is a group of tickets.
type Epic struct {
	ID   int64
	Done bool
}

// Ticket is the smallest unit of work that earns points. Tickets that are alike in sprint, state, done day and points, and to
// which the same sprints committed with the same points, may be merged into one with a Count. All figures are then the same to
// the last bit; only explanations need single tickets. Figures about epics need tickets of the same epic.
type Ticket struct {
	ID       int64
	Count    int64 // how many tickets are merged into this one; 0 means that it is a single ticket
	Points   float64
	Done     bool
	SprintID int64 // in no sprint if this is 0 or matches no sprint
	EpicID   int64 // in no epic if this is 0 or matches no epic
	DoneDay  *Day  // the day it last became done; in curves, a done ticket without one counts from today on
}

// Effort is booked time, as one entry or as a roll-up of many. Lines that differ only in Minutes may be merged, and lines may
// leave out TicketID (0) and Day (nil), or say only that there is a sprint and an open epic ([Some]), without changing a single
// bit of the indicators.
type Effort struct {
	SprintID int64    // the sprint its ticket is in now; 0 for none, or for a deleted ticket
	EpicID   int64    // the epic its ticket is in now; 0 for none, or for a deleted ticket
	TicketID int64    // 0 for a roll-up
	MemberID int64    // who booked the time
	Day      *Day     // curves count a line without a day from today on
	Rate     *float64 // the member's daily rate on that day; without a rate (nil), the line costs 0 and is reported as unrated
	Minutes  int64
}

// ScopeChange is a number of points by which the scope of a project grew on a day: those of new tickets and of higher estimates,
// minus those of deleted tickets and of lower estimates.
type ScopeChange struct {
	Day    Day
	Points float64
}

// Some, as the SprintID or EpicID of a line of effort, means that the line is in some sprint, or in some epic that is not done.
const Some int64 = -1

// MinutesPerDay is the length of the working day that a daily rate pays for.
const MinutesPerDay = 480

// dated reports whether the sprint is part of the plan.
func (s Sprint) dated() bool { return s.Start != nil && s.End != nil && *s.End >= *s.Start }

// days returns the length of a dated sprint in calendar days, both ends included.
func (s Sprint) days() int { return int(*s.End-*s.Start) + 1 }

// elapsed returns how many days of a dated sprint are over at the end of a day.
func (s Sprint) elapsed(d Day) int { return max(0, min(int(d-*s.Start)+1, s.days())) }
