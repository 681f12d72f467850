package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// RoadmapPage is the plan of a project at the level above its sprints, read from one snapshot.
type RoadmapPage struct {
	SuperEpics []RoadmapItem
	Epics      []RoadmapItem
	Links      []domain.Link
	Milestones []domain.Milestone
	Schedule   evm.RoadmapSchedule
	Today      evm.Day
}

// RoadmapItem is an epic or super-epic with the totals of its tickets.
type RoadmapItem struct {
	domain.RoadmapNode

	Points, Done         float64
	Tickets, DoneTickets int
	Times                evm.ScheduledEpic // those of a super-epic span its epics
	Minutes              int64
	Cost                 evm.Maybe // unknown to a reader who may not see the cost
}

// EpicDates are own dates of an epic that have not been saved.
type EpicDates struct {
	Epic          string // its uuid; empty: none
	Start, Target *domain.Date
}

// RoadmapPage returns the roadmap of a project as it would be with the given dates; stored data do not change.
func (a *Service) RoadmapPage(ctx context.Context, caller domain.Caller, project string, tried EpicDates) (RoadmapPage, error) {
	plan, err := work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (roadmap, error) {
		return a.readRoadmap(ctx, tx, access, domain.Opt[[]int64]{})
	})
	if err == nil {
		err = plan.try(tried)
	}
	if err != nil {
		return RoadmapPage{}, err
	}
	return plan.view(ctx)
}

// roadmap is the stored plan of a project.
type roadmap struct {
	Insight

	superEpics, epics []domain.RoadmapNode
	milestones        []domain.Milestone
}

// readRoadmap reads the plan of a project that the caller may read. If epics are given, only their time is read. The number of statements is
// constant.
func (a *Service) readRoadmap(ctx context.Context, tx *db.Tx, access domain.Access, epics domain.Opt[[]int64]) (plan roadmap, err error) {
	if plan.Insight, err = a.linkedInsight(ctx, tx, reading{projectID: access.ProjectID, withCost: access.SeesCost(), epics: epics}); err != nil {
		return plan, err
	}
	if plan.superEpics, plan.epics, err = workstore.RoadmapNodes(ctx, tx, access.ProjectID); err != nil {
		return plan, err
	}
	plan.milestones, err = db.Collect(workstore.Milestones(ctx, tx, access.ProjectID, domain.Page{}))
	return plan, err
}

// try replaces the own dates of an epic.
func (plan *roadmap) try(dates EpicDates) error {
	if dates.Epic == "" {
		return nil
	}
	if err := domain.CheckEpicDates(dates.Start, dates.Target); err != nil {
		return err
	}
	for i, n := range plan.epics {
		if n.UUID == dates.Epic {
			plan.epics[i].StartDate, plan.epics[i].TargetDate = dates.Start, dates.Target
		}
	}
	for id, uuid := range plan.Insight.epics {
		if uuid == dates.Epic {
			plan.road.own[id] = ownDates{evmDayOrNil(dates.Start), evmDayOrNil(dates.Target)}
			return nil
		}
	}
	return domain.Invalidf("epic must be the uuid of an epic of this project").At("epic")
}

// view computes the figures that the pages show.
func (plan *roadmap) view(ctx context.Context) (RoadmapPage, error) {
	schedule, err := plan.Schedule(ctx)
	if err != nil {
		return RoadmapPage{}, err
	}
	view := RoadmapPage{Links: plan.road.links, Milestones: plan.milestones, Schedule: schedule, Today: plan.Today}
	within := map[string][]evm.ScheduledEpic{} // the epics of each super-epic
	for _, e := range plan.epics {
		if e.Parent != nil {
			within[*e.Parent] = append(within[*e.Parent], schedule.Epics[e.UUID])
		}
	}
	totals := plan.nodeTotals(plan.superEpics, func(epicID int64) string { return plan.road.parents[epicID] })
	for _, n := range plan.superEpics {
		view.SuperEpics = append(view.SuperEpics, totals.fill(RoadmapItem{RoadmapNode: n, Times: spanning(within[n.UUID])}))
	}
	totals = plan.nodeTotals(plan.epics, func(epicID int64) string { return plan.Insight.epics[epicID] })
	for _, n := range plan.epics {
		view.Epics = append(view.Epics, totals.fill(RoadmapItem{RoadmapNode: n, Times: schedule.Epics[n.UUID]}))
	}
	return view, ctx.Err()
}

// nodeTotals holds the totals of epics or super-epics, by the position of the node plus one.
type nodeTotals struct {
	in     Insight
	number map[string]int64
	points map[int64]evm.Points
	spent  map[int64]evm.Spent
}

// nodeTotals adds up the contents of nodes; node returns the uuid of the node that an epic belongs to.
func (in Insight) nodeTotals(nodes []domain.RoadmapNode, node func(epicID int64) string) nodeTotals {
	t := nodeTotals{in: in, number: map[string]int64{}}
	for i, n := range nodes {
		t.number[n.UUID] = int64(i) + 1
	}
	of := map[int64]int64{} // the number of the node that each epic belongs to
	for _, e := range in.Project.Epics {
		of[e.ID] = t.number[node(e.ID)]
	}
	t.points = in.Project.PointsBy(func(t evm.Ticket) int64 { return of[t.EpicID] })
	t.spent = in.Project.SpentBy(func(_, epicID, _ int64) int64 { return of[epicID] })
	return t
}

// fill returns the item with the totals of its contents.
func (t nodeTotals) fill(item RoadmapItem) RoadmapItem {
	id := t.number[item.UUID]
	points := t.points[id]
	item.Points, item.Done, item.Tickets, item.DoneTickets = points.Total, points.Done, int(points.Tickets), int(points.DoneTickets)
	item.Minutes, item.Cost = t.spent[id].Minutes, t.in.Known(t.spent[id].Cost)
	return item
}

// spanning sums up the epics of a super-epic: it starts with the first, finishes with the last and has the smallest slack of those that are not
// done. Its finish is unknown if that of any of them is.
func spanning(epics []evm.ScheduledEpic) (s evm.ScheduledEpic) {
	s.State = spanningState(epics)
	unknown := false
	for _, e := range epics {
		s.PlannedStart, s.PlannedFinish = lesser(s.PlannedStart, e.PlannedStart), greater(s.PlannedFinish, e.PlannedFinish)
		s.Start, s.Finish = lesser(s.Start, e.Start), greater(s.Finish, e.Finish)
		s.RemainingStart = lesser(s.RemainingStart, e.RemainingStart)
		s.LateStart, s.LateFinish = lesser(s.LateStart, e.LateStart), greater(s.LateFinish, e.LateFinish)
		s.TotalSlack, s.FreeSlack = lesser(s.TotalSlack, e.TotalSlack), lesser(s.FreeSlack, e.FreeSlack)
		s.Critical = s.Critical || e.Critical
		unknown = unknown || e.RemainingDays == nil
	}
	if unknown {
		s.Finish, s.LateFinish = nil, nil
	}
	return s
}

// spanningState returns the state of a super-epic: that of its epics, or in progress if they differ. Without epics it has not started.
func spanningState(epics []evm.ScheduledEpic) evm.EpicState {
	if len(epics) == 0 {
		return evm.EpicNotStarted
	}
	for _, e := range epics {
		if e.State != epics[0].State {
			return evm.EpicInProgress
		}
	}
	return epics[0].State
}

// lesser returns the lesser of two numbers, either of which may be nil.
func lesser[T evm.Day | int](a, b *T) *T {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// greater returns the greater of two numbers, either of which may be nil.
func greater[T evm.Day | int](a, b *T) *T {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
