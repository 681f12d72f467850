package client

import (
	"context"
	"iter"
)

// TeamMember is a person in a project.
type TeamMember struct {
	UUID        string   `json:"uuid"`
	UserID      int64    `json:"user_id"` // the id that assignees and mentions refer to
	Firstname   string   `json:"firstname"`
	Lastname    string   `json:"lastname"`
	Email       string   `json:"email"`
	ScrumRole   string   `json:"scrum_role"`
	ProjectRole string   `json:"project_role"`
	Status      string   `json:"status"`
	TJM         *float64 `json:"tjm"` // daily rate; nil when unset or hidden from the key's holder
	Service     string   `json:"service"`
}

// Team lists the members of a project.
func (c *Client) Team(ctx context.Context, projectUUID string) ([]TeamMember, error) {
	return all[TeamMember](ctx, c, "/team", ofProject(projectUUID))
}

// AllTeam iterates over the members of a project, page by page. It stops after yielding an error.
func (c *Client) AllTeam(ctx context.Context, projectUUID string) iter.Seq2[TeamMember, error] {
	return walk[TeamMember](ctx, c, "/team", ofProject(projectUUID))
}
