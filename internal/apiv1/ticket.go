package apiv1

import (
	"earnest/internal/asjson"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// ticket is the wire form of a ticket, the same in every response.
type ticket struct {
	UUID               string      `json:"uuid" format:"uuid"`
	Number             int64       `json:"number" doc:"its number in the project, which no other ticket of the project ever gets"`
	Key                string      `json:"key" doc:"the project's key and the number; it is accepted wherever the ticket's uuid is"`
	ProjectID          int64       `json:"project_id"`
	ProjectUUID        string      `json:"project_uuid" format:"uuid"`
	EpicID             *int64      `json:"epic_id"`
	EpicUUID           *string     `json:"epic_uuid" format:"uuid"`
	SprintID           *int64      `json:"sprint_id"`
	SprintUUID         *string     `json:"sprint_uuid" format:"uuid"`
	AssigneeID         *int64      `json:"assignee_id"`
	Assignee           *string     `json:"assignee" doc:"the assignee's name"`
	Title              string      `json:"title" rule:"title"`
	Description        *string     `json:"description" rule:"description"`
	Priority           string      `json:"priority" rule:"priority"`
	Status             string      `json:"status" rule:"status key" doc:"the key of a status of the project, built-in or custom"`
	StoryPoints        float64     `json:"story_points" rule:"points"`
	Type               *string     `json:"type" rule:"label" doc:"the name of its type; null if it has none"`
	TypeUUID           *string     `json:"type_uuid" format:"uuid" doc:"the uuid of its type; null if it has none"`
	StartDate          *string     `json:"start_date" rule:"date" doc:"the day on which work is to begin; null if it is not set"`
	DueDate            *string     `json:"due_date" rule:"date" doc:"the last day on which it is in time; null if it is not set"`
	CreatedAt          string      `json:"created_at" format:"stamp"`
	CreatedAtISO       string      `json:"created_at_iso" format:"date-time"`
	UpdatedAt          string      `json:"updated_at" format:"stamp"`
	UpdatedAtISO       string      `json:"updated_at_iso" format:"date-time"`
	AcceptanceCriteria []string    `json:"acceptance_criteria" rule:"lines"`
	Dependencies       []ticketRef `json:"dependencies" doc:"the tickets this one depends on"`
	Tags               []tag       `json:"tags"`
	Rank               string      `json:"rank" doc:"the place in the order of the project: ranks are compared byte by byte"`
}

// ticketDetail is a ticket with its subtasks.
type ticketDetail struct {
	ticket
	subtaskList
}

type subtaskList struct {
	Subtasks      []subtask `json:"subtasks"`
	SubtasksTotal int       `json:"subtasks_total"`
	SubtasksDone  int       `json:"subtasks_done"`
}

// ticketRef refers to another ticket.
type ticketRef struct {
	UUID  string `json:"uuid" format:"uuid"`
	Title string `json:"title" rule:"title"`
}

// ticketBody holds the fields of a ticket that a caller may send.
type ticketBody struct {
	Title              domain.Opt[string]       `json:"title" rule:"title" need:"yes"`
	Description        domain.Opt[*string]      `json:"description" rule:"description"`
	Priority           domain.Opt[string]       `json:"priority" rule:"priority"`
	Status             domain.Opt[string]       `json:"status" rule:"status key" doc:"the key of a status of the project, built-in or custom"`
	StoryPoints        domain.Opt[float64]      `json:"story_points" rule:"points"`
	StartDate          domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	DueDate            domain.Opt[*domain.Date] `json:"due_date" rule:"date" doc:"not before start_date"`
	Epic               domain.Opt[*string]      `json:"epic_uuid" rule:"epic"`
	Sprint             domain.Opt[*string]      `json:"sprint_uuid" rule:"sprint"`
	AssigneeID         domain.Opt[*int64]       `json:"assignee_id" rule:"user"`
	AcceptanceCriteria domain.Opt[[]string]     `json:"acceptance_criteria" rule:"lines"`
	Dependencies       domain.Opt[[]string]     `json:"dependencies" rule:"dependencies"`
	Tags               domain.Opt[[]string]     `json:"tags" rule:"tags"`
	Type               domain.Opt[*string]      `json:"type_uuid" rule:"type"`
	After              domain.Opt[string]       `json:"after_uuid" rule:"ticket" doc:"put the ticket directly after this one in the order of the project"`
	Before             domain.Opt[string]       `json:"before_uuid" rule:"ticket" doc:"put the ticket directly before this one; it must come after after_uuid"`
}

func (b ticketBody) patch() domain.TicketPatch { return domain.TicketPatch(b) }

func ticketOf(t domain.Ticket) ticket {
	return ticket{
		UUID:               t.UUID,
		Number:             t.Number,
		Key:                t.Key(),
		ProjectID:          t.ProjectID,
		ProjectUUID:        t.ProjectUUID,
		EpicID:             t.EpicID,
		EpicUUID:           t.EpicUUID,
		SprintID:           t.SprintID,
		SprintUUID:         t.SprintUUID,
		AssigneeID:         t.AssigneeID,
		Assignee:           t.AssigneeName,
		Title:              t.Title,
		Description:        t.Description,
		Priority:           t.Priority,
		Status:             t.Status,
		StoryPoints:        t.StoryPoints,
		Type:               t.TypeName,
		TypeUUID:           t.TypeUUID,
		StartDate:          (*string)(t.StartDate),
		DueDate:            (*string)(t.DueDate),
		CreatedAt:          stamp(t.CreatedAt),
		CreatedAtISO:       domain.Instant(t.CreatedAt),
		UpdatedAt:          stamp(t.UpdatedAt),
		UpdatedAtISO:       domain.Instant(t.UpdatedAt),
		AcceptanceCriteria: t.AcceptanceCriteria,
		Dependencies:       front.Mapped(t.Dependencies, func(r domain.TicketRef) ticketRef { return ticketRef{r.UUID, r.Title} }),
		Tags:               tagsOf(t.Tags),
		Rank:               t.Rank,
	}
}

// appendTicket appends a ticket as encode writes it.
func appendTicket(b []byte, t *ticket) []byte {
	b = asjson.Plain(append(b, `{"uuid":`...), t.UUID)
	b = asjson.Int(append(b, `,"number":`...), t.Number)
	b = asjson.Plain(append(b, `,"key":`...), t.Key)
	b = asjson.Int(append(b, `,"project_id":`...), t.ProjectID)
	b = asjson.Plain(append(b, `,"project_uuid":`...), t.ProjectUUID)
	b = asjson.OrNull(append(b, `,"epic_id":`...), t.EpicID, asjson.Int)
	b = asjson.OrNull(append(b, `,"epic_uuid":`...), t.EpicUUID, asjson.Plain)
	b = asjson.OrNull(append(b, `,"sprint_id":`...), t.SprintID, asjson.Int)
	b = asjson.OrNull(append(b, `,"sprint_uuid":`...), t.SprintUUID, asjson.Plain)
	b = asjson.OrNull(append(b, `,"assignee_id":`...), t.AssigneeID, asjson.Int)
	b = asjson.OrNull(append(b, `,"assignee":`...), t.Assignee, asjson.Text)
	b = asjson.Text(append(b, `,"title":`...), t.Title)
	b = asjson.OrNull(append(b, `,"description":`...), t.Description, asjson.Text)
	b = asjson.Plain(append(b, `,"priority":`...), t.Priority)
	b = asjson.Text(append(b, `,"status":`...), t.Status)
	b = asjson.Float(append(b, `,"story_points":`...), t.StoryPoints)
	b = asjson.OrNull(append(b, `,"type":`...), t.Type, asjson.Text)
	b = asjson.OrNull(append(b, `,"type_uuid":`...), t.TypeUUID, asjson.Plain)
	b = asjson.OrNull(append(b, `,"start_date":`...), t.StartDate, asjson.Plain)
	b = asjson.OrNull(append(b, `,"due_date":`...), t.DueDate, asjson.Plain)
	b = asjson.Plain(append(b, `,"created_at":`...), t.CreatedAt)
	b = asjson.Plain(append(b, `,"created_at_iso":`...), t.CreatedAtISO)
	b = asjson.Plain(append(b, `,"updated_at":`...), t.UpdatedAt)
	b = asjson.Plain(append(b, `,"updated_at_iso":`...), t.UpdatedAtISO)
	b = asjson.List(append(b, `,"acceptance_criteria":`...), t.AcceptanceCriteria, asjson.Text)
	b = asjson.List(append(b, `,"dependencies":`...), t.Dependencies, appendTicketRef)
	b = asjson.List(append(b, `,"tags":`...), t.Tags, appendTag)
	b = asjson.Plain(append(b, `,"rank":`...), t.Rank)
	return append(b, '}')
}

func appendTicketRef(b []byte, r ticketRef) []byte {
	b = asjson.Plain(append(b, `{"uuid":`...), r.UUID)
	b = asjson.Text(append(b, `,"title":`...), r.Title)
	return append(b, '}')
}

func subtaskListOf(all []domain.Subtask) subtaskList {
	l := subtaskList{Subtasks: front.Mapped(all, subtaskOf), SubtasksTotal: len(all)}
	for _, s := range all {
		if s.Status == domain.SubtaskDone {
			l.SubtasksDone++
		}
	}
	return l
}

func taggedTicket(t domain.Ticket) tagged {
	return tagged{data: ticketOf(t), uuid: t.UUID, etag: etagOf(ticketShape, t.ShownAt())}
}

func (a *API) listTickets(r *request) (any, error) {
	q := r.query()
	project, err := q.Need("project", "project")
	want := work.TicketQuery{
		Sprint:       q.UUID("sprint", "sprint"),
		Epic:         q.UUID("epic", "epic"),
		Type:         q.UUID("type", "type"),
		Tag:          q.UUID("tag", "tag"),
		AssigneeID:   q.Number("assignee_id", "user"),
		Status:       q.Value("status", "status key"),
		Text:         q.Text("q", "search text"),
		UpdatedSince: q.Moment("updated_since"),
	}
	if sort := q.Value("sort", "ticket sort"); sort != nil {
		want.Sort = domain.TicketSort(*sort)
	}
	l := newListing(r, q, ticketOf, want.Sort.Position, func(in domain.Input[domain.Page], out work.List[domain.Ticket]) error {
		page, err := in.Get()
		want.Page = page
		return a.app.Tickets.Tickets(r.ctx, r.caller, project, domain.NewInput(want, err), out)
	})
	if err != nil {
		return nil, q.Err
	}
	l.add = appendTicket
	return l, nil
}

func (a *API) getTicket(r *request) (any, error) {
	t, err := a.app.Tickets.Ticket(r.ctx, r.caller, r.uuid)
	if err != nil {
		return nil, err
	}
	detail := taggedTicket(t.Ticket)
	detail.data = ticketDetail{ticketOf(t.Ticket), subtaskListOf(t.Subtasks)}
	return detail, nil
}

func (a *API) createTicket(r *request) (any, error) {
	project, in, err := create(r, "project_uuid", "project", ticketBody.patch)
	if err != nil {
		return nil, err
	}
	return made(r, taggedTicket, func(caller domain.Caller) (domain.Ticket, error) {
		return a.app.Tickets.CreateTicket(r.ctx, caller, project, in)
	})
}

func (a *API) updateTicket(r *request) (any, error) {
	t, err := a.app.Tickets.UpdateTicket(r.ctx, matching(r, taggedTicket), r.uuid, patch(r, ticketBody.patch))
	return taggedTicket(t), err
}

func (a *API) deleteTicket(r *request) (any, error) {
	return deleted{true}, a.app.Tickets.DeleteTicket(r.ctx, matching(r, taggedTicket), r.uuid)
}
