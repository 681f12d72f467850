package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// subtask is an item on a ticket's checklist.
type subtask struct {
	UUID       string `json:"uuid"`
	Title      string `json:"title"`
	Status     string `json:"status" rule:"subtask status"`
	SortOrder  int64  `json:"sort_order"`
	AssigneeID *int64 `json:"assignee_id"`
	Version    string `json:"version"` // to be sent in If-Match to change this version only
}

func subtaskOf(s domain.Subtask) subtask {
	return subtask{
		UUID:       s.UUID,
		Title:      s.Title,
		Status:     s.Status,
		SortOrder:  s.SortOrder,
		AssigneeID: s.AssigneeID,
		Version:    front.Version(s.UpdatedAt),
	}
}

type subtaskBody struct {
	Title      domain.Opt[string] `json:"title" rule:"title" need:"yes"`
	Status     domain.Opt[string] `json:"status" rule:"subtask status"`
	AssigneeID domain.Opt[*int64] `json:"assignee_id" rule:"user"`
	SortOrder  domain.Opt[int64]  `json:"sort_order" rule:"sort order"`
}

func (b subtaskBody) patch() domain.SubtaskPatch { return domain.SubtaskPatch(b) }

// subtaskOrderBody lists all subtasks of a ticket in their new order.
type subtaskOrderBody struct {
	Subtasks domain.Opt[[]string] `json:"subtasks" rule:"subtasks" need:"yes"`
}

func (b subtaskOrderBody) uuids() []string { return b.Subtasks.Value }

// subtasks is the checklist of a ticket.
type subtasks struct {
	Subtasks []subtask `json:"subtasks"`
}

func (d *Dash) createSubtask(r *request) (any, error) {
	s, err := d.app.Tickets.CreateSubtask(r.ctx, r.caller(), r.UUID, create(r, subtaskBody.patch))
	if err != nil {
		return nil, err
	}
	return made{subtaskOf(s)}, nil
}

func (d *Dash) updateSubtask(r *request) (any, error) {
	caller := expecting(r, func(s domain.Subtask) string { return front.Version(s.UpdatedAt) })
	s, err := d.app.Tickets.UpdateSubtask(r.ctx, caller, r.UUID, patch(r, subtaskBody.patch))
	if err != nil {
		return nil, err
	}
	return subtaskOf(s), nil
}

func (d *Dash) deleteSubtask(r *request) (any, error) {
	return done{true}, d.app.Tickets.DeleteSubtask(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) orderSubtasks(r *request) (any, error) {
	list, err := d.app.Tickets.OrderSubtasks(r.ctx, r.caller(), r.UUID, create(r, subtaskOrderBody.uuids))
	if err != nil {
		return nil, err
	}
	return subtasks{front.Mapped(list, subtaskOf)}, nil
}
