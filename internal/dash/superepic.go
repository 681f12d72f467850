package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// superEpic is a super-epic after a write.
type superEpic struct {
	UUID        string   `json:"uuid"`
	Title       string   `json:"title"`
	Description *string  `json:"description"`
	Status      string   `json:"status" rule:"super-epic status"`
	Tags        []string `json:"tags"`
}

type superEpicBody struct {
	Title       domain.Opt[string]   `json:"title" rule:"title" need:"yes"`
	Description domain.Opt[*string]  `json:"description" rule:"description"`
	Status      domain.Opt[string]   `json:"status" rule:"super-epic status"`
	Tags        domain.Opt[[]string] `json:"tags" rule:"tags"`
}

func (b superEpicBody) patch() domain.SuperEpicPatch { return domain.SuperEpicPatch(b) }

func superEpicOf(s domain.SuperEpic) superEpic {
	return superEpic{s.UUID, s.Title, s.Description, s.Status, front.Mapped(s.Tags, tagUUID)}
}

func (d *Dash) createSuperEpic(r *request) (any, error) {
	s, err := d.app.Plan.CreateSuperEpic(r.ctx, r.caller(), r.UUID, create(r, superEpicBody.patch))
	return made{superEpicOf(s)}, err
}

func (d *Dash) updateSuperEpic(r *request) (any, error) {
	caller := expecting(r, func(s domain.SuperEpic) string { return front.Version(s.UpdatedAt) })
	s, err := d.app.Plan.UpdateSuperEpic(r.ctx, caller, r.UUID, patch(r, superEpicBody.patch))
	return superEpicOf(s), err
}

func (d *Dash) deleteSuperEpic(r *request) (any, error) {
	return done{true}, d.app.Plan.DeleteSuperEpic(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) getSuperEpic(r *request) (any, error) {
	v, err := d.app.Money.SuperEpicPage(r.ctx, r.caller(), r.UUID)
	return nodePageOf(v), err
}
