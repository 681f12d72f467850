package dash

import (
	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/money"
)

// roadmap is the plan of a project, above its sprints.
type roadmap struct {
	SuperEpics []planNode  `json:"super_epics"`
	Epics      []planNode  `json:"epics"`
	Links      []roadLink  `json:"links"`
	Milestones []milestone `json:"milestones"`
	Path       path        `json:"path"`
	Today      string      `json:"today"`
}

// planNode is an epic or a super-epic. Times are days from the start of the roadmap, and null while unknown.
type planNode struct {
	UUID         string              `json:"uuid"`
	Kind         domain.NodeType     `json:"kind"`
	Title        string              `json:"title"`
	Status       string              `json:"status" rule:"epic status"`
	ParentUUID   *string             `json:"parent_uuid"`
	Points       float64             `json:"points"`
	DonePoints   float64             `json:"done_points"`
	Tickets      int                 `json:"tickets"`
	DoneTickets  int                 `json:"done_tickets"`
	Start        *string             `json:"start"`
	End          *string             `json:"end"`
	Duration     *float64            `json:"duration"`
	DurationFrom *evm.DurationSource `json:"duration_from"` // null: a super-epic
	ES           *float64            `json:"es"`
	EF           *float64            `json:"ef"`
	LS           *float64            `json:"ls"`
	LF           *float64            `json:"lf"`
	TotalSlack   *float64            `json:"total_slack"`
	FreeSlack    *float64            `json:"free_slack"`
	Critical     bool                `json:"critical"`
	Cost         *float64            `json:"cost"` // null: the reader may not see it
	Minutes      int64               `json:"minutes"`
	Tags         []string            `json:"tags"`
}

// path is the critical path that the links produce.
type path struct {
	Duration float64   `json:"duration"`
	Critical []string  `json:"critical"`
	Chain    []string  `json:"chain"`
	Unknown  []string  `json:"unknown"`
	Cycle    *[]string `json:"cycle"` // null if the links form no cycle
}

func (d *Dash) getRoadmap(r *request) (any, error) {
	v, err := d.app.Money.RoadmapPage(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return roadmap{
		SuperEpics: mapped(v.SuperEpics, nodeOf),
		Epics:      mapped(v.Epics, nodeOf),
		Links:      mapped(v.Links, linkOf),
		Milestones: mapped(v.Milestones, milestoneOf),
		Path:       pathOf(v.Path),
		Today:      v.Today.String(),
	}, nil
}

func nodeOf(i money.RoadmapItem) planNode {
	n := planNode{
		UUID:        i.UUID,
		Kind:        i.Type,
		Title:       i.Title,
		Status:      i.Status,
		ParentUUID:  i.Parent,
		Points:      i.Points,
		DonePoints:  i.Done,
		Tickets:     i.Tickets,
		DoneTickets: i.DoneTickets,
		Start:       dayText(i.Start),
		End:         dayText(i.End),
		Duration:    i.Times.Duration.Ptr(),
		ES:          i.Times.ES.Ptr(),
		EF:          i.Times.EF.Ptr(),
		LS:          i.Times.LS.Ptr(),
		LF:          i.Times.LF.Ptr(),
		TotalSlack:  i.Times.TotalSlack.Ptr(),
		FreeSlack:   i.Times.FreeSlack.Ptr(),
		Critical:    i.Times.Critical,
		Cost:        i.Cost.Ptr(),
		Minutes:     i.Minutes,
		Tags:        mapped(i.Tags, tagUUID),
	}
	if i.Type == domain.EpicNode {
		n.DurationFrom = &i.Source
	}
	return n
}

func tagUUID(t domain.Tag) string { return t.UUID }

func pathOf(p evm.Path) path {
	out := path{Duration: p.Duration, Critical: p.Critical, Chain: p.Chain, Unknown: p.Unknown}
	if len(p.Cycle) > 0 {
		out.Cycle = &p.Cycle
	}
	return out
}
