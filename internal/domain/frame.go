package domain

// Frame is the data that every page of a project needs: what the caller may do, and the objects that tickets can refer to.
// Epics and super-epics come without their descriptions and tags, and members without their emails and rates.
type Frame struct {
	Access     Access
	Project    Project
	OldKeys    []string // keys that the project had before, which still work
	Statuses   []Status
	Types      []TicketType
	Tags       []Tag
	Members    []Member
	Epics      []Epic
	SuperEpics []SuperEpic
	Sprints    []SprintSum
}

// SprintSum is a sprint with its current totals.
type SprintSum struct {
	Sprint

	Points      float64
	DonePoints  float64
	Tickets     int
	DoneTickets int
	Unestimated int // open tickets without points
}
