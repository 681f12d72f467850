package apiv1

import (
	"earnest/internal/domain"
)

// sprint is the wire form of a sprint, which does not include the time of its last change.
type sprint struct {
	UUID         string   `json:"uuid" format:"uuid"`
	ProjectID    int64    `json:"project_id"`
	Title        string   `json:"title" rule:"title"`
	Goal         *string  `json:"goal" rule:"goal"`
	Status       string   `json:"status" rule:"sprint status"`
	StartDate    *string  `json:"start_date" rule:"date"`
	EndDate      *string  `json:"end_date" rule:"date"`
	DoD          []string `json:"dod" rule:"lines" null:"yes" doc:"the sprint's Definition of Done; null when there is none"`
	CreatedAt    string   `json:"created_at" format:"stamp"`
	CreatedAtISO string   `json:"created_at_iso" format:"date-time"`
}

// sprintBody holds the fields of a sprint that a caller may send.
type sprintBody struct {
	Title     domain.Opt[string]       `json:"title" rule:"title" need:"yes"`
	Goal      domain.Opt[*string]      `json:"goal" rule:"goal"`
	Status    domain.Opt[string]       `json:"status" rule:"sprint status"`
	StartDate domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	EndDate   domain.Opt[*domain.Date] `json:"end_date" rule:"date" doc:"not before start_date"`
	DoD       domain.Opt[[]string]     `json:"dod" rule:"lines" null:"yes"`
}

func (b sprintBody) patch() domain.SprintPatch { return domain.SprintPatch(b) }

func sprintOf(s domain.Sprint) sprint {
	return sprint{
		UUID:         s.UUID,
		ProjectID:    s.ProjectID,
		Title:        s.Title,
		Goal:         s.Goal,
		Status:       string(s.Status),
		StartDate:    (*string)(s.StartDate),
		EndDate:      (*string)(s.EndDate),
		DoD:          s.DoD,
		CreatedAt:    stamp(s.CreatedAt),
		CreatedAtISO: domain.Instant(s.CreatedAt),
	}
}

func taggedSprint(s domain.Sprint) tagged {
	return tagged{data: sprintOf(s), uuid: s.UUID, etag: etagOf(sprintShape, s.UpdatedAt)}
}

func (a *API) listSprints(r *request) (any, error) {
	return projectList(r, a.app.Plan.Sprints, sprintOf, domain.Sprint.Position)
}

func (a *API) getSprint(r *request) (any, error) {
	s, err := a.app.Plan.Sprint(r.ctx, r.caller, r.uuid)
	return taggedSprint(s), err
}

func (a *API) createSprint(r *request) (any, error) {
	project, in, err := create(r, "project_uuid", "project", sprintBody.patch)
	if err != nil {
		return nil, err
	}
	return made(r, func(s domain.SprintSum) tagged { return taggedSprint(s.Sprint) }, func(caller domain.Caller) (domain.SprintSum, error) {
		return a.app.Plan.CreateSprint(r.ctx, caller, project, in)
	})
}

func (a *API) updateSprint(r *request) (any, error) {
	s, err := a.app.Plan.UpdateSprint(r.ctx, matching(r, taggedSprint), r.uuid, patch(r, sprintBody.patch))
	return taggedSprint(s.Sprint), err
}
