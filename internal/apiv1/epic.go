package apiv1

import (
	"earnest/internal/domain"
)

// epic is the wire form of an epic.
type epic struct {
	UUID          string  `json:"uuid" format:"uuid"`
	ProjectID     int64   `json:"project_id"`
	SuperEpicID   *int64  `json:"super_epic_id"`
	SuperEpicUUID *string `json:"super_epic_uuid" format:"uuid"`
	Title         string  `json:"title" rule:"title"`
	Description   *string `json:"description" rule:"description"`
	Status        string  `json:"status" rule:"epic status"`
	CreatedAt     string  `json:"created_at" format:"stamp"`
	CreatedAtISO  string  `json:"created_at_iso" format:"date-time"`
	UpdatedAt     string  `json:"updated_at" format:"stamp"`
	UpdatedAtISO  string  `json:"updated_at_iso" format:"date-time"`
	Tags          []tag   `json:"tags"`
}

// epicBody holds the fields of an epic that a caller may send.
type epicBody struct {
	Title       domain.Opt[string]   `json:"title" rule:"title" need:"yes"`
	Description domain.Opt[*string]  `json:"description" rule:"description"`
	SuperEpic   domain.Opt[*string]  `json:"super_epic_uuid" rule:"super-epic"`
	Status      domain.Opt[string]   `json:"status" rule:"epic status"`
	Tags        domain.Opt[[]string] `json:"tags" rule:"tags"`
}

// patch leaves the dates unset, because they are not part of the contract.
func (b epicBody) patch() domain.EpicPatch {
	return domain.EpicPatch{Title: b.Title, Description: b.Description, SuperEpic: b.SuperEpic, Status: b.Status, Tags: b.Tags}
}

func epicOf(e domain.Epic) epic {
	return epic{
		UUID:          e.UUID,
		ProjectID:     e.ProjectID,
		SuperEpicID:   e.SuperEpicID,
		SuperEpicUUID: e.SuperEpicUUID,
		Title:         e.Title,
		Description:   e.Description,
		Status:        e.Status,
		CreatedAt:     stamp(e.CreatedAt),
		CreatedAtISO:  domain.Instant(e.CreatedAt),
		UpdatedAt:     stamp(e.UpdatedAt),
		UpdatedAtISO:  domain.Instant(e.UpdatedAt),
		Tags:          tagsOf(e.Tags),
	}
}

func taggedEpic(e domain.Epic) tagged {
	return tagged{data: epicOf(e), uuid: e.UUID, etag: etagOf(epicShape, e.UpdatedAt)}
}

func (a *API) listEpics(r *request) (any, error) {
	return projectList(r, a.app.Plan.Epics, epicOf, domain.Epic.Position)
}

func (a *API) getEpic(r *request) (any, error) {
	e, err := a.app.Plan.Epic(r.ctx, r.caller, r.uuid)
	return taggedEpic(e), err
}

func (a *API) createEpic(r *request) (any, error) {
	project, in, err := create(r, "project_uuid", "project", epicBody.patch)
	if err != nil {
		return nil, err
	}
	return made(r, taggedEpic, func(caller domain.Caller) (domain.Epic, error) {
		return a.app.Plan.CreateEpic(r.ctx, caller, project, in)
	})
}

func (a *API) updateEpic(r *request) (any, error) {
	e, err := a.app.Plan.UpdateEpic(r.ctx, matching(r, taggedEpic), r.uuid, patch(r, epicBody.patch))
	return taggedEpic(e), err
}

func (a *API) deleteEpic(r *request) (any, error) {
	return deleted{true}, a.app.Plan.DeleteEpic(r.ctx, matching(r, taggedEpic), r.uuid)
}
