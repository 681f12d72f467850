package apiv1

import "earnest/internal/domain"

// subtask is a subtask on the wire.
type subtask struct {
	UUID         string  `json:"uuid" format:"uuid"`
	Title        string  `json:"title" rule:"title"`
	Status       string  `json:"status" rule:"subtask status"`
	SortOrder    int64   `json:"sort_order" rule:"sort order"`
	AssigneeID   *int64  `json:"assignee_id"`
	AssigneeName *string `json:"assignee_name"`
	CreatedAt    string  `json:"created_at" format:"stamp"`
	UpdatedAt    string  `json:"updated_at" format:"stamp"`
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
		UpdatedAt:    stamp(s.UpdatedAt),
	}
}
