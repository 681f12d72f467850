package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// card is a ticket as boards and backlogs show it.
type card struct {
	UUID          string   `json:"uuid"`
	Key           string   `json:"key"`
	Title         string   `json:"title"`
	Status        string   `json:"status"`
	Priority      string   `json:"priority" rule:"priority"`
	StoryPoints   float64  `json:"story_points"`
	DueDate       *string  `json:"due_date"`
	Rank          string   `json:"rank"` // the order of the project is that of the ranks, compared byte by byte
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

// board holds one page of each group of the cards that match a filter.
type board struct {
	Cards    []card      `json:"cards"`
	Kept     []card      `json:"kept"`   // the cards asked for by uuid that match the filter but are not in the page
	Groups   []cardGroup `json:"groups"` // those that have cards; a single one, with an empty key, if the cards are not grouped
	Total    int         `json:"total"`
	Points   float64     `json:"points"`
	Revision int64       `json:"revision"`
}

// cardGroup holds the totals of a group, whatever the page.
type cardGroup struct {
	Key    string  `json:"key"` // the status, the uuid of the sprint, or "none"
	Total  int     `json:"total"`
	Points float64 `json:"points"`
}

func cardOf(c domain.Card) card {
	return card{
		UUID:          c.UUID,
		Key:           c.Key,
		Title:         c.Title,
		Status:        c.Status,
		Priority:      c.Priority,
		StoryPoints:   c.StoryPoints,
		DueDate:       (*string)(c.DueDate),
		Rank:          c.Rank,
		AssigneeID:    c.AssigneeID,
		EpicUUID:      c.EpicUUID,
		SprintUUID:    c.SprintUUID,
		TypeUUID:      c.TypeUUID,
		Tags:          c.Tags,
		Blocked:       c.Blocked,
		SubtasksTotal: c.SubtasksTotal,
		SubtasksDone:  c.SubtasksDone,
		Comments:      c.Comments,
		UpdatedAt:     figures.Stamp(c.UpdatedAt),
	}
}

func (d *Dash) listCards(r *request) (any, error) {
	b, err := d.app.Tickets.Cards(r.ctx, r.caller(), r.UUID, cardQuery(r))
	if err != nil {
		return nil, err
	}
	return long{boardOf(b)}, nil
}

func boardOf(b work.Board) board {
	out := board{
		Cards:    front.Mapped(b.Cards, cardOf),
		Kept:     front.Mapped(b.Kept, cardOf),
		Groups:   front.Mapped(b.Groups, func(g domain.CardGroup) cardGroup { return cardGroup(g) }),
		Revision: b.Revision,
	}
	for _, g := range b.Groups {
		out.Total += g.Total
		out.Points += g.Points
	}
	return out
}

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
	q.By = domain.CardGrouping(p.OneOf("by", string(domain.ByStatus), string(domain.BySprint)))
	if p.OneOf("order", "rank", "priority") == "priority" {
		q.Order = domain.CardsByPriority
	}
	q.Offset = p.Offset("offset")
	q.Limit = p.Integer("limit", 1, domain.MostCards)
	q.Keep = p.UUIDs("ticket", "ticket")
	return domain.NewInput(q, p.Err)
}
