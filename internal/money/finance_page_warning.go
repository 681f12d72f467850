package money

import (
	"maps"
	"slices"

	"earnest/evm"
)

// warnedThings is the maximum number of items that a warning names.
const warnedThings = 50

// ViewWarning is a reason to doubt the numbers, with up to warnedThings of the items that it concerns.
type ViewWarning struct {
	evm.Warning

	Things []WarnedThing
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
		list = append(list, ViewWarning{w, things[:min(len(things), warnedThings)]})
	}
	return list
}

// warned returns the items that a warning concerns.
func (in Insight) warned(code evm.WarningCode) (things []WarnedThing) {
	switch code {
	case evm.UnestimatedTickets:
		for _, t := range in.Project.Tickets {
			if t.Points == 0 {
				things = append(things, WarnedThing{UUID: in.names.Tickets[t.ID].UUID, Title: in.names.Tickets[t.ID].Title})
			}
		}
	case evm.UndatedPoints:
		for _, s := range in.Project.Sprints {
			if s.Start == nil || s.End == nil {
				things = append(things, WarnedThing{UUID: in.names.Sprints[s.ID].UUID, Title: in.names.Sprints[s.ID].Title})
			}
		}
	case evm.UnratedMinutes:
		things = in.unrated()
	case evm.NoSprintMinutes:
	}
	return things
}

// unrated returns the members whose time has no rate.
func (in Insight) unrated() (things []WarnedThing) {
	found := map[int64]bool{}
	for _, e := range in.Project.Effort {
		if e.Rate == nil {
			found[e.MemberID] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		things = append(things, WarnedThing{UserID: id, Title: in.names.Members[id].Title})
	}
	return things
}
