package apiv1

import (
	"earnest/internal/domain"
)

// superEpic is the wire form of a super-epic.
type superEpic struct {
	UUID         string  `json:"uuid" format:"uuid"`
	ProjectID    int64   `json:"project_id"`
	Title        string  `json:"title" rule:"title"`
	Description  *string `json:"description" rule:"description"`
	Status       string  `json:"status" rule:"super-epic status"`
	CreatedAt    string  `json:"created_at" format:"stamp"`
	CreatedAtISO string  `json:"created_at_iso" format:"date-time"`
	UpdatedAt    string  `json:"updated_at" format:"stamp"`
	UpdatedAtISO string  `json:"updated_at_iso" format:"date-time"`
	Tags         []tag   `json:"tags"`
}

// superEpicBody holds the fields of a super-epic that a caller may send.
type superEpicBody struct {
	Title       domain.Opt[string]   `json:"title" rule:"title" need:"yes"`
	Description domain.Opt[*string]  `json:"description" rule:"description"`
	Status      domain.Opt[string]   `json:"status" rule:"super-epic status"`
	Tags        domain.Opt[[]string] `json:"tags" rule:"tags"`
}

func (b superEpicBody) patch() domain.SuperEpicPatch { return domain.SuperEpicPatch(b) }

func superEpicOf(s domain.SuperEpic) superEpic {
	return superEpic{
		UUID:         s.UUID,
		ProjectID:    s.ProjectID,
		Title:        s.Title,
		Description:  s.Description,
		Status:       s.Status,
		CreatedAt:    stamp(s.CreatedAt),
		CreatedAtISO: domain.Instant(s.CreatedAt),
		UpdatedAt:    stamp(s.UpdatedAt),
		UpdatedAtISO: domain.Instant(s.UpdatedAt),
		Tags:         tagsOf(s.Tags),
	}
}

func taggedSuperEpic(s domain.SuperEpic) tagged {
	return tagged{data: superEpicOf(s), uuid: s.UUID, etag: etagOf(superEpicShape, s.UpdatedAt)}
}

func (a *API) listSuperEpics(r *request) (any, error) {
	return projectList(r, a.app.Plan.SuperEpics, superEpicOf, domain.SuperEpic.Position)
}

func (a *API) getSuperEpic(r *request) (any, error) {
	s, err := a.app.Plan.SuperEpic(r.ctx, r.caller, r.uuid)
	return taggedSuperEpic(s), err
}

func (a *API) createSuperEpic(r *request) (any, error) {
	project, in, err := create(r, "project_uuid", "project", superEpicBody.patch)
	if err != nil {
		return nil, err
	}
	return made(r, taggedSuperEpic, func(caller domain.Caller) (domain.SuperEpic, error) {
		return a.app.Plan.CreateSuperEpic(r.ctx, caller, project, in)
	})
}

func (a *API) updateSuperEpic(r *request) (any, error) {
	s, err := a.app.Plan.UpdateSuperEpic(r.ctx, matching(r, taggedSuperEpic), r.uuid, patch(r, superEpicBody.patch))
	return taggedSuperEpic(s), err
}

func (a *API) deleteSuperEpic(r *request) (any, error) {
	return deleted{true}, a.app.Plan.DeleteSuperEpic(r.ctx, matching(r, taggedSuperEpic), r.uuid)
}
