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
	ProjectKey         string
	Number             int64 // within the project, never reused
	EpicID             *int64
	EpicUUID           *string
	SprintID           *int64
	SprintUUID         *string
	AssigneeID         *int64
	AssigneeName       *string
	TypeID             *int64
	TypeUUID           *string
	TypeName           *string
	Title              string
	Description        *string
	Priority           string
	Status             string
	StoryPoints        float64
	StartDate          *Date
	DueDate            *Date // not before StartDate
	AcceptanceCriteria []string
	Dependencies       []TicketRef
	Tags               []Tag
	Rank               string // its place in the order of the project
	DoneAt             *time.Time
	RenamedAt          time.Time
	CreatedAt          time.Time
	UpdatedAt          time.Time
	NamesAt            time.Time // when a name or key that the details show was changed, if the ticket has not been marked as modified since; see ShownAt
}

// Key returns the key of the ticket, such as TIC-42.
func (t *Ticket) Key() string { return TicketKey(t.ProjectKey, t.Number) }

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
// identified by id.
type TicketPatch struct {
	Title              Opt[string]
	Description        Opt[*string]
	Priority           Opt[string]
	Status             Opt[string]
	StoryPoints        Opt[float64]
	StartDate          Opt[*Date]
	DueDate            Opt[*Date]
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
	p.StartDate.Apply(&t.StartDate)
	p.DueDate.Apply(&t.DueDate)
	p.AcceptanceCriteria.Apply(&t.AcceptanceCriteria)
}

// SetsDates reports whether the patch sets a date, so that CheckTicketDates must be asked about the result.
func (p TicketPatch) SetsDates() bool { return p.StartDate.Set || p.DueDate.Set }

// CheckTicketDates refuses a ticket that is due before it starts.
func CheckTicketDates[T ~string](start, due *T) error {
	if start != nil && due != nil && *due < *start {
		return Invalidf("due_date must not be before start_date: the ticket would start on %s and be due on %s", *start, *due).At("due_date")
	}
	return nil
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
	Key    string
	Title  string
	Status string
}
