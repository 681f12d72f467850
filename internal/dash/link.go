package dash

import (
	"earnest/internal/domain"
)

// roadLink is a link between two nodes of the roadmap.
type roadLink struct {
	UUID     string          `json:"uuid"`
	Type     string          `json:"type" rule:"link type"`
	PredType domain.NodeType `json:"pred_type"`
	PredUUID string          `json:"pred_uuid"`
	SuccType domain.NodeType `json:"succ_type"`
	SuccUUID string          `json:"succ_uuid"`
	LagDays  int64           `json:"lag_days"` // working days
}

type linkBody struct {
	Type     domain.Opt[string] `json:"type" rule:"link type"` // finish-to-start when left out
	LagDays  domain.Opt[int64]  `json:"lag_days" rule:"lag"`
	PredType domain.Opt[string] `json:"pred_type" rule:"node type" need:"yes"`
	PredUUID domain.Opt[string] `json:"pred_uuid" rule:"node" need:"yes"`
	SuccType domain.Opt[string] `json:"succ_type" rule:"node type" need:"yes"`
	SuccUUID domain.Opt[string] `json:"succ_uuid" rule:"node" need:"yes"`
}

func (b linkBody) link() domain.NewLink {
	return domain.NewLink{
		LinkPatch: domain.LinkPatch{Type: b.Type, LagDays: b.LagDays},
		Pred:      domain.Node{Type: domain.NodeType(b.PredType.Value), UUID: b.PredUUID.Value},
		Succ:      domain.Node{Type: domain.NodeType(b.SuccType.Value), UUID: b.SuccUUID.Value},
	}
}

func linkOf(l domain.Link) roadLink {
	return roadLink{
		UUID: l.UUID, Type: string(l.Type), PredType: l.PredType, PredUUID: l.PredUUID, SuccType: l.SuccType, SuccUUID: l.SuccUUID, LagDays: l.LagDays,
	}
}

type linkChange struct {
	Type    domain.Opt[string] `json:"type" rule:"link type"`
	LagDays domain.Opt[int64]  `json:"lag_days" rule:"lag"`
}

func (b linkChange) patch() domain.LinkPatch { return domain.LinkPatch(b) }

func (d *Dash) updateLink(r *request) (any, error) {
	l, err := d.app.Plan.UpdateLink(r.ctx, r.caller(), r.UUID, patch(r, linkChange.patch))
	return linkOf(l), err
}

func (d *Dash) createLink(r *request) (any, error) {
	l, err := d.app.Plan.CreateLink(r.ctx, r.caller(), r.UUID, create(r, linkBody.link))
	return made{linkOf(l)}, err
}

func (d *Dash) deleteLink(r *request) (any, error) {
	return done{true}, d.app.Plan.DeleteLink(r.ctx, r.caller(), r.UUID)
}
