package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const projectsPath = "/projects"

// Roles of a member in a project.
const (
	RoleOwner  = "owner"
	RoleAdmin  = "admin"
	RoleMember = "member"
	RoleViewer = "viewer"
)

// Project is one project, as the key's holder sees it.
type Project struct {
	UUID           string    `json:"uuid"`
	Key            string    `json:"key,omitzero"` // the first part of the keys of its tickets
	Name           string    `json:"name"`
	Description    *string   `json:"description"`
	Color          string    `json:"color"`
	DefaultDoD     []string  `json:"default_dod"` // nil when there is none
	ContingencyPct float64   `json:"contingency_pct"`
	Budget         *float64  `json:"budget"`
	Currency       *string   `json:"currency"` // its ISO 4217 code; nil when it is not set
	UserRole       string    `json:"user_role"`
	MemberCount    int       `json:"member_count,omitzero"` // in lists only
	CreatedAt      Time      `json:"created_at"`
	CreatedAtISO   time.Time `json:"created_at_iso,omitzero"`
	UpdatedAt      Time      `json:"updated_at"`
	UpdatedAtISO   time.Time `json:"updated_at_iso,omitzero"`

	Version
}

// ProjectCreate is a new project; only Name is required.
type ProjectCreate struct {
	Name           string   `json:"name"`
	Description    string   `json:"description,omitzero"`
	Color          string   `json:"color,omitzero"` // #rrggbb
	DefaultDoD     []string `json:"default_dod,omitempty"`
	ContingencyPct *float64 `json:"contingency_pct,omitzero"` // nil: the server's default of 10
	Budget         *float64 `json:"budget,omitzero"`          // nil: none; 0 is a budget
	Currency       *string  `json:"currency,omitzero"`        // an ISO 4217 code; nil: the instance's currency
	Key            string   `json:"key,omitzero"`             // a letter and 1 to 9 letters or digits; empty: made of the letters of the name
}

// ProjectUpdate changes a project. Description, DefaultDoD, Budget and Currency accept Null. Another budget or contingency applies from today on.
type ProjectUpdate struct {
	Name           Opt[string]   `json:"name,omitzero"`
	Description    Opt[string]   `json:"description,omitzero"`
	Color          Opt[string]   `json:"color,omitzero"`
	DefaultDoD     Opt[[]string] `json:"default_dod,omitzero"`
	ContingencyPct Opt[float64]  `json:"contingency_pct,omitzero"`
	Budget         Opt[float64]  `json:"budget,omitzero"`
	Currency       Opt[string]   `json:"currency,omitzero"` // relabels every amount, without converting it
	Key            Opt[string]   `json:"key,omitzero"`      // the old one keeps working
}

// Projects lists the projects the key's holder is a member of.
func (c *Client) Projects(ctx context.Context) ([]Project, error) {
	return all[Project](ctx, c, projectsPath, nil)
}

// AllProjects iterates over the projects the key's holder is a member of, page by page. It stops after yielding an error.
func (c *Client) AllProjects(ctx context.Context) iter.Seq2[Project, error] {
	return walk[Project](ctx, c, projectsPath, nil)
}

// Project returns one project.
func (c *Client) Project(ctx context.Context, uuid string) (*Project, error) {
	return byID[Project](ctx, c, http.MethodGet, projectsPath, uuid, nil)
}

// ProjectMembers lists the members of a project, as [Client.Team] does.
func (c *Client) ProjectMembers(ctx context.Context, uuid string) ([]TeamMember, error) {
	path, err := pathOf(projectsPath, uuid)
	if err != nil {
		return nil, err
	}
	return all[TeamMember](ctx, c, path+"/members", nil)
}

// CreateProject creates a project owned by the key's holder.
func (c *Client) CreateProject(ctx context.Context, p ProjectCreate, opts ...CallOption) (*Project, error) {
	return one[Project](ctx, c, http.MethodPost, projectsPath, p, opts...)
}

// UpdateProject changes a project. Only its owner may do so.
func (c *Client) UpdateProject(ctx context.Context, uuid string, p ProjectUpdate, opts ...CallOption) (*Project, error) {
	return byID[Project](ctx, c, http.MethodPut, projectsPath, uuid, p, opts...)
}

// DeleteProject deletes a project and everything in it. Only its owner may do so.
func (c *Client) DeleteProject(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, projectsPath, uuid, opts...)
}
