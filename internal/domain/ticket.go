package domain

import "time"

// The default values for a new ticket.
const (
	DefaultPriority = "normale"
	DefaultStatus   = "backlog"
)

// PriorityName returns the English name of a priority, whose key is French, or the key itself if it is unknown.
func PriorityName(key string) string {
	switch key {
	case "critique":
		return "critical"
	case "haute":
		return "high"
	case "normale":
		return "normal"
	case "faible":
		return "low"
	}
	return key
}

// Ticket is the smallest unit of work that earns points.
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
	Rank               string // its place in the order of the project
	DoneAt             *time.Time
	RenamedAt          time.Time
	CreatedAt          time.Time
	UpdatedAt          time.Time
	NamesAt            time.Time // when a person whose name the details show was renamed, if the ticket has not been marked as modified since; see ShownAt
}

// ShownAt returns when the details of the ticket last changed.
func (t *Ticket) ShownAt() time.Time {
	if t.NamesAt.After(t.UpdatedAt) {
		return t.NamesAt
	}
	return t.UpdatedAt
}

// TicketRef refers to another ticket.
type TicketRef struct {
	ID    int64
	UUID  string
	Title string
}

// TicketPatch holds the fields that can be set when a ticket is created or updated. References are uuids, except that users are
// identified by id. The public API leaves Type unset.
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
	After              Opt[string] // put it directly after this ticket in the order of the project
	Before             Opt[string] // put it directly before this ticket; if After is set too, this only states that this ticket comes later
}

// NewTicket returns a ticket of a project with default values, to which a patch can then be applied.
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

// ApplyPlain sets the fields that do not refer to other objects.
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

// SetStatus moves the ticket to a status of its project and records when it last became done.
func (t *Ticket) SetStatus(key string, wasDone, isDone bool, now time.Time) {
	t.Status = key
	switch {
	case !isDone:
		t.DoneAt = nil
	case !wasDone || t.DoneAt == nil:
		t.DoneAt = &now
	}
}

// TicketFilter selects the tickets for a list. A ticket must match every field that is set.
type TicketFilter struct {
	ProjectID    int64
	SprintID     *int64
	EpicID       *int64
	AssigneeID   *int64
	TypeID       *int64
	TagID        *int64
	Status       *string
	Text         string // its words must occur in the title and description, or in a comment
	UpdatedSince *time.Time
	Sort         TicketSort
	Page         Page
}

// TicketSort is the key by which a list of tickets is sorted, lowest value first. Tickets with the same key, and all tickets of a list
// without one, are sorted by id.
type TicketSort string

// The keys by which tickets are sorted.
const (
	TicketsByID      TicketSort = ""
	TicketsByCreated TicketSort = "created"
	TicketsByUpdated TicketSort = "updated"
	TicketsByRank    TicketSort = "rank"
	TicketsByPoints  TicketSort = "points"
)

func ticketSorts() []string {
	return []string{string(TicketsByCreated), string(TicketsByUpdated), string(TicketsByRank), string(TicketsByPoints)}
}

// Position returns the position of a ticket in a list with this key.
func (s TicketSort) Position(t Ticket) Position {
	p := Position{ID: t.ID}
	switch s {
	case TicketsByCreated:
		p.Key = t.CreatedAt.UnixMicro()
	case TicketsByUpdated:
		p.Key = t.UpdatedAt.UnixMicro()
	case TicketsByRank:
		p.Key = t.Rank
	case TicketsByPoints:
		p.Key = t.StoryPoints
	case TicketsByID:
	}
	return p
}

// TicketLink is another ticket as shown on a ticket's page.
type TicketLink struct {
	UUID   string
	Title  string
	Status string
}
