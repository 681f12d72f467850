package evm

import (
	"cmp"
	"slices"
)

func (e explainer) ac() Term {
	return e.cost(func(line Effort) bool { return e.inSprint(line.SprintID) })
}

func (e explainer) noSprintCost() Term {
	return e.cost(func(line Effort) bool { return !e.inSprint(line.SprintID) })
}

func (e explainer) engagedCharge() Term {
	return e.cost(func(line Effort) bool { return e.open[line.EpicID] })
}

// cost returns the cost of the lines that count: for each member and rate, the minutes of all lines are added up and multiplied
// by the rate once.
func (e explainer) cost(counts func(Effort) bool) Term {
	lines := map[payKey][]Effort{}
	for _, line := range e.Effort {
		if line.Rate != nil && counts(line) {
			key := payKey{member: line.MemberID, rate: finite(*line.Rate)}
			lines[key] = append(lines[key], line)
		}
	}
	var parts []Term
	for key, group := range lines {
		if e.ended() != nil {
			return Term{}
		}
		minutes := made("minutes", MinutesUnit, OpSum, effortTerms(group)...)
		rate := figure("daily rate", MoneyUnit, key.rate)
		day := figure("minutes in a day", MinutesUnit, MinutesPerDay)
		parts = append(parts, made("cost", MoneyUnit, OpProportion, minutes, rate, day).of(MemberTerm, key.member))
	}
	slices.SortFunc(parts, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Terms[1].Value.Value, b.Terms[1].Value.Value))
	})
	return made("", "", OpSum, parts...)
}

// effortTerms returns a term for each line of effort, sorted by day (lines without a day first), then by sprint, epic, ticket
// and minutes.
func effortTerms(lines []Effort) []Term {
	slices.SortStableFunc(lines, func(a, b Effort) int {
		const never = -1 << 62
		return cmp.Or(
			cmp.Compare(dayOr(a.Day, never), dayOr(b.Day, never)),
			cmp.Compare(a.SprintID, b.SprintID),
			cmp.Compare(a.EpicID, b.EpicID),
			cmp.Compare(a.TicketID, b.TicketID),
			cmp.Compare(a.Minutes, b.Minutes),
		)
	})
	terms := make([]Term, len(lines))
	for i := range lines {
		terms[i] = figure("minutes", MinutesUnit, float64(lines[i].Minutes)).of(EffortTerm, lines[i].TicketID)
		terms[i].Effort = &lines[i]
	}
	return terms
}
