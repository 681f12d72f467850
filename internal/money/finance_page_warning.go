package money

import (
	"context"
	"maps"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money/store"
)

// warnedThings is the maximum number of items that a warning names.
const warnedThings = 50

// ViewWarning is a reason to doubt the numbers, with up to warnedThings of the items that it concerns.
type ViewWarning struct {
	evm.Warning

	Things []WarnedThing
	Total  int // how many there are
}

// WarnedThing is a ticket, a sprint or a member.
type WarnedThing struct {
	UUID   string // empty for a member
	UserID int64  // 0 except for a member
	Title  string
}

func (in Insight) viewWarnings() []ViewWarning {
	list := []ViewWarning{}
	for _, w := range in.Warnings() {
		things := in.warned(w.Code)
		total := len(things)
		if w.Code == evm.UnestimatedTickets {
			total = int(w.Amount) // only the first have been read
		}
		list = append(list, ViewWarning{w, things[:min(len(things), warnedThings)], total})
	}
	return list
}

// warned returns the items that a warning concerns.
func (in Insight) warned(code evm.WarningCode) (things []WarnedThing) {
	switch code {
	case evm.UnestimatedTickets:
		things = in.unestimated
	case evm.UndatedPoints:
		for _, s := range in.Project.Sprints {
			if s.Start == nil || s.End == nil {
				things = append(things, WarnedThing{UUID: in.names.Sprints[s.ID].UUID, Title: in.names.Sprints[s.ID].Title})
			}
		}
	case evm.UnratedMinutes:
		things = in.unrated()
	case evm.OverbookedMinutes:
		for _, id := range slices.Sorted(maps.Keys(in.Project.Overbooked())) {
			things = append(things, WarnedThing{UserID: id, Title: in.names.Members[id].Title})
		}
	case evm.CostLeftSprints, evm.CommittedAgain, evm.PointsReestimated, evm.SprintsRedated, evm.BudgetRaised:
		things = in.edited[code]
	case evm.NoSprintMinutes, evm.FutureMinutes, evm.EarlyMinutes:
	}
	return things
}

// readUnestimated reads the first tickets without points, if there are any.
func (in Insight) readUnestimated(ctx context.Context, tx *db.Tx, projectID int64) (things []WarnedThing, err error) {
	if !slices.ContainsFunc(in.Project.Tickets, func(t evm.Ticket) bool { return t.Points == 0 }) {
		return nil, nil
	}
	tickets, err := store.Unestimated(ctx, tx, projectID, warnedThings)
	for _, t := range tickets {
		things = append(things, WarnedThing{UUID: t.UUID, Title: t.Title})
	}
	return things, err
}

// unrated returns the members whose time has no rate.
func (in Insight) unrated() (things []WarnedThing) {
	spent := in.Project.SpentByMember()
	for _, id := range slices.Sorted(maps.Keys(spent)) {
		if spent[id].Unrated > 0 {
			things = append(things, WarnedThing{UserID: id, Title: in.names.Members[id].Title})
		}
	}
	return things
}
