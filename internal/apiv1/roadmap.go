package apiv1

import (
	"earnest/internal/domain"
)

// dependency is the wire form of a roadmap link.
type dependency struct {
	UUID     string `json:"uuid" format:"uuid"`
	Type     string `json:"type" enum:"FS" doc:"FS: the successor starts when the predecessor is finished"`
	PredType string `json:"pred_type" rule:"node type"`
	PredUUID string `json:"pred_uuid" format:"uuid"`
	SuccType string `json:"succ_type" rule:"node type"`
	SuccUUID string `json:"succ_uuid" format:"uuid"`
}

// milestone is the wire form of a milestone.
type milestone struct {
	UUID  string `json:"uuid" format:"uuid"`
	Name  string `json:"name" rule:"label"`
	Date  string `json:"date" rule:"date"`
	Color string `json:"color" rule:"color"`
}

func dependencyOf(l domain.Link) dependency {
	return dependency{
		UUID:     l.UUID,
		Type:     string(l.Type),
		PredType: string(l.PredType),
		PredUUID: l.PredUUID,
		SuccType: string(l.SuccType),
		SuccUUID: l.SuccUUID,
	}
}

func milestoneOf(m domain.Milestone) milestone {
	return milestone{UUID: m.UUID, Name: m.Name, Date: string(m.Date), Color: m.Color}
}

// listDependencies lists the links of the one type that is part of the contract.
func (a *API) listDependencies(r *request) (any, error) {
	return projectList(r, a.app.Plan.FinishToStartLinks, dependencyOf, domain.Link.Position)
}

func (a *API) listMilestones(r *request) (any, error) {
	return projectList(r, a.app.Plan.Milestones, milestoneOf, domain.Milestone.Position)
}
