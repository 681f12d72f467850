package dash

import (
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/work"
)

// bulkBody is one change to many tickets. Its member "set", which is read separately, is a bulkSet.
type bulkBody struct {
	Tickets    domain.Opt[[]string] `json:"tickets" rule:"bulk tickets" need:"yes"`
	AddTags    domain.Opt[[]string] `json:"add_tags" rule:"tags"`
	RemoveTags domain.Opt[[]string] `json:"remove_tags" rule:"tags"`
	Place      domain.Opt[string]   `json:"place" rule:"rank end"`
	After      domain.Opt[string]   `json:"after_uuid" rule:"ticket"`
	Before     domain.Opt[string]   `json:"before_uuid" rule:"ticket"`
	Delete     domain.Opt[bool]     `json:"delete" rule:"flag"`
}

// bulkSet holds the fields that can be set on many tickets in one request.
type bulkSet struct {
	Status      domain.Opt[string]  `json:"status" rule:"status key"`
	Sprint      domain.Opt[*string] `json:"sprint_uuid" rule:"sprint"`
	Epic        domain.Opt[*string] `json:"epic_uuid" rule:"epic"`
	AssigneeID  domain.Opt[*int64]  `json:"assignee_id" rule:"user"`
	Priority    domain.Opt[string]  `json:"priority" rule:"priority"`
	StoryPoints domain.Opt[float64] `json:"story_points" rule:"points"`
	Type        domain.Opt[*string] `json:"type_uuid" rule:"type"`
}

// bulkResult holds the number of tickets that changed, and what it takes to put them back in the order.
type bulkResult struct {
	Changed int    `json:"changed"`
	Moves   []move `json:"moves"`
}

func (d *Dash) changeTickets(r *request) (any, error) {
	changed, err := d.app.Tickets.ChangeTickets(r.ctx, r.caller(), r.UUID, domain.NewInput(bulk(r)))
	if err != nil {
		return nil, err
	}
	return bulkResult{changed.Tickets, movesOf(changed.Moves)}, nil
}

// bulk reads the body of a change to many tickets.
func bulk(r *request) (work.Bulk, error) {
	o, err := r.object()
	if err != nil {
		return work.Bulk{}, err
	}
	b, err := input.Create[bulkBody](o)
	if err != nil {
		return work.Bulk{}, err
	}
	set, err := bulkSetOf(o)
	if err != nil {
		return work.Bulk{}, err
	}
	set.After, set.Before = b.After, b.Before
	out := work.Bulk{
		Tickets:    b.Tickets.Value,
		Set:        set,
		AddTags:    b.AddTags.Value,
		RemoveTags: b.RemoveTags.Value,
		Place:      domain.RankEnd(b.Place.Value),
		Delete:     b.Delete.Value,
	}
	return out, nil
}

func bulkSetOf(o input.Object) (domain.TicketPatch, error) {
	value, present := o["set"]
	if !present {
		return domain.TicketPatch{}, nil
	}
	if value.Kind() != '{' {
		return domain.TicketPatch{}, domain.Invalidf("set must be an object").At("set")
	}
	inner, err := input.ParseObject(value)
	if err != nil {
		return domain.TicketPatch{}, err
	}
	s, err := input.Patch[bulkSet](inner)
	return domain.TicketPatch{
		Status:      s.Status,
		Sprint:      s.Sprint,
		Epic:        s.Epic,
		AssigneeID:  s.AssigneeID,
		Priority:    s.Priority,
		StoryPoints: s.StoryPoints,
		Type:        s.Type,
	}, err
}
