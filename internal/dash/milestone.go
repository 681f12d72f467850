package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// milestone is a date marked on the roadmap.
type milestone struct {
	UUID    string `json:"uuid"`
	Name    string `json:"name"`
	Date    string `json:"date"`
	Color   string `json:"color"`
	Version string `json:"version"` // to be sent in If-Match to change this version only
}

type milestoneBody struct {
	Name  domain.Opt[string]      `json:"name" rule:"label" need:"yes"`
	Date  domain.Opt[domain.Date] `json:"date" rule:"date" need:"yes"`
	Color domain.Opt[string]      `json:"color" rule:"color"`
}

func (b milestoneBody) patch() domain.MilestonePatch { return domain.MilestonePatch(b) }

func milestoneOf(m domain.Milestone) milestone {
	return milestone{UUID: m.UUID, Name: m.Name, Date: string(m.Date), Color: m.Color, Version: front.Version(m.UpdatedAt)}
}

func (d *Dash) createMilestone(r *request) (any, error) {
	m, err := d.app.Plan.CreateMilestone(r.ctx, r.caller(), r.UUID, create(r, milestoneBody.patch))
	return made{milestoneOf(m)}, err
}

func (d *Dash) updateMilestone(r *request) (any, error) {
	caller := expecting(r, func(m domain.Milestone) string { return front.Version(m.UpdatedAt) })
	m, err := d.app.Plan.UpdateMilestone(r.ctx, caller, r.UUID, patch(r, milestoneBody.patch))
	return milestoneOf(m), err
}

func (d *Dash) deleteMilestone(r *request) (any, error) {
	return done{true}, d.app.Plan.DeleteMilestone(r.ctx, r.caller(), r.UUID)
}
