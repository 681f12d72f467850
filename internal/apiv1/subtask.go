package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// subtask is the wire form of a subtask.
type subtask struct {
	UUID         string  `json:"uuid" format:"uuid"`
	Title        string  `json:"title" rule:"title"`
	Status       string  `json:"status" rule:"subtask status"`
	SortOrder    int64   `json:"sort_order" rule:"sort order"`
	AssigneeID   *int64  `json:"assignee_id"`
	AssigneeName *string `json:"assignee_name"`
	CreatedAt    string  `json:"created_at" format:"stamp"`
	CreatedAtISO string  `json:"created_at_iso" format:"date-time"`
	UpdatedAt    string  `json:"updated_at" format:"stamp"`
	UpdatedAtISO string  `json:"updated_at_iso" format:"date-time"`
}

func subtaskOf(s domain.Subtask) subtask {
	return subtask{
		UUID:         s.UUID,
		Title:        s.Title,
		Status:       s.Status,
		SortOrder:    s.SortOrder,
		AssigneeID:   s.AssigneeID,
		AssigneeName: s.AssigneeName,
		CreatedAt:    stamp(s.CreatedAt),
		CreatedAtISO: domain.Instant(s.CreatedAt),
		UpdatedAt:    stamp(s.UpdatedAt),
		UpdatedAtISO: domain.Instant(s.UpdatedAt),
	}
}

// newSubtask holds the fields of a new subtask that a caller may send. The subtask is added after the ticket's other subtasks.
type newSubtask struct {
	Title      domain.Opt[string] `json:"title" rule:"title" need:"yes"`
	Status     domain.Opt[string] `json:"status" rule:"subtask status"`
	AssigneeID domain.Opt[*int64] `json:"assignee_id" rule:"user"`
}

func (b newSubtask) patch() domain.SubtaskPatch {
	return domain.SubtaskPatch{Title: b.Title, Status: b.Status, AssigneeID: b.AssigneeID}
}

// subtaskBody holds the fields of a subtask that a caller may change.
type subtaskBody struct {
	Title      domain.Opt[string] `json:"title" rule:"title"`
	Status     domain.Opt[string] `json:"status" rule:"subtask status"`
	AssigneeID domain.Opt[*int64] `json:"assignee_id" rule:"user"`
	SortOrder  domain.Opt[int64]  `json:"sort_order" rule:"sort order"`
}

func (b subtaskBody) patch() domain.SubtaskPatch { return domain.SubtaskPatch(b) }

func (a *API) listSubtasks(r *request) (any, error) {
	ticket, err := r.query().Need("ticket_uuid", "ticket")
	if err != nil {
		return nil, err
	}
	return newListing(func(out work.List[domain.Subtask]) error {
		return a.app.Tickets.Subtasks(r.ctx, r.caller, ticket, out)
	}, subtaskOf), nil
}

func (a *API) createSubtask(r *request) (any, error) {
	ticket, in, err := create(r, "ticket_uuid", "ticket", newSubtask.patch)
	if err != nil {
		return nil, err
	}
	s, err := a.app.Tickets.CreateSubtask(r.ctx, r.caller, ticket, in)
	return subtaskOf(s), err
}

func (a *API) updateSubtask(r *request) (any, error) {
	s, err := a.app.Tickets.UpdateSubtask(r.ctx, r.caller, r.uuid, patch(r, subtaskBody.patch))
	return subtaskOf(s), err
}

func (a *API) deleteSubtask(r *request) (any, error) {
	return deleted{true}, a.app.Tickets.DeleteSubtask(r.ctx, r.caller, r.uuid)
}
