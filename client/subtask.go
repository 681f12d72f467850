package client

import (
	"context"
	"net/http"
	"net/url"
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
	return all[Subtask](ctx, c, subtasksPath, url.Values{"ticket_uuid": {ticketUUID}})
}

// CreateSubtask creates a subtask.
func (c *Client) CreateSubtask(ctx context.Context, s SubtaskCreate) (*Subtask, error) {
	return one[Subtask](ctx, c, http.MethodPost, subtasksPath, s)
}

// UpdateSubtask changes a subtask.
func (c *Client) UpdateSubtask(ctx context.Context, uuid string, s SubtaskUpdate) (*Subtask, error) {
	return byID[Subtask](ctx, c, http.MethodPut, subtasksPath, uuid, s)
}

// DeleteSubtask deletes a subtask.
func (c *Client) DeleteSubtask(ctx context.Context, uuid string) error {
	return remove(ctx, c, subtasksPath, uuid)
}
