package domain

// Frame is the data that every page of a project needs: who may do what, and what tickets can refer to. Epics and super-epics
// come without descriptions and tags, members without email and rate.
type Frame struct {
	Access     Access
	Project    Project
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
	Unestimated int // open and without points
}
