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
	parts := map[int64]*evm.Project{0: {}}
	for _, e := range in.Project.Epics {
		parts[e.ID] = &evm.Project{}
	}
	of := func(epicID int64) *evm.Project {
		if part, ok := parts[epicID]; ok {
			return part
		}
		return parts[0]
	}
	for _, t := range in.Project.Tickets {
		part := of(t.EpicID)
		part.Tickets = append(part.Tickets, t)
	}
	for _, e := range in.Project.Effort {
		part := of(e.EpicID)
		part.Effort = append(part.Effort, e)
	}
	list := make([]EpicFigures, 0, len(parts))
	for _, id := range append(slices.Sorted(maps.Keys(parts))[1:], 0) {
		own := evm.Compute(*parts[id], in.Today)
		list = append(list, EpicFigures{
			UUID: in.epics[id], Title: in.titles[in.epics[id]], Points: own.TotalExact, Done: own.DoneSP, Minutes: minutes(parts[id].Effort),
			Cost: in.Known(own.ACTotal),
		})
	}
	return list
}

// MemberFigures returns the figures of everyone who worked on the project.
func (in Insight) MemberFigures() []MemberFigures {
	parts := map[int64][]evm.Effort{}
	for _, e := range in.Project.Effort {
		parts[e.MemberID] = append(parts[e.MemberID], e)
	}
	list := make([]MemberFigures, 0, len(parts))
	for _, id := range slices.Sorted(maps.Keys(parts)) {
		cost := evm.Compute(evm.Project{Effort: parts[id]}, in.Today).ACTotal
		list = append(list, MemberFigures{UserID: id, Name: in.names.Members[id].Title, Minutes: minutes(parts[id]), Cost: cost})
	}
	return list
}

func minutes(lines []evm.Effort) (sum int64) {
	for _, e := range lines {
		sum += e.Minutes
	}
	return sum
}
