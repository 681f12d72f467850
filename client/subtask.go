package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const subtasksPath = "/subtasks"

// Subtask is an item on a ticket's checklist. Its status is todo, in_progress or done.
type Subtask struct {
	UUID         string    `json:"uuid"`
	Title        string    `json:"title"`
	Status       string    `json:"status"`
	SortOrder    int       `json:"sort_order"`
	AssigneeID   *int64    `json:"assignee_id"`
	AssigneeName *string   `json:"assignee_name"`
	CreatedAt    Time      `json:"created_at"`
	CreatedAtISO time.Time `json:"created_at_iso,omitzero"`
	UpdatedAt    Time      `json:"updated_at"`
	UpdatedAtISO time.Time `json:"updated_at_iso,omitzero"`

	Version
}

// SubtaskCreate is a new subtask; TicketUUID and Title are required.
type SubtaskCreate struct {
	TicketUUID string `json:"ticket_uuid"`
	Title      string `json:"title"`
	Status     string `json:"status,omitzero"`
	AssigneeID int64  `json:"assignee_id,omitzero"` // a member's UserID
}

// SubtaskUpdate changes a subtask. AssigneeID accepts Null.
type SubtaskUpdate struct {
	Title      Opt[string] `json:"title,omitzero"`
	Status     Opt[string] `json:"status,omitzero"`
	AssigneeID Opt[int64]  `json:"assignee_id,omitzero"`
	SortOrder  Opt[int]    `json:"sort_order,omitzero"`
}

// Subtasks lists the subtasks of a ticket.
func (c *Client) Subtasks(ctx context.Context, ticketUUID string) ([]Subtask, error) {
	return all[Subtask](ctx, c, subtasksPath, ofTicket(ticketUUID))
}

// AllSubtasks iterates over the subtasks of a ticket page by page. It stops after yielding an error.
func (c *Client) AllSubtasks(ctx context.Context, ticketUUID string) iter.Seq2[Subtask, error] {
	return walk[Subtask](ctx, c, subtasksPath, ofTicket(ticketUUID))
}

// CreateSubtask creates a subtask.
func (c *Client) CreateSubtask(ctx context.Context, s SubtaskCreate, opts ...CallOption) (*Subtask, error) {
	return one[Subtask](ctx, c, http.MethodPost, subtasksPath, s, opts...)
}

// UpdateSubtask changes a subtask.
func (c *Client) UpdateSubtask(ctx context.Context, uuid string, s SubtaskUpdate, opts ...CallOption) (*Subtask, error) {
	return byID[Subtask](ctx, c, http.MethodPut, subtasksPath, uuid, s, opts...)
}

// DeleteSubtask deletes a subtask.
func (c *Client) DeleteSubtask(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, subtasksPath, uuid, opts...)
}
