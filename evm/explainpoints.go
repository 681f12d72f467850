package evm

import (
	"cmp"
	"slices"
)

func (e explainer) totalRounded() Term { return made("", "", OpRound, e.totalExact()) }

// totalExact returns the unrounded total, which the ratios use.
func (e explainer) totalExact() Term {
	const name = "total"
	if _, ok := e.known[name]; !ok {
		e.known[name] = made(name, PointsUnit, OpSum, ticketTerms(e.Tickets, anyTicket)...)
	}
	return e.known[name]
}

func (e explainer) done() Term {
	return made("", "", OpSum, ticketTerms(e.Tickets, isDone)...)
}

func (e explainer) earned() Term {
	var parts []Term
	for _, s := range e.byID() {
		if e.ended() != nil {
			return Term{}
		}
		done := made("done", PointsUnit, OpSum, ticketTerms(s.tickets, isDone)...)
		committed := made("committed", PointsUnit, OpSum, commitmentTerms(s.commitment)...)
		parts = append(parts, made("earned", PointsUnit, OpLeast, done, committed).of(SprintTerm, s.ID))
	}
	return made("", "", OpLeast, made("all sprints", PointsUnit, OpSum, parts...), e.indicator("done_sp"))
}

func (e explainer) undated() Term {
	var parts []Term
	for _, s := range e.byID() {
		if !s.dated() {
			parts = append(parts, made("committed", PointsUnit, OpSum, commitmentTerms(s.commitment)...).of(SprintTerm, s.ID))
		}
	}
	return made("", "", OpSum, parts...)
}

func (e explainer) planned() Term {
	var parts []Term
	for _, s := range slices.SortedFunc(slices.Values(e.plan().sprints), func(a, b plannedSprint) int { return cmp.Compare(a.ID, b.ID) }) {
		if e.ended() != nil {
			return Term{}
		}
		if len(s.rows) > 0 {
			committed := made("committed", PointsUnit, OpSum, commitmentTerms(s.rows)...)
			parts = append(parts, e.due(s.Sprint, committed).of(SprintTerm, s.ID))
		}
	}
	for _, t := range e.plan().carried {
		parts = append(parts, e.carried(t))
	}
	return made("", "", OpLeast, e.totalExact(), made("due", PointsUnit, OpSum, parts...))
}

// carried returns the term of a ticket that several sprints committed to. Until the first of them starts, none of its points are
// due.
func (e explainer) carried(t carriedTicket) Term {
	parts := []Term{figure("not yet due", PointsUnit, 0)}
	for _, s := range t.stages {
		row := commitmentTerms([]Commitment{{TicketID: t.id, Points: s.points}})[0]
		parts = append(parts, e.due(s.sprint, row).of(SprintTerm, s.sprint.ID))
	}
	return made("carried over", PointsUnit, OpGreatest, parts...).of(TicketTerm, t.id)
}

// due returns the share of the given points that a dated sprint has planned by today.
func (e explainer) due(s *Sprint, points Term) Term {
	gone := figure("days gone", DaysUnit, float64(s.elapsed(e.today)))
	days := figure("days", DaysUnit, float64(s.days()))
	return made("due", PointsUnit, OpProportion, points, gone, days)
}

// byID returns the sprints sorted by identifier.
func (x *index) byID() []*sprintView {
	sprints := make([]*sprintView, len(x.sprints))
	for i := range x.sprints {
		sprints[i] = &x.sprints[i]
	}
	slices.SortFunc(sprints, func(a, b *sprintView) int { return cmp.Compare(a.ID, b.ID) })
	return sprints
}

// ticketTerms returns a term for each ticket that counts, sorted by identifier.
func ticketTerms(tickets []Ticket, counts func(Ticket) bool) []Term {
	var terms []Term
	for _, t := range tickets {
		if counts(t) {
			terms = append(terms, figure("points", PointsUnit, finite(t.Points)).of(TicketTerm, t.ID))
		}
	}
	sortTerms(terms)
	return terms
}

// commitmentTerms returns a term for each row of a commitment, sorted by ticket.
func commitmentTerms(rows []Commitment) []Term {
	var terms []Term
	for _, row := range rows {
		terms = append(terms, figure("points", PointsUnit, finite(row.Points)).of(CommitmentTerm, row.TicketID))
	}
	sortTerms(terms)
	return terms
}

func sortTerms(terms []Term) {
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(a.ID, b.ID) })
}
