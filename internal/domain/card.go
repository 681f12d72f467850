package domain

import (
	"strings"
	"time"
)

// Card is a ticket as boards and backlogs show it.
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
	Blocked       bool     // it depends on a ticket that is not done
	SubtasksTotal int
	SubtasksDone  int
	Comments      int
	UpdatedAt     time.Time
}

// Choice is the values that a filter lets pass; None lets pass what has no value at all. The empty Choice lets
// everything pass.
type Choice[T any] struct {
	None bool
	Of   []T
}

// Any tells whether everything passes.
func (c Choice[T]) Any() bool { return !c.None && len(c.Of) == 0 }

// CardFilter chooses the cards of a project. Within a field any value passes, and every field must let the card pass.
type CardFilter struct {
	ProjectID  int64
	Sprint     Choice[int64]
	Epic       Choice[int64]
	Assignee   Choice[int64]
	Tags       []string
	Types      []string
	Priorities []string
	Statuses   []string
	Text       string // in the title, whatever its case
	Done       Opt[bool]
	Limit      int
}

// Fold is the form in which two texts are the same but for upper and lower case, accented letters included.
func Fold(s string) string { return strings.ToLower(s) }

// PriorityRank orders priorities: the most urgent first.
func PriorityRank(priority string) int {
	for i, p := range Rules("priority").Enum {
		if p == priority {
			return i
		}
	}
	return len(Rules("priority").Enum)
}
