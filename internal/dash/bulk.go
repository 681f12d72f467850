package dash

import (
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/work"
)

// bulkBody is one change to many tickets; its member set is a bulkSet.
type bulkBody struct {
	Tickets    domain.Opt[[]string] `json:"tickets" rule:"bulk tickets" need:"yes"`
	AddTags    domain.Opt[[]string] `json:"add_tags" rule:"tags"`
	RemoveTags domain.Opt[[]string] `json:"remove_tags" rule:"tags"`
	Delete     domain.Opt[bool]     `json:"delete" rule:"flag"`
}

// bulkSet is the fields that can be set on many tickets at once.
type bulkSet struct {
	Status      domain.Opt[string]  `json:"status" rule:"status key"`
	Sprint      domain.Opt[*string] `json:"sprint_uuid" rule:"sprint"`
	Epic        domain.Opt[*string] `json:"epic_uuid" rule:"epic"`
	AssigneeID  domain.Opt[*int64]  `json:"assignee_id" rule:"user"`
	Priority    domain.Opt[string]  `json:"priority" rule:"priority"`
	StoryPoints domain.Opt[float64] `json:"story_points" rule:"points"`
	Type        domain.Opt[*string] `json:"type_uuid" rule:"type"`
}

// bulkResult is the number of tickets that changed.
type bulkResult struct {
	Changed int `json:"changed"`
}

func (d *Dash) changeTickets(r *request) (any, error) {
	n, err := d.app.Tickets.ChangeTickets(r.ctx, r.caller(), r.UUID, domain.NewInput(bulk(r)))
	if err != nil {
		return nil, err
	}
	return bulkResult{n}, nil
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
	out := work.Bulk{
		Tickets:    b.Tickets.Value,
		Set:        set,
		AddTags:    b.AddTags.Value,
		RemoveTags: b.RemoveTags.Value,
		Delete:     b.Delete.Value,
	}
	return out, nil
}

func bulkSetOf(o input.Object) (work.TicketEdit, error) {
	value, present := o["set"]
	if !present {
		return work.TicketEdit{}, nil
	}
	if value.Kind() != '{' {
		return work.TicketEdit{}, domain.Invalidf("set must be an object").At("set")
	}
	inner, err := input.ParseObject(value)
	if err != nil {
		return work.TicketEdit{}, err
	}
	s, err := input.Patch[bulkSet](inner)
	if err != nil {
		return work.TicketEdit{}, err
	}
	edit := work.TicketEdit{Type: s.Type}
	edit.Status, edit.Sprint, edit.Epic, edit.AssigneeID = s.Status, s.Sprint, s.Epic, s.AssigneeID
	edit.Priority, edit.StoryPoints = s.Priority, s.StoryPoints
	return edit, nil
}
