package domain

import "time"

// The statuses of a subtask that have a meaning to the rules.
const (
	DefaultSubtaskStatus = "todo"
	SubtaskDone          = "done"
)

// Subtask is a technical checklist item of a ticket.
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

// SubtaskPatch holds the fields that a create or an update may set.
type SubtaskPatch struct {
	Title      Opt[string]
	Status     Opt[string]
	AssigneeID Opt[*int64]
	SortOrder  Opt[int64]
}

// ApplyPlain sets the fields that refer to nothing else.
func (p SubtaskPatch) ApplyPlain(s *Subtask) {
	p.Title.Apply(&s.Title)
	p.Status.Apply(&s.Status)
	p.SortOrder.Apply(&s.SortOrder)
}
