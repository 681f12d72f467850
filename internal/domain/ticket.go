package domain

import "time"

// The defaults of a new ticket.
const (
	DefaultPriority = "normale"
	DefaultStatus   = "backlog"
)

// Ticket is a story: the smallest thing that earns points.
type Ticket struct {
	ID                 int64
	UUID               string
	ProjectID          int64
	ProjectUUID        string
	EpicID             *int64
	EpicUUID           *string
	SprintID           *int64
	SprintUUID         *string
	AssigneeID         *int64
	AssigneeName       *string
	Title              string
	Description        *string
	Priority           string
	Status             string
	StoryPoints        float64
	AcceptanceCriteria []string
	Dependencies       []TicketRef
	Tags               []Tag
	DoneAt             *time.Time
	RenamedAt          time.Time
	CreatedAt          time.Time
	UpdatedAt          time.Time
}

// TicketRef names another ticket.
type TicketRef struct {
	ID    int64
	UUID  string
	Title string
}

// TicketPatch is what an update may change, and what a create may set. References are uuids, or ids
// of users. The public API leaves Type unset.
type TicketPatch struct {
	Title              Opt[string]
	Description        Opt[*string]
	Priority           Opt[string]
	Status             Opt[string]
	StoryPoints        Opt[float64]
	Epic               Opt[*string]
	Sprint             Opt[*string]
	AssigneeID         Opt[*int64]
	AcceptanceCriteria Opt[[]string]
	Dependencies       Opt[[]string]
	Tags               Opt[[]string]
	Type               Opt[*string]
}

// NewTicket is a ticket of a project with the defaults of what its patch will leave out.
func NewTicket(uuid string, projectID int64, projectUUID string, now time.Time) Ticket {
	return Ticket{
		UUID:               uuid,
		ProjectID:          projectID,
		ProjectUUID:        projectUUID,
		Priority:           DefaultPriority,
		Status:             DefaultStatus,
		AcceptanceCriteria: []string{},
		Dependencies:       []TicketRef{},
		Tags:               []Tag{},
		RenamedAt:          now,
		CreatedAt:          now,
		UpdatedAt:          now,
	}
}

// ApplyPlain makes the part of the change that refers to nothing else.
func (p TicketPatch) ApplyPlain(t *Ticket, now time.Time) {
	if p.Title.Set && p.Title.Value != t.Title {
		t.RenamedAt = now
	}
	p.Title.Apply(&t.Title)
	p.Description.Apply(&t.Description)
	p.Priority.Apply(&t.Priority)
	p.StoryPoints.Apply(&t.StoryPoints)
	p.AcceptanceCriteria.Apply(&t.AcceptanceCriteria)
}

// SetStatus moves the ticket to a status of its project and keeps the moment it last became done.
func (t *Ticket) SetStatus(key string, wasDone, isDone bool, now time.Time) {
	t.Status = key
	switch {
	case !isDone:
		t.DoneAt = nil
	case !wasDone || t.DoneAt == nil:
		t.DoneAt = &now
	}
}

// TicketFilter chooses the tickets of a list.
type TicketFilter struct {
	ProjectID    int64
	SprintID     *int64
	EpicID       *int64
	UpdatedSince *time.Time
	Page         Page
}

// TicketLink is another ticket as a ticket's page shows it.
type TicketLink struct {
	UUID   string
	Title  string
	Status string
}
