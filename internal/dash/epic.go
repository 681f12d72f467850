package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
)

// epic is an epic after a write.
type epic struct {
	UUID          string   `json:"uuid"`
	Title         string   `json:"title"`
	Description   *string  `json:"description"`
	Status        string   `json:"status" rule:"epic status"`
	SuperEpicUUID *string  `json:"super_epic_uuid"`
	StartDate     *string  `json:"start_date"`
	TargetDate    *string  `json:"target_date"`
	Tags          []string `json:"tags"`
}

type epicBody struct {
	Title       domain.Opt[string]       `json:"title" rule:"title" need:"yes"`
	Description domain.Opt[*string]      `json:"description" rule:"description"`
	SuperEpic   domain.Opt[*string]      `json:"super_epic_uuid" rule:"super-epic"`
	Status      domain.Opt[string]       `json:"status" rule:"epic status"`
	Tags        domain.Opt[[]string]     `json:"tags" rule:"tags"`
	StartDate   domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	TargetDate  domain.Opt[*domain.Date] `json:"target_date" rule:"date"`
}

func (b epicBody) patch() domain.EpicPatch { return domain.EpicPatch(b) }

func epicOf(e domain.Epic) epic {
	return epic{
		UUID: e.UUID, Title: e.Title, Description: e.Description, Status: e.Status, SuperEpicUUID: e.SuperEpicUUID,
		StartDate: (*string)(e.StartDate), TargetDate: (*string)(e.TargetDate), Tags: front.Mapped(e.Tags, tagUUID),
	}
}

func (d *Dash) createEpic(r *request) (any, error) {
	e, err := d.app.Plan.CreateEpic(r.ctx, r.caller(), r.UUID, create(r, epicBody.patch))
	return made{epicOf(e)}, err
}

func (d *Dash) updateEpic(r *request) (any, error) {
	caller := expecting(r, func(e domain.Epic) string { return front.Version(e.UpdatedAt) })
	e, err := d.app.Plan.UpdateEpic(r.ctx, caller, r.UUID, patch(r, epicBody.patch))
	return epicOf(e), err
}

func (d *Dash) deleteEpic(r *request) (any, error) {
	return done{true}, d.app.Plan.DeleteEpic(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) getEpic(r *request) (any, error) {
	v, err := d.app.Money.EpicPage(r.ctx, r.caller(), r.UUID)
	return nodePageOf(v), err
}

// nodePage is the page of an epic or a super-epic.
type nodePage struct {
	planNode

	Description   *string     `json:"description"`
	EngagedCharge *float64    `json:"engaged_charge"` // null if the reader may not see it
	Epics         []planNode  `json:"epics"`          // of a super-epic
	Burnup        []burnupDay `json:"burnup"`
	Open          []card      `json:"open"`       // unfinished tickets, in the order of the project
	OpenTotal     int         `json:"open_total"` // including those not listed
	Today         string      `json:"today"`
	Version       string      `json:"version"` // to be sent in If-Match to change this version only
}

type burnupDay struct {
	Date  string  `json:"date"`
	Scope float64 `json:"scope"`
	Done  float64 `json:"done"`
}

func nodePageOf(v money.NodePage) nodePage {
	return nodePage{
		planNode:      nodeOf(v.RoadmapItem),
		Description:   v.Description,
		EngagedCharge: v.Engaged.Ptr(),
		Epics:         front.Mapped(v.Epics, nodeOf),
		Burnup:        front.Mapped(v.Burnup, func(b money.BurnupDay) burnupDay { return burnupDay{b.Day.String(), b.Scope, b.Done} }),
		Open:          front.Mapped(v.Open, cardOf),
		OpenTotal:     v.OpenTotal,
		Today:         v.Today.String(),
		Version:       front.Version(v.UpdatedAt),
	}
}
