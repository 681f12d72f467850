package dash

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// card is a ticket as boards and backlogs show it.
type card struct {
	UUID          string   `json:"uuid"`
	Title         string   `json:"title"`
	Status        string   `json:"status"`
	Priority      string   `json:"priority" rule:"priority"`
	StoryPoints   float64  `json:"story_points"`
	AssigneeID    *int64   `json:"assignee_id"`
	EpicUUID      *string  `json:"epic_uuid"`
	SprintUUID    *string  `json:"sprint_uuid"`
	TypeUUID      *string  `json:"type_uuid"`
	Tags          []string `json:"tags"`
	Blocked       bool     `json:"blocked"` // it depends on an unfinished ticket
	SubtasksTotal int      `json:"subtasks_total"`
	SubtasksDone  int      `json:"subtasks_done"`
	Comments      int      `json:"comments"`
	UpdatedAt     string   `json:"updated_at"`
}

// board holds the cards that match a filter.
type board struct {
	Cards    []card  `json:"cards"`
	Total    int     `json:"total"`
	Points   float64 `json:"points"`
	Revision int64   `json:"revision"`
}

func cardOf(c domain.Card) card {
	return card{
		UUID:          c.UUID,
		Title:         c.Title,
		Status:        c.Status,
		Priority:      c.Priority,
		StoryPoints:   c.StoryPoints,
		AssigneeID:    c.AssigneeID,
		EpicUUID:      c.EpicUUID,
		SprintUUID:    c.SprintUUID,
		TypeUUID:      c.TypeUUID,
		Tags:          c.Tags,
		Blocked:       c.Blocked,
		SubtasksTotal: c.SubtasksTotal,
		SubtasksDone:  c.SubtasksDone,
		Comments:      c.Comments,
		UpdatedAt:     stamp(c.UpdatedAt),
	}
}

func (d *Dash) listCards(r *request) (any, error) {
	b, err := d.app.Tickets.Cards(r.ctx, r.caller(), r.UUID, cardQuery(r))
	if err != nil {
		return nil, err
	}
	return long{board{Cards: mapped(b.Cards, cardOf), Total: b.Total, Points: b.Points, Revision: b.Revision}}, nil
}

// mostCards is the maximum number of cards in a response.
const mostCards = 2000

// cardQuery reads the filters of a board.
func cardQuery(r *request) domain.Input[work.CardQuery] {
	p := r.params()
	q := work.CardQuery{}
	q.Sprints = p.Choice("sprint", "sprint", "none", "active")
	q.ActiveSprints = p.Has("sprint", "active")
	q.Epics = p.Choice("epic", "epic", "none")
	q.Assignee, q.Mine = p.Users("assignee"), p.Has("assignee", "me")
	q.Tags = p.UUIDs("tag", "tag")
	q.Types = p.UUIDs("type", "type")
	q.Priorities = p.Texts("priority", "priority")
	q.Statuses = p.Texts("status", "status key")
	q.Text = p.Text("q", "search text")
	q.Done = p.Flag("done")
	q.Limit = p.Integer("limit", 1, mostCards)
	return domain.NewInput(q, p.Err)
}
