package evm

import (
	"cmp"
	"slices"
)

func (e explainer) ac() Term            { return e.cost(InSprints) }
func (e explainer) noSprintCost() Term  { return e.cost(OutsideSprints) }
func (e explainer) engagedCharge() Term { return e.cost(OnOpenEpics) }

// cost returns the cost of the lines that count: for each member and rate, the minutes of all lines are added up and multiplied
// by the rate once.
func (e explainer) cost(scope CostScope) Term {
	sums := e.lineSums
	if e.outline {
		sums = e.memberSums
	}
	minutes := sums(scope)
	var parts []Term
	for _, key := range byMember(minutes) {
		rate := figure("daily rate", MoneyUnit, key.rate)
		day := figure("minutes in a day", MinutesUnit, MinutesPerDay)
		parts = append(parts, made("cost", MoneyUnit, OpProportion, minutes[key], rate, day).of(MemberTerm, key.member))
	}
	return made("", "", OpSum, parts...)
}

// DailyRate returns the rate of a term that stands for the time of one member at one rate. A member whose rate has changed has several such terms.
// The rate of any other term is unknown.
func (t Term) DailyRate() Maybe {
	if t.Kind != MemberTerm || len(t.Terms) < 2 {
		return Maybe{}
	}
	return t.Terms[1].Value
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
		terms[i] = lineTerm(&lines[i])
	}
	return terms
}

// lineTerm returns the term of a line of effort.
func lineTerm(line *Effort) Term {
	t := figure("minutes", MinutesUnit, float64(line.Minutes)).of(EffortTerm, line.TicketID)
	t.Effort = line
	return t
}
