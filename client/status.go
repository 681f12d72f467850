package client

import (
	"context"
	"net/http"
)

// The built-in status keys. Tickets accept all of them and the project's own; epics accept all six; super-epics accept backlog,
// in_progress and done; subtasks accept todo, in_progress and done.
const (
	StatusBacklog    = "backlog"
	StatusTodo       = "todo"
	StatusInProgress = "in_progress"
	StatusInReview   = "in_review"
	StatusDone       = "done"
	StatusBlocked    = "blocked"
)

// Status is one ticket status of a project.
type Status struct {
	Key       string `json:"key"`
	Label     string `json:"label"`
	Color     string `json:"color"`
	BgColor   string `json:"bg_color"`
	SortOrder int    `json:"sort_order"`
	IsDone    bool   `json:"is_done"`
	IsDefault bool   `json:"is_default"` // built in
}

// Statuses lists the statuses of a project in sort order.
func (c *Client) Statuses(ctx context.Context, projectUUID string) ([]Status, error) {
	// This is the only endpoint whose response has no envelope.
	var out []Status
	_, err := c.Do(ctx, http.MethodGet, withQuery("/statuses", ofProject(projectUUID)), nil, &out)
	if err != nil {
		return nil, err
	}
	return out, nil
}
