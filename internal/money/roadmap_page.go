package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
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
	Cost, Engaged        evm.Maybe // unknown to a reader who may not see the cost
}

// RoadmapPage returns the roadmap of a project.
func (a *Service) RoadmapPage(ctx context.Context, caller domain.Caller, project string) (RoadmapPage, error) {
	plan, err := work.Read(ctx, a.DB, work.OfProject(caller, project), func(tx *db.Tx, access domain.Access) (roadmap, error) {
		return readRoadmap(ctx, tx, access)
	})
	if err != nil {
		return RoadmapPage{}, err
	}
	return plan.view(ctx, a.insightOf(plan.rows, dayEffort(plan.rows), nil))
}

// roadmap is the stored plan of a project.
type roadmap struct {
	rows              *store.Insight
	superEpics, epics []domain.RoadmapNode
	milestones        []domain.Milestone
}

// readRoadmap reads the plan of a project that the caller may read. The number of statements is constant.
func readRoadmap(ctx context.Context, tx *db.Tx, access domain.Access) (plan roadmap, err error) {
	if plan.rows, err = store.ReadInsight(ctx, tx, access.ProjectID, access.SeesCost()); err != nil {
		return plan, err
	}
	if plan.superEpics, plan.epics, err = workstore.RoadmapNodes(ctx, tx, access.ProjectID); err != nil {
		return plan, err
	}
	plan.milestones, err = db.Collect(workstore.Milestones(ctx, tx, access.ProjectID))
	return plan, err
}

// view computes the figures that the pages show.
func (plan roadmap) view(ctx context.Context, in Insight) (RoadmapPage, error) {
	path, err := in.CriticalPath(ctx)
	if err != nil {
		return RoadmapPage{}, err
	}
	view := RoadmapPage{Links: plan.rows.Links, Milestones: plan.milestones, Path: path, Today: in.Today}
	parts := in.roadmapParts(plan.epics)
	spans := in.sprintSpans()
	sources := in.durationSources()
	for _, n := range plan.superEpics {
		item := RoadmapItem{RoadmapNode: n, Times: view.Path.Groups[n.UUID]}
		view.SuperEpics = append(view.SuperEpics, in.filled(item, parts[n.UUID], spans))
	}
	for _, n := range plan.epics {
		item := RoadmapItem{RoadmapNode: n, Times: view.Path.Nodes[n.UUID], Source: sources[n.UUID]}
		view.Epics = append(view.Epics, in.filled(item, parts[n.UUID], spans))
	}
	return view, ctx.Err()
}

// roadmapParts returns each epic, and each super-epic that has epics, as a separate project, by uuid.
func (in Insight) roadmapParts(epics []domain.RoadmapNode) map[string]*evm.Project {
	parts, parents := map[string]*evm.Project{}, map[string]string{}
	for _, e := range epics {
		parts[e.UUID] = &evm.Project{}
		if e.Parent != nil {
			parts[*e.Parent], parents[e.UUID] = &evm.Project{}, *e.Parent
		}
	}
	add := func(epicID int64, to func(*evm.Project)) {
		for _, uuid := range []string{in.epics[epicID], parents[in.epics[epicID]]} {
			if part := parts[uuid]; part != nil {
				to(part)
			}
		}
	}
	for _, e := range in.Project.Epics {
		add(e.ID, func(p *evm.Project) { p.Epics = append(p.Epics, e) })
	}
	for _, t := range in.Project.Tickets {
		add(t.EpicID, func(p *evm.Project) { p.Tickets = append(p.Tickets, t) })
	}
	for _, e := range in.Project.Effort {
		add(e.EpicID, func(p *evm.Project) { p.Effort = append(p.Effort, e) })
	}
	return parts
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
	for _, d := range evm.EpicDurations(in.Project) {
		sources[in.epics[d.EpicID]] = d.Source
	}
	return sources
}

// filled returns the item with the totals of its contents; part is nil if it has none.
func (in Insight) filled(item RoadmapItem, part *evm.Project, spans map[int64][2]evm.Day) RoadmapItem {
	if part == nil {
		part = &evm.Project{}
	}
	own := evm.Compute(*part, in.Today)
	item.Points, item.Done = own.TotalExact, own.DoneSP
	item.Tickets, item.Minutes = len(part.Tickets), minutes(part.Effort)
	item.Cost, item.Engaged = in.Known(own.ACTotal), in.Known(own.EngagedCharge)
	for _, t := range part.Tickets {
		if t.Done {
			item.DoneTickets++
		}
		if span, ok := spans[t.SprintID]; ok {
			item.Start, item.End = widened(item.Start, item.End, span)
		}
	}
	return item
}

// widened extends a period to include a sprint; first and last are nil if the period has no days yet.
func widened(first, last *evm.Day, span [2]evm.Day) (start, end *evm.Day) {
	if first == nil {
		return &span[0], &span[1]
	}
	return new(min(*first, span[0])), new(max(*last, span[1]))
}
