package dash

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// ticket is everything the page of a ticket shows.
type ticket struct {
	card
	Description        *string      `json:"description"`
	AcceptanceCriteria []string     `json:"acceptance_criteria"`
	Dependencies       []ticketLink `json:"dependencies"`
	Dependents         []ticketLink `json:"dependents"`
	Subtasks           []subtask    `json:"subtasks"`
	ProjectUUID        string       `json:"project_uuid"`
	CreatedAt          string       `json:"created_at"`
}

type ticketLink struct {
	UUID   string `json:"uuid"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

func ticketOf(v work.TicketView) ticket {
	link := func(l domain.TicketLink) ticketLink { return ticketLink(l) }
	return ticket{
		card:               cardOf(v.Card),
		Description:        v.Description,
		AcceptanceCriteria: v.AcceptanceCriteria,
		Dependencies:       mapped(v.Before, link),
		Dependents:         mapped(v.After, link),
		Subtasks:           mapped(v.Subtasks, subtaskOf),
		ProjectUUID:        v.ProjectUUID,
		CreatedAt:          stamp(v.CreatedAt),
	}
}

// ticketBody is the fields of a ticket that a page may set.
type ticketBody struct {
	Title              domain.Opt[string]   `json:"title" rule:"title" need:"yes"`
	Description        domain.Opt[*string]  `json:"description" rule:"description"`
	Priority           domain.Opt[string]   `json:"priority" rule:"priority"`
	Status             domain.Opt[string]   `json:"status" rule:"status key"`
	StoryPoints        domain.Opt[float64]  `json:"story_points" rule:"points"`
	Epic               domain.Opt[*string]  `json:"epic_uuid" rule:"epic"`
	Sprint             domain.Opt[*string]  `json:"sprint_uuid" rule:"sprint"`
	AssigneeID         domain.Opt[*int64]   `json:"assignee_id" rule:"user"`
	AcceptanceCriteria domain.Opt[[]string] `json:"acceptance_criteria" rule:"lines"`
	Dependencies       domain.Opt[[]string] `json:"dependencies" rule:"dependencies"`
	Tags               domain.Opt[[]string] `json:"tags" rule:"tags"`
	Type               domain.Opt[*string]  `json:"type_uuid" rule:"type"`
}

func (b ticketBody) edit() work.TicketEdit {
	return work.TicketEdit{
		TicketPatch: domain.TicketPatch{
			Title:              b.Title,
			Description:        b.Description,
			Priority:           b.Priority,
			Status:             b.Status,
			StoryPoints:        b.StoryPoints,
			Epic:               b.Epic,
			Sprint:             b.Sprint,
			AssigneeID:         b.AssigneeID,
			AcceptanceCriteria: b.AcceptanceCriteria,
			Dependencies:       b.Dependencies,
			Tags:               b.Tags,
		},
		Type: b.Type,
	}
}

func (d *Dash) createTicket(r *request) (any, error) {
	uuid, err := r.uuid("project")
	if err != nil {
		return nil, err
	}
	v, err := d.app.Tickets.AddTicket(r.ctx, r.caller(), uuid, create(r, ticketBody.edit))
	if err != nil {
		return nil, err
	}
	return made{ticketOf(v)}, nil
}

func (d *Dash) getTicket(r *request) (any, error) { return d.onTicket(r, d.app.Tickets.TicketView) }

func (d *Dash) updateTicket(r *request) (any, error) {
	uuid, err := r.uuid("ticket")
	if err != nil {
		return nil, err
	}
	v, err := d.app.Tickets.EditTicket(r.ctx, r.caller(), uuid, patch(r, ticketBody.edit))
	if err != nil {
		return nil, err
	}
	return ticketOf(v), nil
}

func (d *Dash) deleteTicket(r *request) (any, error) {
	uuid, err := r.uuid("ticket")
	if err != nil {
		return nil, err
	}
	return done{true}, d.app.Tickets.DeleteTicket(r.ctx, r.caller(), uuid)
}

func (d *Dash) restoreTicket(r *request) (any, error) {
	return d.onTicket(r, d.app.Tickets.RestoreTicket)
}

// onTicket runs a use case that takes a ticket and gives it back as its page shows it.
func (d *Dash) onTicket(r *request, act func(context.Context, domain.Caller, string) (work.TicketView, error)) (any, error) {
	uuid, err := r.uuid("ticket")
	if err != nil {
		return nil, err
	}
	v, err := act(r.ctx, r.caller(), uuid)
	if err != nil {
		return nil, err
	}
	return ticketOf(v), nil
}
