package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const superEpicsPath = "/super-epics"

// Tag is a label on super-epics, epics and tickets.
type Tag struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

// SuperEpic groups epics. Its status is backlog, in_progress or done.
type SuperEpic struct {
	UUID         string    `json:"uuid"`
	ProjectID    int64     `json:"project_id"`
	Title        string    `json:"title"`
	Description  *string   `json:"description"`
	Status       string    `json:"status"`
	CreatedAt    Time      `json:"created_at"`
	CreatedAtISO time.Time `json:"created_at_iso,omitzero"`
	UpdatedAt    Time      `json:"updated_at"`
	UpdatedAtISO time.Time `json:"updated_at_iso,omitzero"`
	Tags         []Tag     `json:"tags"`

	Version
}

// SuperEpicCreate is a new super-epic; ProjectUUID and Title are required.
type SuperEpicCreate struct {
	ProjectUUID string   `json:"project_uuid"`
	Title       string   `json:"title"`
	Description string   `json:"description,omitzero"`
	Status      string   `json:"status,omitzero"`
	Tags        []string `json:"tags,omitempty"` // uuids
}

// SuperEpicUpdate changes a super-epic. Description accepts Null; Tags replaces the whole set.
type SuperEpicUpdate struct {
	Title       Opt[string]   `json:"title,omitzero"`
	Description Opt[string]   `json:"description,omitzero"`
	Status      Opt[string]   `json:"status,omitzero"`
	Tags        Opt[[]string] `json:"tags,omitzero"`
}

// SuperEpics lists the super-epics of a project.
func (c *Client) SuperEpics(ctx context.Context, projectUUID string) ([]SuperEpic, error) {
	return all[SuperEpic](ctx, c, superEpicsPath, ofProject(projectUUID))
}

// AllSuperEpics iterates over the super-epics of a project page by page. It stops after yielding an error.
func (c *Client) AllSuperEpics(ctx context.Context, projectUUID string) iter.Seq2[SuperEpic, error] {
	return walk[SuperEpic](ctx, c, superEpicsPath, ofProject(projectUUID))
}

// SuperEpic returns one super-epic.
func (c *Client) SuperEpic(ctx context.Context, uuid string) (*SuperEpic, error) {
	return byID[SuperEpic](ctx, c, http.MethodGet, superEpicsPath, uuid, nil)
}

// CreateSuperEpic creates a super-epic.
func (c *Client) CreateSuperEpic(ctx context.Context, s SuperEpicCreate, opts ...CallOption) (*SuperEpic, error) {
	return one[SuperEpic](ctx, c, http.MethodPost, superEpicsPath, s, opts...)
}

// UpdateSuperEpic changes a super-epic.
func (c *Client) UpdateSuperEpic(ctx context.Context, uuid string, s SuperEpicUpdate, opts ...CallOption) (*SuperEpic, error) {
	return byID[SuperEpic](ctx, c, http.MethodPut, superEpicsPath, uuid, s, opts...)
}

// DeleteSuperEpic deletes a super-epic and detaches its epics.
func (c *Client) DeleteSuperEpic(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, superEpicsPath, uuid, opts...)
}
