package domain

import "time"

// Card is a ticket as shown on boards and in backlogs.
type Card struct {
	ID            int64
	UUID          string
	Key           string // such as TIC-42
	Title         string
	Status        string
	Priority      string
	StoryPoints   float64
	DueDate       *Date
	Rank          string
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

	By     CardGrouping
	Order  CardOrder
	Offset int      // skips that many cards of each group
	Limit  int      // of the cards in each group
	Keep   []string // uuids of cards to return even if they are not in the page
}

// MostCards is the maximum number of cards in a page, all groups together; those in Keep come on top.
const MostCards = 500

// CardGrouping says how cards are grouped.
type CardGrouping string

// The groupings of cards.
const (
	Ungrouped CardGrouping = ""
	ByStatus  CardGrouping = "status" // as on a board
	BySprint  CardGrouping = "sprint" // as in a backlog
)

// CardOrder says how the cards of each group are sorted.
type CardOrder string

// The orders of cards.
const (
	CardsByRank     CardOrder = ""         // the order of the project
	CardsByPriority CardOrder = "priority" // the most urgent first, and on a board the blocked ones before them
)

// CardGroup holds the totals of a group of cards, including the cards that are not in a page.
type CardGroup struct {
	Key    string // the status, the sprint's uuid, or "none" for cards without a sprint
	Total  int
	Points float64
}

// CardPage holds one page of each group of cards.
type CardPage struct {
	Cards  []Card
	Kept   []Card // the cards to keep that are not in the page
	Groups []CardGroup
}
