package domain

import "time"

// The subtask statuses that the rules depend on.
const (
	DefaultSubtaskStatus = "todo"
	SubtaskDone          = "done"
)

// Subtask is an item on a ticket's technical checklist.
type Subtask struct {
	ID           int64
	UUID         string
	ProjectID    int64
	TicketID     int64
	TicketUUID   string
	Title        string
	Status       string
	SortOrder    int64
	AssigneeID   *int64
	AssigneeName *string
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// Position returns the position of a subtask in a list.
func (s Subtask) Position() Position { return Position{Key: s.SortOrder, ID: s.ID} }

// SubtaskPatch holds the fields that can be set when a subtask is created or updated.
type SubtaskPatch struct {
	Title      Opt[string]
	Status     Opt[string]
	AssigneeID Opt[*int64]
	SortOrder  Opt[int64]
}

// ApplyPlain sets the fields that do not refer to other objects.
func (p SubtaskPatch) ApplyPlain(s *Subtask) {
	p.Title.Apply(&s.Title)
	p.Status.Apply(&s.Status)
	p.SortOrder.Apply(&s.SortOrder)
}
