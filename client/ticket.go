package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const ticketsPath = "/tickets"

// Priorities of a ticket, most urgent first.
const (
	PriorityCritical = "critique"
	PriorityHigh     = "haute"
	PriorityNormal   = "normale"
	PriorityLow      = "faible"
)

// Keys by which tickets can be sorted, lowest value first. SortRank is the order of the project, as boards and backlogs show it.
const (
	SortCreated = "created"
	SortUpdated = "updated"
	SortRank    = "rank"
	SortPoints  = "points"
)

// Ticket is one story or bug.
type Ticket struct {
	UUID               string      `json:"uuid"`
	Number             int64       `json:"number,omitzero"` // in the project; no other ticket ever gets it
	Key                string      `json:"key,omitzero"`    // such as TIC-42; every method takes it in place of the uuid
	ProjectID          int64       `json:"project_id"`
	ProjectUUID        string      `json:"project_uuid"`
	EpicID             *int64      `json:"epic_id"`
	EpicUUID           *string     `json:"epic_uuid"`
	SprintID           *int64      `json:"sprint_id"`
	SprintUUID         *string     `json:"sprint_uuid"`
	AssigneeID         *int64      `json:"assignee_id"`
	Assignee           *string     `json:"assignee"`
	Title              string      `json:"title"`
	Description        *string     `json:"description"`
	Priority           string      `json:"priority"`
	Status             string      `json:"status"` // a status key of the project
	StoryPoints        float64     `json:"story_points"`
	Type               *string     `json:"type"` // the name of its type
	TypeUUID           *string     `json:"type_uuid"`
	StartDate          *Date       `json:"start_date"`
	DueDate            *Date       `json:"due_date"`
	CreatedAt          Time        `json:"created_at"`
	CreatedAtISO       time.Time   `json:"created_at_iso,omitzero"`
	UpdatedAt          Time        `json:"updated_at"`
	UpdatedAtISO       time.Time   `json:"updated_at_iso,omitzero"`
	AcceptanceCriteria []string    `json:"acceptance_criteria"`
	Dependencies       []TicketRef `json:"dependencies"`
	Tags               []Tag       `json:"tags"`
	Rank               string      `json:"rank"` // the place in the order of the project: ranks are compared byte by byte

	Version
}

// TicketRef refers to another ticket.
type TicketRef struct {
	UUID  string `json:"uuid"`
	Title string `json:"title"`
}

// TicketDetail is a single ticket with its subtasks.
type TicketDetail struct {
	Ticket
	Subtasks      []Subtask `json:"subtasks"`
	SubtasksTotal int       `json:"subtasks_total"`
	SubtasksDone  int       `json:"subtasks_done"`
}

// TicketCreate is a new ticket; ProjectUUID and Title are required.
type TicketCreate struct {
	ProjectUUID        string   `json:"project_uuid"`
	Title              string   `json:"title"`
	Description        string   `json:"description,omitzero"`
	Priority           string   `json:"priority,omitzero"`
	Status             string   `json:"status,omitzero"`
	StoryPoints        float64  `json:"story_points,omitzero"`
	EpicUUID           string   `json:"epic_uuid,omitzero"`
	SprintUUID         string   `json:"sprint_uuid,omitzero"`
	AssigneeID         int64    `json:"assignee_id,omitzero"` // a member's UserID
	TypeUUID           string   `json:"type_uuid,omitzero"`   // the project's default type without one
	StartDate          Date     `json:"start_date,omitzero"`
	DueDate            Date     `json:"due_date,omitzero"` // not before StartDate
	AcceptanceCriteria []string `json:"acceptance_criteria,omitempty"`
	Dependencies       []string `json:"dependencies,omitempty"` // ticket uuids
	Tags               []string `json:"tags,omitempty"`         // tag uuids
	AfterUUID          string   `json:"after_uuid,omitzero"`    // put it directly after this ticket in the order of the project
	BeforeUUID         string   `json:"before_uuid,omitzero"`   // put it directly before this ticket
}

// TicketUpdate changes a ticket. Description, EpicUUID, SprintUUID, AssigneeID, TypeUUID and the dates accept Null; the three lists replace
// the old ones.
type TicketUpdate struct {
	Title              Opt[string]   `json:"title,omitzero"`
	Description        Opt[string]   `json:"description,omitzero"`
	Priority           Opt[string]   `json:"priority,omitzero"`
	Status             Opt[string]   `json:"status,omitzero"`
	StoryPoints        Opt[float64]  `json:"story_points,omitzero"`
	EpicUUID           Opt[string]   `json:"epic_uuid,omitzero"`
	SprintUUID         Opt[string]   `json:"sprint_uuid,omitzero"`
	AssigneeID         Opt[int64]    `json:"assignee_id,omitzero"`
	TypeUUID           Opt[string]   `json:"type_uuid,omitzero"`
	StartDate          Opt[Date]     `json:"start_date,omitzero"`
	DueDate            Opt[Date]     `json:"due_date,omitzero"` // not before StartDate
	AcceptanceCriteria Opt[[]string] `json:"acceptance_criteria,omitzero"`
	Dependencies       Opt[[]string] `json:"dependencies,omitzero"`
	Tags               Opt[[]string] `json:"tags,omitzero"`
	AfterUUID          Opt[string]   `json:"after_uuid,omitzero"`  // put it directly after this ticket in the order of the project
	BeforeUUID         Opt[string]   `json:"before_uuid,omitzero"` // put it directly before this ticket
}

// TicketQuery filters a list of tickets; its zero value selects all.
type TicketQuery struct {
	Sprint       string    // uuid
	Epic         string    // uuid
	Status       string    // a status key of the project
	AssigneeID   int64     // a member's UserID
	Type         string    // uuid
	Tag          string    // uuid
	Text         string    // words in the title and description, or in a comment
	UpdatedSince time.Time // inclusive
	Sort         string    // one of the sort keys; in order of creation without one
	Page         int       // from 1
	PerPage      int       // up to 500
	Cursor       *string   // instead of Page: new("") for the first page, then Meta.Next of the page before
}

func (q TicketQuery) values(projectUUID string) url.Values {
	query := ofProject(projectUUID)
	setText(query, "sprint", q.Sprint)
	setText(query, "epic", q.Epic)
	setText(query, "status", q.Status)
	if q.AssigneeID != 0 {
		query.Set("assignee_id", strconv.FormatInt(q.AssigneeID, 10))
	}
	setText(query, "type", q.Type)
	setText(query, "tag", q.Tag)
	setText(query, "q", q.Text)
	setText(query, "sort", q.Sort)
	setPaging(query, q.Page, q.PerPage, q.Cursor, q.UpdatedSince)
	return query
}

// Tickets lists the tickets of a project: all of them, or one page if q asks for a page.
func (c *Client) Tickets(ctx context.Context, projectUUID string, q TicketQuery) (*Page[Ticket], error) {
	return list[Ticket](ctx, c, ticketsPath, q.values(projectUUID))
}

// AllTickets iterates over the tickets of a project in pages of q.PerPage (500 by default), beginning at q.Cursor if it is set. q.Page must
// be 0. It stops after yielding an error. Tickets that are created or deleted meanwhile do not make it skip or repeat others.
func (c *Client) AllTickets(ctx context.Context, projectUUID string, q TicketQuery) iter.Seq2[Ticket, error] {
	return walk[Ticket](ctx, c, ticketsPath, q.values(projectUUID))
}

// Ticket returns one ticket with its subtasks. As everywhere, the ticket may be named by its key.
func (c *Client) Ticket(ctx context.Context, uuid string) (*TicketDetail, error) {
	return byID[TicketDetail](ctx, c, http.MethodGet, ticketsPath, uuid, nil)
}

// CreateTicket creates a ticket.
func (c *Client) CreateTicket(ctx context.Context, t TicketCreate, opts ...CallOption) (*Ticket, error) {
	return one[Ticket](ctx, c, http.MethodPost, ticketsPath, t, opts...)
}

// UpdateTicket changes a ticket.
func (c *Client) UpdateTicket(ctx context.Context, uuid string, t TicketUpdate, opts ...CallOption) (*Ticket, error) {
	return byID[Ticket](ctx, c, http.MethodPut, ticketsPath, uuid, t, opts...)
}

// DeleteTicket deletes a ticket; its time entries remain.
func (c *Client) DeleteTicket(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, ticketsPath, uuid, opts...)
}
