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

func taggedSubtask(s domain.Subtask) tagged {
	return tagged{data: subtaskOf(s), uuid: s.UUID, etag: etagOf(subtaskShape, s.UpdatedAt, orEmpty(s.AssigneeName))}
}

func (a *API) listSubtasks(r *request) (any, error) {
	q := r.query()
	ticket, err := q.Need("ticket_uuid", "ticket")
	if err != nil {
		return nil, err
	}
	return newListing(r, q, subtaskOf, domain.Subtask.Position, func(in domain.Input[domain.Page], out work.List[domain.Subtask]) error {
		return a.app.Tickets.Subtasks(r.ctx, r.caller, ticket, in, out)
	}), nil
}

func (a *API) createSubtask(r *request) (any, error) {
	ticket, in, err := create(r, "ticket_uuid", "ticket", newSubtask.patch)
	if err != nil {
		return nil, err
	}
	return made(r, taggedSubtask, func(caller domain.Caller) (domain.Subtask, error) {
		return a.app.Tickets.CreateSubtask(r.ctx, caller, ticket, in)
	})
}

func (a *API) updateSubtask(r *request) (any, error) {
	s, err := a.app.Tickets.UpdateSubtask(r.ctx, matching(r, taggedSubtask), r.uuid, patch(r, subtaskBody.patch))
	return taggedSubtask(s), err
}

func (a *API) deleteSubtask(r *request) (any, error) {
	return deleted{true}, a.app.Tickets.DeleteSubtask(r.ctx, matching(r, taggedSubtask), r.uuid)
}
