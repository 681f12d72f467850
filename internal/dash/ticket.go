package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// ticket holds everything that a ticket's page shows.
type ticket struct {
	card
	StartDate          *string      `json:"start_date"`
	Description        *string      `json:"description"`
	AcceptanceCriteria []string     `json:"acceptance_criteria"`
	Dependencies       []ticketLink `json:"dependencies"`
	Dependents         []ticketLink `json:"dependents"`
	Subtasks           []subtask    `json:"subtasks"`
	ProjectUUID        string       `json:"project_uuid"`
	CreatedAt          string       `json:"created_at"`
	Version            string       `json:"version"` // to be sent in If-Match to change this version only
}

type ticketLink struct {
	UUID   string `json:"uuid"`
	Key    string `json:"key"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

func ticketOf(p work.TicketPage) ticket {
	link := func(l domain.TicketLink) ticketLink { return ticketLink(l) }
	return ticket{
		card:               cardOf(p.Card),
		StartDate:          (*string)(p.StartDate),
		Description:        p.Description,
		AcceptanceCriteria: p.AcceptanceCriteria,
		Dependencies:       front.Mapped(p.Before, link),
		Dependents:         front.Mapped(p.After, link),
		Subtasks:           front.Mapped(p.Subtasks, subtaskOf),
		ProjectUUID:        p.ProjectUUID,
		CreatedAt:          figures.Stamp(p.CreatedAt),
		Version:            front.Version(p.ShownAt()),
	}
}

// ticketBody holds the fields of a ticket that a page may set.
type ticketBody struct {
	Title              domain.Opt[string]       `json:"title" rule:"title" need:"yes"`
	Description        domain.Opt[*string]      `json:"description" rule:"description"`
	Priority           domain.Opt[string]       `json:"priority" rule:"priority"`
	Status             domain.Opt[string]       `json:"status" rule:"status key"`
	StoryPoints        domain.Opt[float64]      `json:"story_points" rule:"points"`
	StartDate          domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	DueDate            domain.Opt[*domain.Date] `json:"due_date" rule:"date"`
	Epic               domain.Opt[*string]      `json:"epic_uuid" rule:"epic"`
	Sprint             domain.Opt[*string]      `json:"sprint_uuid" rule:"sprint"`
	AssigneeID         domain.Opt[*int64]       `json:"assignee_id" rule:"user"`
	AcceptanceCriteria domain.Opt[[]string]     `json:"acceptance_criteria" rule:"lines"`
	Dependencies       domain.Opt[[]string]     `json:"dependencies" rule:"dependencies"`
	Tags               domain.Opt[[]string]     `json:"tags" rule:"tags"`
	Type               domain.Opt[*string]      `json:"type_uuid" rule:"type"`
	After              domain.Opt[string]       `json:"after_uuid" rule:"ticket"`
	Before             domain.Opt[string]       `json:"before_uuid" rule:"ticket"`
}

func (b ticketBody) patch() domain.TicketPatch { return domain.TicketPatch(b) }

func (d *Dash) createTicket(r *request) (any, error) {
	t, err := d.app.Tickets.CreateTicket(r.ctx, r.caller(), r.UUID, create(r, ticketBody.patch))
	if err != nil {
		return nil, err
	}
	page, err := d.ticketPage(r, t.UUID)
	return made{page}, err
}

func (d *Dash) getTicket(r *request) (any, error) {
	return d.ticketPage(r, r.UUID)
}

// ticketPage reads everything that the page of a ticket shows.
func (d *Dash) ticketPage(r *request, uuid string) (ticket, error) {
	p, err := d.app.Tickets.TicketPage(r.ctx, r.caller(), uuid)
	return ticketOf(p), err
}

func (d *Dash) updateTicket(r *request) (any, error) {
	caller := expecting(r, func(t domain.Ticket) string { return front.Version(t.ShownAt()) })
	if _, err := d.app.Tickets.UpdateTicket(r.ctx, caller, r.UUID, patch(r, ticketBody.patch)); err != nil {
		return nil, err
	}
	return d.ticketPage(r, r.UUID)
}

func (d *Dash) deleteTicket(r *request) (any, error) {
	return done{true}, d.app.Tickets.DeleteTicket(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) restoreTicket(r *request) (any, error) {
	if err := d.app.Tickets.RestoreTicket(r.ctx, r.caller(), r.UUID); err != nil {
		return nil, err
	}
	return d.ticketPage(r, r.UUID)
}
