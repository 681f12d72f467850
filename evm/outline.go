package evm

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// List describes the operands of a sum that an [Outline] leaves out. They are in the order in which [Explain] returns them.
type List struct {
	Kind     TermKind  // TicketTerm, CommitmentTerm or EffortTerm
	Count    int       // of effort, how many lines the project has, which may be roll-ups
	SprintID int64     // the sprint that tickets are in, or whose commitment it is; 0 for the tickets of the whole project
	Done     bool      // only done tickets
	Except   []int64   // tickets that other sprints committed to as well, and that are therefore not in this list
	Carried  []Term    // if the list consists of tickets that were carried over: their terms, one for those that are merged
	MemberID int64     // who booked the lines of effort
	Rate     float64   // the rate of the lines
	Scope    CostScope // which lines
}

// Points returns the term of a ticket in a list of tickets or commitments.
func (l List) Points(ticketID int64, points float64) Term {
	return pointsTerm(l.Kind, ticketID, points)
}

// Line returns the term of a line in a list of lines.
func (l List) Line(line Effort) Term { return lineTerm(&line) }

// OfTicket returns the term of a ticket that was carried over, given the term of the one that it is merged into.
func (t Term) OfTicket(id int64) Term {
	if t.Kind == TicketTerm || t.Kind == CommitmentTerm {
		t.ID = id
	}
	t.Terms = slices.Clone(t.Terms)
	for i, part := range t.Terms {
		t.Terms[i] = part.OfTicket(id)
	}
	return t
}

// CostScope says which time counts towards a cost.
type CostScope string

// The scopes.
const (
	InSprints      CostScope = "in sprints"
	OutsideSprints CostScope = "outside sprints"
	OnOpenEpics    CostScope = "on open epics"
)

// Outline is like [Explain], but leaves out the tickets, commitments and lines of effort that make up sums; Term.List describes
// them instead. Its size depends on the number of sprints and members, and on how many different ways tickets were carried over. Tickets may be
// merged, and effort may be on a timesheet.
func Outline(ctx context.Context, p Project, today Day, indicator string) (x Explanation, found bool, err error) {
	return explained(ctx, p, today, indicator, true)
}

// left returns a sum whose operands are left out.
func left(name string, unit Unit, value float64, list List) Term {
	return Term{Kind: FigureTerm, Name: name, Unit: unit, Value: Known(value), Op: OpSum, List: &list}
}

// ticketSum returns the points of the tickets that count.
func (e explainer) ticketSum(name string, tickets []Ticket, sprintID int64, done bool) Term {
	counts := anyTicket
	if done {
		counts = isDone
	}
	if !e.outline {
		return made(name, PointsUnit, OpSum, ticketTerms(tickets, counts)...)
	}
	list := List{Kind: TicketTerm, SprintID: sprintID, Done: done}
	for _, t := range tickets {
		if counts(t) {
			list.Count += int(max(1, t.Count))
		}
	}
	return left(name, PointsUnit, sumTickets(tickets, counts), list)
}

// commitmentSum returns the points of rows of a sprint's commitment.
func (e explainer) commitmentSum(rows []Commitment, sprintID int64, except ...int64) Term {
	const name = "committed"
	if !e.outline {
		return made(name, PointsUnit, OpSum, commitmentTerms(rows)...)
	}
	list := List{Kind: CommitmentTerm, SprintID: sprintID, Except: except}
	for _, row := range rows {
		list.Count += int(max(1, row.Count))
	}
	return left(name, PointsUnit, sumCommitments(rows), list)
}

// dueSum returns what is due of sprints and of the tickets that were carried over.
func (e explainer) dueSum(sprints []Term) Term {
	carried := e.plan().carried
	if !e.outline {
		for _, t := range carried {
			sprints = append(sprints, e.carried(t))
		}
	}
	due := made("due", PointsUnit, OpSum, sprints...)
	if !e.outline || len(carried) == 0 {
		return due
	}
	var sum accumulator
	for _, t := range sprints {
		sum.add(t.Value.Value)
	}
	list := List{Kind: TicketTerm}
	for _, t := range carried {
		term := e.carried(t)
		sum.addTimes(t.count, term.Value.Value)
		list.Count += int(max(1, t.count))
		list.Carried = append(list.Carried, term)
	}
	due.Value, due.List = Known(sum.value()), &list
	return due
}

// carriedBy returns the carried tickets of each sprint.
func (pl plan) carriedBy() map[int64][]int64 {
	ids := map[int64][]int64{}
	for _, t := range pl.carried {
		for _, s := range t.stages {
			ids[s.sprint.ID] = append(ids[s.sprint.ID], t.id)
		}
	}
	return ids
}

// inScope reports whether time on tickets of a sprint and an epic counts.
func (x *index) inScope(scope CostScope, sprintID, epicID int64) bool {
	switch scope {
	case InSprints:
		return x.inSprint(sprintID)
	case OutsideSprints:
		return !x.inSprint(sprintID)
	case OnOpenEpics:
		return x.inOpenEpic(epicID)
	}
	return false
}

// memberSums returns, for each member and rate, the minutes that count.
func (e explainer) memberSums(scope CostScope) map[payKey]Term {
	t := e.time()
	minutes, lines := make([]int64, len(t.payees)), make([]int, len(t.payees))
	for line := range t.lines {
		if e.inScope(scope, t.sprints.ids[line.sprint], t.epics.ids[line.epic]) {
			minutes[line.payee] += line.minutes
			lines[line.payee]++
		}
	}
	sums := map[payKey]Term{}
	for i, key := range t.payees {
		if key.rated && lines[i] > 0 {
			list := List{Kind: EffortTerm, Count: lines[i], MemberID: key.member, Rate: key.rate, Scope: scope}
			sums[key.payKey] = left("minutes", MinutesUnit, float64(minutes[i]), list)
		}
	}
	return sums
}

// lineSums is like memberSums, but includes the lines.
func (e explainer) lineSums(scope CostScope) map[payKey]Term {
	lines := map[payKey][]Effort{}
	for _, line := range e.Effort {
		if line.Rate != nil && e.inScope(scope, line.SprintID, line.EpicID) {
			key := payKey{member: line.MemberID, rate: finite(*line.Rate)}
			lines[key] = append(lines[key], line)
		}
	}
	sums := map[payKey]Term{}
	for key, group := range lines {
		if e.ended() != nil {
			return nil
		}
		sums[key] = made("minutes", MinutesUnit, OpSum, effortTerms(group)...)
	}
	return sums
}

// byMember returns the keys sorted by member and rate.
func byMember(sums map[payKey]Term) []payKey {
	return slices.SortedFunc(maps.Keys(sums), func(a, b payKey) int {
		return cmp.Or(cmp.Compare(a.member, b.member), cmp.Compare(a.rate, b.rate))
	})
}
