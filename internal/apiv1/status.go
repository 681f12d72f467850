package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// status is the wire form of a project's status.
type status struct {
	Key       string `json:"key" rule:"status key"`
	Label     string `json:"label" rule:"label"`
	Color     string `json:"color" rule:"color"`
	BgColor   string `json:"bg_color" rule:"color"`
	SortOrder int64  `json:"sort_order" rule:"sort order"`
	IsDone    bool   `json:"is_done" doc:"a ticket with this status is done and earns its points"`
	IsDefault bool   `json:"is_default" doc:"true for the built-in statuses"`
}

func statusOf(s domain.Status) status { return status(s) }

// listStatuses returns the only list without an envelope, and therefore without cursors.
func (a *API) listStatuses(r *request) (any, error) {
	project, err := r.query().Need("project", "project")
	if err != nil {
		return nil, err
	}
	run := func(out work.List[domain.Status]) error {
		return a.app.Categories.Statuses(r.ctx, r.caller, project, out)
	}
	return &listing[domain.Status, status]{run: run, convert: statusOf, bare: true}, nil
}
