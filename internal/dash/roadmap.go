package dash

import (
	"earnest/evm"
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
)

// roadmap is the plan of a project, above its sprints.
type roadmap struct {
	SuperEpics []planNode   `json:"super_epics"`
	Epics      []planNode   `json:"epics"`
	Links      []roadLink   `json:"links"`
	Milestones []milestone  `json:"milestones"`
	Schedule   roadSchedule `json:"schedule"`
	Today      string       `json:"today"` // the data date of the schedule
}

// planNode is an epic or a super-epic on the schedule. The dates of a super-epic span its epics.
type planNode struct {
	UUID           string          `json:"uuid"`
	Kind           domain.NodeType `json:"kind"`
	Title          string          `json:"title"`
	Status         string          `json:"status" rule:"epic status"`
	ParentUUID     *string         `json:"parent_uuid"`
	StartDate      *string         `json:"start_date"` // an epic's own dates
	TargetDate     *string         `json:"target_date"`
	Points         float64         `json:"points"`
	DonePoints     float64         `json:"done_points"`
	Tickets        int             `json:"tickets"`
	DoneTickets    int             `json:"done_tickets"`
	State          evm.EpicState   `json:"state"`
	PlannedStart   *string         `json:"planned_start"`
	PlannedFinish  *string         `json:"planned_finish"`
	Start          *string         `json:"start"`
	RemainingStart *string         `json:"remaining_start"`
	Finish         *string         `json:"finish"`
	LateStart      *string         `json:"late_start"`
	LateFinish     *string         `json:"late_finish"`
	RemainingDays  *int            `json:"remaining_days"` // working days, as are the slacks; null while unknown
	TotalSlack     *int            `json:"total_slack"`
	FreeSlack      *int            `json:"free_slack"`
	Critical       bool            `json:"critical"`
	Cost           *float64        `json:"cost"` // null: the reader may not see it
	Minutes        int64           `json:"minutes"`
	Tags           []string        `json:"tags"`
}

// roadSchedule is what the schedule says about the roadmap as a whole.
type roadSchedule struct {
	PlannedFinish  *string    `json:"planned_finish"`
	ForecastFinish *string    `json:"forecast_finish"`
	CapacityFinish *string    `json:"capacity_finish"`
	Chains         [][]string `json:"chains"` // of critical epics
	ChainsMore     int        `json:"chains_more"`
	Pushed         []roadPush `json:"pushed"`
	Cycle          *[]string  `json:"cycle"` // null if the links form no cycle
}

// roadPush says by how many working days a link delays an epic.
type roadPush struct {
	Link string `json:"link"`
	Pred string `json:"pred"`
	Succ string `json:"succ"`
	Days int    `json:"days"`
}

// getRoadmap returns the roadmap. If an epic is named, its own dates are replaced by those in the query, so that a page can show what a change
// would do before it is saved.
func (d *Dash) getRoadmap(r *request) (any, error) {
	p := r.params()
	tried := money.EpicDates{Start: p.Day("start_date"), Target: p.Day("target_date")}
	if epic := p.UUID("epic", "epic"); epic != nil {
		tried.Epic = *epic
	}
	if p.Err != nil {
		return nil, p.Err
	}
	v, err := d.app.Money.RoadmapPage(r.ctx, r.caller(), r.UUID, tried)
	if err != nil {
		return nil, err
	}
	return roadmap{
		SuperEpics: front.Mapped(v.SuperEpics, nodeOf),
		Epics:      front.Mapped(v.Epics, nodeOf),
		Links:      front.Mapped(v.Links, linkOf),
		Milestones: front.Mapped(v.Milestones, milestoneOf),
		Schedule:   roadScheduleOf(v.Schedule),
		Today:      v.Today.String(),
	}, nil
}

func nodeOf(i money.RoadmapItem) planNode {
	t := i.Times
	return planNode{
		UUID:           i.UUID,
		Kind:           i.Type,
		Title:          i.Title,
		Status:         i.Status,
		ParentUUID:     i.Parent,
		StartDate:      (*string)(i.StartDate),
		TargetDate:     (*string)(i.TargetDate),
		Points:         i.Points,
		DonePoints:     i.Done,
		Tickets:        i.Tickets,
		DoneTickets:    i.DoneTickets,
		State:          t.State,
		PlannedStart:   figures.DayText(t.PlannedStart),
		PlannedFinish:  figures.DayText(t.PlannedFinish),
		Start:          figures.DayText(t.Start),
		RemainingStart: figures.DayText(t.RemainingStart),
		Finish:         figures.DayText(t.Finish),
		LateStart:      figures.DayText(t.LateStart),
		LateFinish:     figures.DayText(t.LateFinish),
		RemainingDays:  t.RemainingDays,
		TotalSlack:     t.TotalSlack,
		FreeSlack:      t.FreeSlack,
		Critical:       t.Critical,
		Cost:           i.Cost.Ptr(),
		Minutes:        i.Minutes,
		Tags:           front.Mapped(i.Tags, tagUUID),
	}
}

func tagUUID(t domain.Tag) string { return t.UUID }

func roadScheduleOf(s evm.RoadmapSchedule) roadSchedule {
	out := roadSchedule{
		PlannedFinish: figures.DayText(s.PlannedFinish), ForecastFinish: figures.DayText(s.ForecastFinish), CapacityFinish: figures.DayText(s.CapacityFinish),
		Chains: s.Chains, ChainsMore: s.ChainsMore, Pushed: front.Mapped(s.Pushed, func(p evm.Push) roadPush { return roadPush(p) }),
	}
	if len(s.Cycle) > 0 {
		out.Cycle = &s.Cycle
	}
	return out
}
