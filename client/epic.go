package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const epicsPath = "/epics"

// Epic groups tickets. Its status is one of the six built-in statuses.
type Epic struct {
	UUID          string    `json:"uuid"`
	ProjectID     int64     `json:"project_id"`
	SuperEpicID   *int64    `json:"super_epic_id"`
	SuperEpicUUID *string   `json:"super_epic_uuid"`
	Title         string    `json:"title"`
	Description   *string   `json:"description"`
	Status        string    `json:"status"`
	CreatedAt     Time      `json:"created_at"`
	CreatedAtISO  time.Time `json:"created_at_iso,omitzero"`
	UpdatedAt     Time      `json:"updated_at"`
	UpdatedAtISO  time.Time `json:"updated_at_iso,omitzero"`
	Tags          []Tag     `json:"tags"`

	Version
}

// EpicCreate is a new epic; ProjectUUID and Title are required.
type EpicCreate struct {
	ProjectUUID   string   `json:"project_uuid"`
	Title         string   `json:"title"`
	Description   string   `json:"description,omitzero"`
	SuperEpicUUID string   `json:"super_epic_uuid,omitzero"`
	Status        string   `json:"status,omitzero"`
	Tags          []string `json:"tags,omitempty"` // uuids
}

// EpicUpdate changes an epic. Description and SuperEpicUUID accept Null; Tags replaces the whole set.
type EpicUpdate struct {
	Title         Opt[string]   `json:"title,omitzero"`
	Description   Opt[string]   `json:"description,omitzero"`
	SuperEpicUUID Opt[string]   `json:"super_epic_uuid,omitzero"`
	Status        Opt[string]   `json:"status,omitzero"`
	Tags          Opt[[]string] `json:"tags,omitzero"`
}

// Epics lists the epics of a project.
func (c *Client) Epics(ctx context.Context, projectUUID string) ([]Epic, error) {
	return all[Epic](ctx, c, epicsPath, ofProject(projectUUID))
}

// AllEpics iterates over the epics of a project page by page. It stops after yielding an error.
func (c *Client) AllEpics(ctx context.Context, projectUUID string) iter.Seq2[Epic, error] {
	return walk[Epic](ctx, c, epicsPath, ofProject(projectUUID))
}

// Epic returns one epic.
func (c *Client) Epic(ctx context.Context, uuid string) (*Epic, error) {
	return byID[Epic](ctx, c, http.MethodGet, epicsPath, uuid, nil)
}

// CreateEpic creates an epic.
func (c *Client) CreateEpic(ctx context.Context, e EpicCreate, opts ...CallOption) (*Epic, error) {
	return one[Epic](ctx, c, http.MethodPost, epicsPath, e, opts...)
}

// UpdateEpic changes an epic.
func (c *Client) UpdateEpic(ctx context.Context, uuid string, e EpicUpdate, opts ...CallOption) (*Epic, error) {
	return byID[Epic](ctx, c, http.MethodPut, epicsPath, uuid, e, opts...)
}

// DeleteEpic deletes an epic and detaches its tickets.
func (c *Client) DeleteEpic(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, epicsPath, uuid, opts...)
}
