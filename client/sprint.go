package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const sprintsPath = "/sprints"

// Statuses of a sprint.
const (
	SprintPlanning  = "planning"
	SprintActive    = "active"
	SprintCompleted = "completed"
)

// Sprint is one iteration.
type Sprint struct {
	UUID         string    `json:"uuid"`
	ProjectID    int64     `json:"project_id"`
	Title        string    `json:"title"`
	Goal         *string   `json:"goal"`
	Status       string    `json:"status"`
	StartDate    *Date     `json:"start_date"`
	EndDate      *Date     `json:"end_date"`
	DoD          []string  `json:"dod"` // nil when there is none
	CreatedAt    Time      `json:"created_at"`
	CreatedAtISO time.Time `json:"created_at_iso,omitzero"`

	Version
}

// SprintCreate is a new sprint; ProjectUUID and Title are required.
type SprintCreate struct {
	ProjectUUID string   `json:"project_uuid"`
	Title       string   `json:"title"`
	Goal        string   `json:"goal,omitzero"`
	Status      string   `json:"status,omitzero"`
	StartDate   Date     `json:"start_date,omitzero"`
	EndDate     Date     `json:"end_date,omitzero"`
	DoD         []string `json:"dod,omitempty"`
}

// SprintUpdate changes a sprint. Goal, the dates and DoD accept Null.
type SprintUpdate struct {
	Title     Opt[string]   `json:"title,omitzero"`
	Status    Opt[string]   `json:"status,omitzero"`
	Goal      Opt[string]   `json:"goal,omitzero"`
	StartDate Opt[Date]     `json:"start_date,omitzero"`
	EndDate   Opt[Date]     `json:"end_date,omitzero"`
	DoD       Opt[[]string] `json:"dod,omitzero"`
}

// Sprints lists the sprints of a project.
func (c *Client) Sprints(ctx context.Context, projectUUID string) ([]Sprint, error) {
	return all[Sprint](ctx, c, sprintsPath, ofProject(projectUUID))
}

// AllSprints iterates over the sprints of a project page by page. It stops after yielding an error.
func (c *Client) AllSprints(ctx context.Context, projectUUID string) iter.Seq2[Sprint, error] {
	return walk[Sprint](ctx, c, sprintsPath, ofProject(projectUUID))
}

// Sprint returns one sprint.
func (c *Client) Sprint(ctx context.Context, uuid string) (*Sprint, error) {
	return byID[Sprint](ctx, c, http.MethodGet, sprintsPath, uuid, nil)
}

// CreateSprint creates a sprint.
func (c *Client) CreateSprint(ctx context.Context, s SprintCreate, opts ...CallOption) (*Sprint, error) {
	return one[Sprint](ctx, c, http.MethodPost, sprintsPath, s, opts...)
}

// UpdateSprint changes a sprint. The API cannot delete sprints.
func (c *Client) UpdateSprint(ctx context.Context, uuid string, s SprintUpdate, opts ...CallOption) (*Sprint, error) {
	return byID[Sprint](ctx, c, http.MethodPut, sprintsPath, uuid, s, opts...)
}
