package money

import (
	"maps"
	"slices"

	"earnest/evm"
)

// EpicFigures shows the points and the cost of an epic's tickets.
type EpicFigures struct {
	UUID    string // empty for tickets without an epic
	Title   string
	Points  float64
	Done    float64
	Minutes int64
	Cost    evm.Maybe // unknown to a reader who may not see the cost
}

// MemberFigures shows a member's time and its cost.
type MemberFigures struct {
	UserID  int64
	Name    string
	Minutes int64
	Cost    float64
}

// EpicFigures returns the figures of every epic in creation order, then those of tickets without an epic.
func (in Insight) EpicFigures() []EpicFigures {
	known := func(epicID int64) int64 {
		if _, ok := in.epics[epicID]; ok {
			return epicID
		}
		return 0
	}
	points := in.Project.PointsBy(func(t evm.Ticket) int64 { return known(t.EpicID) })
	spent := in.Project.SpentBy(func(_, epicID, _ int64) int64 { return known(epicID) })
	list := make([]EpicFigures, 0, len(in.epics)+1)
	for _, id := range append(slices.Sorted(maps.Keys(in.epics)), 0) {
		list = append(list, EpicFigures{
			UUID: in.epics[id], Title: in.titles[in.epics[id]], Points: points[id].Total, Done: points[id].Done, Minutes: spent[id].Minutes,
			Cost: in.Known(spent[id].Cost),
		})
	}
	return list
}

// MemberFigures returns the figures of everyone who worked on the project.
func (in Insight) MemberFigures() []MemberFigures {
	spent := in.Project.SpentByMember()
	list := make([]MemberFigures, 0, len(spent))
	for _, id := range slices.Sorted(maps.Keys(spent)) {
		list = append(list, MemberFigures{UserID: id, Name: in.names.Members[id].Title, Minutes: spent[id].Minutes, Cost: spent[id].Cost})
	}
	return list
}
