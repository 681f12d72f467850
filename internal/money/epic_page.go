package money

import (
	"context"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// openTickets is the maximum number of tickets that the page of an epic lists.
const openTickets = 500

// NodePage is the data for the page of an epic or super-epic, read from one snapshot.
type NodePage struct {
	RoadmapItem

	Description *string
	UpdatedAt   time.Time
	Engaged     evm.Maybe     // the cost of its epics that are not done; unknown to a reader who may not see the cost
	Epics       []RoadmapItem // of a super-epic
	Burnup      []BurnupDay
	Open        []domain.Card // in the order of the project
	OpenTotal   int           // all unfinished tickets, including those not listed
	Today       evm.Day
}

// BurnupDay holds an epic's total and done points at the end of a day.
type BurnupDay struct {
	Day         evm.Day
	Scope, Done float64
}

// EpicPage returns an epic with its progress over time.
func (a *Service) EpicPage(ctx context.Context, caller domain.Caller, uuid string) (NodePage, error) {
	return a.nodePage(ctx, work.Target{Caller: caller, Access: workstore.EpicAccess, UUID: uuid}, func(tx *db.Tx) (*string, time.Time, error) {
		e, err := workstore.Epic(ctx, tx, uuid)
		return e.Description, e.UpdatedAt, err
	})
}

// SuperEpicPage returns a super-epic with the progress over time of the epics that are in it now.
func (a *Service) SuperEpicPage(ctx context.Context, caller domain.Caller, uuid string) (NodePage, error) {
	return a.nodePage(ctx, work.Target{Caller: caller, Access: workstore.SuperEpicAccess, UUID: uuid}, func(tx *db.Tx) (*string, time.Time, error) {
		s, err := workstore.SuperEpic(ctx, tx, uuid)
		return s.Description, s.UpdatedAt, err
	})
}

func (a *Service) nodePage(ctx context.Context, node work.Target, describe func(*db.Tx) (*string, time.Time, error)) (NodePage, error) {
	return work.Read(ctx, a.DB, node, func(tx *db.Tx, access domain.Access) (v NodePage, err error) {
		description, updatedAt, err := describe(tx)
		if err != nil {
			return v, err
		}
		ids, err := store.NodeEpics(ctx, tx, access.ProjectID, node.UUID)
		if err != nil {
			return v, err
		}
		plan, err := a.readRoadmap(ctx, tx, access, domain.Some(ids))
		if err != nil {
			return v, err
		}
		view, err := plan.view(ctx)
		if err != nil {
			return v, err
		}
		v = view.node(node.UUID)
		v.Description, v.UpdatedAt, v.Engaged = description, updatedAt, plan.Known(plan.Indicators().EngagedCharge)
		if v.Burnup, err = a.burnup(ctx, tx, access.ProjectID, ids, plan.uuidsOf(ids)); err != nil {
			return v, err
		}
		open := domain.CardFilter{
			ProjectID: access.ProjectID, Epic: domain.Choice[int64]{Of: append(ids, work.Nothing)}, Done: domain.Some(false), Limit: openTickets,
		}
		v.Open, v.OpenTotal, _, err = workstore.Cards(ctx, tx, open)
		return v, err
	})
}

// node returns one node with its epics.
func (view RoadmapPage) node(uuid string) NodePage {
	v := NodePage{Today: view.Today}
	for _, item := range slices.Concat(view.SuperEpics, view.Epics) {
		if item.UUID == uuid {
			v.RoadmapItem = item
		}
		if item.Parent != nil && *item.Parent == uuid {
			v.Epics = append(v.Epics, item)
		}
	}
	return v
}

// uuidsOf returns the uuids of epics as a set.
func (in Insight) uuidsOf(epics []int64) map[string]bool {
	uuids := map[string]bool{}
	for _, id := range epics {
		uuids[in.epics[id]] = true
	}
	return uuids
}

// The two series of a burn-up.
const (
	burnupOpen = "open"
	burnupDone = "done"
)

// burnup replays the contents of the given epics by day, from their first ticket on. It is computed as the flow of a board with two
// columns.
func (a *Service) burnup(
	ctx context.Context, tx *db.Tx, projectID int64, ids []int64, epics map[string]bool,
) ([]BurnupDay, error) {
	rows, err := store.InsightTickets(ctx, tx, projectID, domain.Some([]string{}))
	if err != nil {
		return nil, err
	}
	tickets, err := store.EpicTickets(ctx, tx, projectID, ids)
	if err != nil {
		return nil, err
	}
	var changes []evm.StatusChange
	err = a.replay(ctx, tx, projectID, rows, tickets, func(before, after ticketState) {
		if epics[before.epic] || epics[after.epic] {
			changes = append(changes, after.inEpics(epics))
		}
	})
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	last := EvmDay(a.Today())
	first := last
	for _, c := range changes {
		first = min(first, max(c.Day, last-curveRows+1))
	}
	flow, err := evm.Flow(ctx, changes, first, last)
	if err != nil {
		return nil, err
	}
	days := []BurnupDay{}
	for _, d := range Thinned(flow, PagePoints) {
		done := d.Statuses[burnupDone].Points
		days = append(days, BurnupDay{Day: d.Day, Scope: d.Statuses[burnupOpen].Points + done, Done: done})
	}
	return days, nil
}

// inEpics returns the state of the ticket in a burn-up: open, done, or absent.
func (s ticketState) inEpics(epics map[string]bool) evm.StatusChange {
	change := evm.StatusChange{Day: s.day, TicketID: s.id, Points: s.points}
	switch {
	case !epics[s.epic] || s.status == "":
	case s.done:
		change.Status = burnupDone
	default:
		change.Status = burnupOpen
	}
	return change
}
