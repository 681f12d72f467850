package client

import (
	"context"
	"iter"
)

// Kinds of node that a [Dependency] links.
const (
	NodeEpic      = "epic"
	NodeSuperEpic = "super_epic"
)

// Dependency is a link on the roadmap: the successor starts after the predecessor has finished.
type Dependency struct {
	UUID     string `json:"uuid"`
	Type     string `json:"type"` // FS
	PredType string `json:"pred_type"`
	PredUUID string `json:"pred_uuid"`
	SuccType string `json:"succ_type"`
	SuccUUID string `json:"succ_uuid"`
}

// Milestone is a dated milestone on the roadmap.
type Milestone struct {
	UUID  string `json:"uuid"`
	Name  string `json:"name"`
	Date  Date   `json:"date"`
	Color string `json:"color"`
}

// Dependencies lists the finish-to-start links on the roadmap of a project.
func (c *Client) Dependencies(ctx context.Context, projectUUID string) ([]Dependency, error) {
	return all[Dependency](ctx, c, "/dependencies", ofProject(projectUUID))
}

// AllDependencies iterates over the finish-to-start links on the roadmap of a project, page by page. It stops after yielding an error.
func (c *Client) AllDependencies(ctx context.Context, projectUUID string) iter.Seq2[Dependency, error] {
	return walk[Dependency](ctx, c, "/dependencies", ofProject(projectUUID))
}

// Milestones lists the milestones of a project by date.
func (c *Client) Milestones(ctx context.Context, projectUUID string) ([]Milestone, error) {
	return all[Milestone](ctx, c, "/milestones", ofProject(projectUUID))
}

// AllMilestones iterates over the milestones of a project by date, page by page. It stops after yielding an error.
func (c *Client) AllMilestones(ctx context.Context, projectUUID string) iter.Seq2[Milestone, error] {
	return walk[Milestone](ctx, c, "/milestones", ofProject(projectUUID))
}
