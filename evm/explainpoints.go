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
		e.known[name] = e.ticketSum(name, e.Tickets, 0, false)
	}
	return e.known[name]
}

func (e explainer) done() Term {
	return e.ticketSum("", e.Tickets, 0, true)
}

func (e explainer) earned() Term {
	var parts []Term
	for _, s := range e.byID() {
		if e.ended() != nil {
			return Term{}
		}
		done := e.ticketSum("done", s.tickets, s.ID, true)
		committed := e.commitmentSum(s.commitment, s.ID)
		parts = append(parts, made("earned", PointsUnit, OpLeast, done, committed).of(SprintTerm, s.ID))
	}
	return made("", "", OpLeast, made("all sprints", PointsUnit, OpSum, parts...), e.indicator("done_sp"))
}

func (e explainer) undated() Term {
	var parts []Term
	for _, s := range e.byID() {
		if !s.dated() {
			parts = append(parts, e.commitmentSum(s.commitment, s.ID).of(SprintTerm, s.ID))
		}
	}
	return made("", "", OpSum, parts...)
}

func (e explainer) planned() Term {
	var parts []Term
	carried := e.plan().carriedBy()
	for _, s := range slices.SortedFunc(slices.Values(e.plan().sprints), func(a, b plannedSprint) int { return cmp.Compare(a.ID, b.ID) }) {
		if e.ended() != nil {
			return Term{}
		}
		if len(s.rows) > 0 {
			committed := e.commitmentSum(s.rows, s.ID, carried[s.ID]...)
			parts = append(parts, e.due(s.Sprint, committed).of(SprintTerm, s.ID))
		}
	}
	return made("", "", OpLeast, e.totalExact(), e.dueSum(parts))
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
			terms = append(terms, pointsTerm(TicketTerm, t.ID, t.Points))
		}
	}
	sortTerms(terms)
	return terms
}

// commitmentTerms returns a term for each row of a commitment, sorted by ticket.
func commitmentTerms(rows []Commitment) []Term {
	var terms []Term
	for _, row := range rows {
		terms = append(terms, pointsTerm(CommitmentTerm, row.TicketID, row.Points))
	}
	sortTerms(terms)
	return terms
}

// pointsTerm returns the term of a ticket or of a row of a commitment.
func pointsTerm(kind TermKind, ticketID int64, points float64) Term {
	return figure("points", PointsUnit, finite(points)).of(kind, ticketID)
}

func sortTerms(terms []Term) {
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(a.ID, b.ID) })
}
