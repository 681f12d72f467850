package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/work"
)

// project is the wire form of a project.
type project struct {
	UUID           string   `json:"uuid" format:"uuid"`
	Key            string   `json:"key" rule:"project key" doc:"the first part of the keys of its tickets, such as TIC-42; unique in the installation"`
	Name           string   `json:"name" rule:"project name"`
	Description    *string  `json:"description" rule:"description"`
	Color          string   `json:"color" rule:"color"`
	DefaultDoD     []string `json:"default_dod" rule:"lines" null:"yes" doc:"the Definition of Done the team starts from; null when there is none"`
	ContingencyPct float64  `json:"contingency_pct" rule:"percent" doc:"the part of the budget kept in reserve"`
	Budget         *float64 `json:"budget" rule:"money" doc:"the budget at completion (BAC); null when none is declared"`
	Currency       *string  `json:"currency" rule:"currency" doc:"the ISO 4217 code of the currency of every amount; null when it is not set"`
	UserRole       string   `json:"user_role" rule:"role" doc:"the caller's role in the project"`
	CreatedAt      string   `json:"created_at" format:"stamp"`
	CreatedAtISO   string   `json:"created_at_iso" format:"date-time"`
	UpdatedAt      string   `json:"updated_at" format:"stamp"`
	UpdatedAtISO   string   `json:"updated_at_iso" format:"date-time"`
}

// projectItem is a project in a list.
type projectItem struct {
	project
	MemberCount int `json:"member_count" doc:"the number of people in the team"`
}

// projectBody holds the fields of a project that a caller may send.
type projectBody struct {
	Name           domain.Opt[string]   `json:"name" rule:"project name" need:"yes"`
	Description    domain.Opt[*string]  `json:"description" rule:"description"`
	Color          domain.Opt[string]   `json:"color" rule:"color"`
	DefaultDoD     domain.Opt[[]string] `json:"default_dod" rule:"lines" null:"yes"`
	ContingencyPct domain.Opt[float64]  `json:"contingency_pct" rule:"percent"`
	Budget         domain.Opt[*float64] `json:"budget" rule:"money"`
	Currency       domain.Opt[*string]  `json:"currency" rule:"currency"`
	Key            domain.Opt[string]   `json:"key" rule:"project key" doc:"the first part of the keys of its tickets; a key that it had before keeps working"`
}

// patch leaves the audience of daily rates and the calendar unset, because they are not part of the contract.
func (b projectBody) patch() domain.ProjectPatch {
	return domain.ProjectPatch{
		Name:           b.Name,
		Description:    b.Description,
		Color:          b.Color,
		DefaultDoD:     b.DefaultDoD,
		ContingencyPct: b.ContingencyPct,
		Budget:         b.Budget,
		Currency:       b.Currency,
		Key:            b.Key,
	}
}

func projectOf(p domain.Project) project {
	return project{
		UUID:           p.UUID,
		Key:            p.Key,
		Name:           p.Name,
		Description:    p.Description,
		Color:          p.Color,
		DefaultDoD:     p.DefaultDoD,
		ContingencyPct: p.ContingencyPct,
		Budget:         p.Budget,
		Currency:       p.Currency,
		UserRole:       string(p.UserRole),
		CreatedAt:      stamp(p.CreatedAt),
		CreatedAtISO:   domain.Instant(p.CreatedAt),
		UpdatedAt:      stamp(p.UpdatedAt),
		UpdatedAtISO:   domain.Instant(p.UpdatedAt),
	}
}

func projectItemOf(p domain.Project) projectItem { return projectItem{projectOf(p), p.MemberCount} }

func taggedProject(p domain.Project) tagged {
	return tagged{data: projectOf(p), uuid: p.UUID, etag: etagOf(projectShape, p.UpdatedAt, string(p.UserRole))}
}

func (a *API) listProjects(r *request) (any, error) {
	return newListing(r, r.query(), projectItemOf, domain.Project.Position, func(in domain.Input[domain.Page], out work.List[domain.Project]) error {
		return a.app.Projects.Projects(r.ctx, r.caller, in, out)
	}), nil
}

func (a *API) getProject(r *request) (any, error) {
	p, err := a.app.Projects.Project(r.ctx, r.caller, r.uuid)
	return taggedProject(p), err
}

func (a *API) createProject(r *request) (any, error) {
	o, err := r.Object()
	if err != nil {
		return nil, err
	}
	body, err := input.Create[projectBody](o)
	if err != nil {
		return nil, err
	}
	return made(r, taggedProject, func(caller domain.Caller) (domain.Project, error) {
		return a.app.Projects.CreateProject(r.ctx, caller, body.patch())
	})
}

func (a *API) updateProject(r *request) (any, error) {
	p, err := a.app.Projects.UpdateProject(r.ctx, matching(r, taggedProject), r.uuid, patch(r, projectBody.patch))
	return taggedProject(p), err
}

func (a *API) deleteProject(r *request) (any, error) {
	return deleted{true}, a.app.Projects.DeleteProject(r.ctx, matching(r, taggedProject), r.uuid, work.Unconfirmed())
}
