package domain

import "time"

// Card is a ticket as shown on boards and in backlogs.
type Card struct {
	ID            int64
	UUID          string
	Title         string
	Status        string
	Priority      string
	StoryPoints   float64
	AssigneeID    *int64
	EpicUUID      *string
	SprintUUID    *string
	TypeUUID      *string
	Tags          []string // uuids
	Blocked       bool     // it is not done, and depends on a ticket that is not done either
	SubtasksTotal int
	SubtasksDone  int
	Comments      int
	UpdatedAt     time.Time
}

// Choice is the set of values that a filter accepts; if None is set, it also accepts items without a value. The empty Choice
// accepts everything.
type Choice[T any] struct {
	None bool
	Of   []T
}

// Any reports whether the choice accepts everything.
func (c Choice[T]) Any() bool { return !c.None && len(c.Of) == 0 }

// CardFilter selects cards of a project. A card must match at least one value of every field that is set.
type CardFilter struct {
	ProjectID  int64
	Sprint     Choice[int64]
	Epic       Choice[int64]
	Assignee   Choice[int64]
	Tags       []string
	Types      []string
	Priorities []string
	Statuses   []string
	Text       string // its words must occur in the title and description, or in a comment
	Done       Opt[bool]
	Limit      int
}

// PriorityRank returns the position of a priority when the most urgent one comes first.
func PriorityRank(priority string) int {
	for i, p := range Rules("priority").Enum {
		if p == priority {
			return i
		}
	}
	return len(Rules("priority").Enum)
}
