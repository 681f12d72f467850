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
	Path       evm.Path
	Today      evm.Day
}

// RoadmapItem is an epic or super-epic with the totals of its tickets.
type RoadmapItem struct {
	domain.RoadmapNode

	Points, Done         float64
	Tickets, DoneTickets int
	Start, End           *evm.Day // of the dated sprints that its tickets are in; nil if there are none
	Times                evm.Node // unknown if the links form a cycle
	Source               evm.DurationSource
	Minutes              int64
	Cost                 evm.Maybe // unknown to a reader who may not see the cost
}

// RoadmapPage returns the roadmap of a project.
func (a *Service) RoadmapPage(ctx context.Context, caller domain.Caller, project string) (RoadmapPage, error) {
	plan, err := work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (roadmap, error) {
		return a.readRoadmap(ctx, tx, access, domain.Opt[[]int64]{})
	})
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
	if plan.Insight, err = a.readInsight(ctx, tx, access.ProjectID, access.SeesCost(), epics, nil); err != nil {
		return plan, err
	}
	if plan.links, err = db.Collect(workstore.Links(ctx, tx, access.ProjectID)); err != nil {
		return plan, err
	}
	if plan.superEpics, plan.epics, err = workstore.RoadmapNodes(ctx, tx, access.ProjectID); err != nil {
		return plan, err
	}
	plan.milestones, err = db.Collect(workstore.Milestones(ctx, tx, access.ProjectID))
	return plan, err
}

// view computes the figures that the pages show.
func (plan roadmap) view(ctx context.Context) (RoadmapPage, error) {
	path, err := plan.CriticalPath(ctx)
	if err != nil {
		return RoadmapPage{}, err
	}
	view := RoadmapPage{Links: plan.links, Milestones: plan.milestones, Path: path, Today: plan.Today}
	parents := map[string]string{}
	for _, e := range plan.epics {
		if e.Parent != nil {
			parents[e.UUID] = *e.Parent
		}
	}
	sources := plan.durationSources()
	totals := plan.nodeTotals(plan.superEpics, func(epicID int64) string { return parents[plan.Insight.epics[epicID]] })
	for _, n := range plan.superEpics {
		view.SuperEpics = append(view.SuperEpics, totals.fill(RoadmapItem{RoadmapNode: n, Times: path.Groups[n.UUID]}))
	}
	totals = plan.nodeTotals(plan.epics, func(epicID int64) string { return plan.Insight.epics[epicID] })
	for _, n := range plan.epics {
		view.Epics = append(view.Epics, totals.fill(RoadmapItem{RoadmapNode: n, Times: path.Nodes[n.UUID], Source: sources[n.UUID]}))
	}
	return view, ctx.Err()
}

// nodeTotals holds the totals of epics or super-epics, by the position of the node plus one.
type nodeTotals struct {
	in          Insight
	number      map[string]int64
	points      map[int64]evm.Points
	spent       map[int64]evm.Spent
	first, last map[int64]*evm.Day
}

// nodeTotals adds up the contents of nodes; node returns the uuid of the node that an epic belongs to.
func (in Insight) nodeTotals(nodes []domain.RoadmapNode, node func(epicID int64) string) nodeTotals {
	t := nodeTotals{in: in, number: map[string]int64{}, first: map[int64]*evm.Day{}, last: map[int64]*evm.Day{}}
	for i, n := range nodes {
		t.number[n.UUID] = int64(i) + 1
	}
	of := map[int64]int64{} // the number of the node that each epic belongs to
	for _, e := range in.Project.Epics {
		of[e.ID] = t.number[node(e.ID)]
	}
	t.points = in.Project.PointsBy(func(t evm.Ticket) int64 { return of[t.EpicID] })
	t.spent = in.Project.SpentBy(func(_, epicID, _ int64) int64 { return of[epicID] })
	spans := in.sprintSpans()
	for _, ticket := range in.Project.Tickets {
		if span, ok := spans[ticket.SprintID]; ok {
			id := of[ticket.EpicID]
			t.first[id], t.last[id] = widened(t.first[id], t.last[id], span)
		}
	}
	return t
}

// fill returns the item with the totals of its contents.
func (t nodeTotals) fill(item RoadmapItem) RoadmapItem {
	id := t.number[item.UUID]
	points := t.points[id]
	item.Points, item.Done, item.Tickets, item.DoneTickets = points.Total, points.Done, int(points.Tickets), int(points.DoneTickets)
	item.Start, item.End = t.first[id], t.last[id]
	item.Minutes, item.Cost = t.spent[id].Minutes, t.in.Known(t.spent[id].Cost)
	return item
}

// sprintSpans returns the first and the last day of each sprint that has both, by id.
func (in Insight) sprintSpans() map[int64][2]evm.Day {
	spans := map[int64][2]evm.Day{}
	for _, s := range in.Project.Sprints {
		if s.Start != nil && s.End != nil && *s.End >= *s.Start {
			spans[s.ID] = [2]evm.Day{*s.Start, *s.End}
		}
	}
	return spans
}

// durationSources returns where the duration of each epic comes from, by uuid.
func (in Insight) durationSources() map[string]evm.DurationSource {
	sources := map[string]evm.DurationSource{}
	for _, d := range in.sums.EpicDurations() {
		sources[in.epics[d.EpicID]] = d.Source
	}
	return sources
}

// widened extends a period to include a sprint; first and last are nil if the period has no days yet.
func widened(first, last *evm.Day, span [2]evm.Day) (start, end *evm.Day) {
	if first == nil {
		return &span[0], &span[1]
	}
	return new(min(*first, span[0])), new(max(*last, span[1]))
}
