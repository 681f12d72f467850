package money

import (
	"context"
	"maps"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

// outline is an explanation whose long lists are read only when they are opened.
type outline struct {
	evm.Explanation

	projectID int64
	in        Insight
	byDay     bool         // lines of time are days rather than entries
	last      *domain.Date // the last day that counts; nil means all
	doneBy    *time.Time   // the end of that day
	sprints   map[int64]evm.Sprint
	keys      map[int64]string // the store's keys of the tickets that sprints committed to
	lines     map[payment]int  // how many lines there are, as far as they have been counted
}

// payment identifies the time of one member at one rate that counts towards one cost.
type payment struct {
	scope  evm.CostScope
	member int64
	rate   float64
}

// readOutline reads what an explanation depends on. Time is read only if the indicator depends on it, or a warning about edits may. Today's figures
// come from the counts and roll-ups that the indicators are computed from. Those of a past day need to know when tickets were done and on which days people
// worked, so they read the tickets, merged, and the roll-up by day.
func (a *Service) readOutline(ctx context.Context, tx *db.Tx, access domain.Access, q ExplainQuery) (*outline, error) {
	rows, err := store.ReadInsight(ctx, tx, access.ProjectID, access.SeesCost())
	if err != nil {
		return nil, err
	}
	o := &outline{
		projectID: access.ProjectID, in: a.insightOf(rows), sprints: map[int64]evm.Sprint{}, keys: map[int64]string{}, lines: map[payment]int{},
	}
	if q.AsOf != nil && *q.AsOf < a.Today() {
		o.last, o.doneBy = q.AsOf, new(a.EndOf(*q.AsOf))
	}
	entries, err := store.EntryCount(ctx, tx, o.projectID)
	if err != nil {
		return nil, err
	}
	o.byDay = entries > explainedEntries
	if err := a.readEdits(ctx, tx, o.projectID, rows, q.AsOf, &o.in); err != nil {
		return nil, err
	}
	if err := a.readTickets(ctx, tx, o.projectID, o.ticketReader(), &o.in.Project, o.keys); err != nil {
		return nil, err
	}
	o.in = o.in.on(q.AsOf)
	if p := o.in.Project; evm.NeedsCost(q.Indicator) || p.Edits != nil && !p.CostWithheld {
		if err := a.readCosts(ctx, tx, o, rows.Rates); err != nil {
			return nil, err
		}
	}
	for _, s := range o.in.Project.Sprints {
		o.sprints[s.ID] = s
	}
	o.Explanation, _, err = evm.Outline(ctx, o.in.Project, o.in.Today, q.Indicator)
	return o, err
}

// ticketReader returns the reader of the tickets that count.
func (o *outline) ticketReader() ticketReader {
	edits := o.in.Project.Edits
	if o.last != nil {
		return datedTickets(edits)
	}
	return func(ctx context.Context, tx *db.Tx, projectID int64, f func(store.PlanTicket)) error {
		return store.CountedTickets(ctx, tx, projectID, slices.Collect(maps.Keys(edits.Tickets())), f)
	}
}

// readCosts reads the time that counts.
func (a *Service) readCosts(ctx context.Context, tx *db.Tx, o *outline, rates []workstore.UserRate) (err error) {
	p := &o.in.Project
	if o.last != nil {
		p.Time, _, err = a.readTime(ctx, tx, o.projectID, domain.Opt[[]int64]{}, rates, o.last)
		return err
	}
	costs, err := store.EffortCosts(ctx, tx, o.projectID)
	if err != nil {
		return err
	}
	for _, c := range costs {
		p.Effort = append(p.Effort, evmEffort(c))
	}
	var early domain.Date // without dated sprints, no day is too early
	if day, ok := p.EarlyBefore(); ok {
		early = domain.Date(day.String())
	}
	p.Doubts.Overbooked, p.Doubts.Future, p.Doubts.Early, err = store.DoubtfulDays(ctx, tx, o.projectID, domain.Date(o.in.Today.String()), early)
	return err
}

// terms returns some of the terms that a term consists of.
func (o *outline) terms(ctx context.Context, tx *db.Tx, term evm.Term, offset, limit int) ([]evm.Term, error) {
	if term.Kind == evm.MemberTerm {
		if err := o.count(ctx, tx, &term); err != nil {
			return nil, err
		}
	}
	terms := window(term.Terms, offset, limit)
	if term.List == nil || len(terms) == limit {
		return terms, nil
	}
	rest, err := o.listed(ctx, tx, *term.List, max(0, offset-len(term.Terms)), limit-len(terms))
	return slices.Concat(terms, rest), err
}

// window returns up to limit elements of a list, starting at offset.
func window[T any](list []T, offset, limit int) []T {
	from := min(offset, len(list))
	return list[from:min(from+limit, len(list))]
}

// listed returns some of the terms that were left out.
func (o *outline) listed(ctx context.Context, tx *db.Tx, list evm.List, offset, limit int) ([]evm.Term, error) {
	switch {
	case list.Carried != nil:
		return o.carried(ctx, tx, list, offset, limit)
	case list.Kind == evm.TicketTerm:
		return o.tickets(ctx, tx, list, offset, limit)
	case list.Kind == evm.CommitmentTerm:
		terms, err := o.commitments(ctx, tx, []evm.List{list}, offset, limit)
		return terms[list.SprintID], err
	default:
		return o.memberLines(ctx, tx, list, offset, limit)
	}
}

// carried returns tickets that were carried over.
func (o *outline) carried(ctx context.Context, tx *db.Tx, list evm.List, offset, limit int) (terms []evm.Term, err error) {
	like := map[string]evm.Term{}
	for _, t := range list.Carried {
		like[o.keys[t.ID]] = t
	}
	rows, err := store.CarriedTickets(ctx, tx, o.projectID, slices.Collect(maps.Keys(like)), offset, limit)
	for _, row := range rows {
		terms = append(terms, like[row.Key].OfTicket(row.ID))
	}
	return terms, err
}

func (o *outline) tickets(ctx context.Context, tx *db.Tx, list evm.List, offset, limit int) (terms []evm.Term, err error) {
	which := store.TicketList{ProjectID: o.projectID, SprintID: list.SprintID, Done: list.Done, Offset: offset, Limit: limit}
	if which.Done {
		which.DoneBy = o.doneBy
	}
	rows, err := store.ListTickets(ctx, tx, which)
	for _, row := range rows {
		terms = append(terms, list.Points(row.TicketID, row.Points))
	}
	return terms, err
}

// commitments returns the commitments of sprints: their snapshots or, without one, their current tickets. If there are several lists, either all of
// them leave out the tickets that were carried over, or none does.
func (o *outline) commitments(ctx context.Context, tx *db.Tx, lists []evm.List, offset, limit int) (map[int64][]evm.Term, error) {
	terms, which := make(map[int64][]evm.Term, len(lists)), store.CommitmentList{Offset: offset, Limit: limit}
	if len(lists) == 0 {
		return terms, nil
	}
	for _, list := range lists {
		if len(o.sprints[list.SprintID].Committed) > 0 {
			which.Snapshots = append(which.Snapshots, list.SprintID)
		} else {
			which.Others = append(which.Others, list.SprintID)
		}
		for _, id := range list.Except {
			which.Except = append(which.Except, o.keys[id])
		}
	}
	rows, err := store.ListCommitments(ctx, tx, which)
	for _, list := range lists {
		for _, row := range rows[list.SprintID] {
			terms[list.SprintID] = append(terms[list.SprintID], list.Points(row.TicketID, row.Points))
		}
	}
	return terms, err
}

// count counts the lines of a member's time, unless that has been done.
func (o *outline) count(ctx context.Context, tx *db.Tx, member *evm.Term) error {
	list := *member.Terms[0].List
	which := payment{list.Scope, list.MemberID, list.Rate}
	if _, counted := o.lines[which]; !counted {
		if err := o.countLines(ctx, tx, list.Scope, list.MemberID); err != nil {
			return err
		}
	}
	list.Count = o.lines[which]
	member.Terms = slices.Clone(member.Terms)
	member.Terms[0].List = &list
	return nil
}

// countLines counts the lines of one member, or of all if memberID is 0.
func (o *outline) countLines(ctx context.Context, tx *db.Tx, scope evm.CostScope, memberID int64) error {
	counts, err := store.CountLines(ctx, tx, o.lineList(scope, memberID))
	for _, c := range counts {
		o.lines[payment{scope, c.UserID, c.Rate}] = c.Lines
	}
	return err
}

// memberLines returns some of the lines of one member at one rate.
func (o *outline) memberLines(ctx context.Context, tx *db.Tx, list evm.List, offset, limit int) (terms []evm.Term, err error) {
	rows, err := store.LinesAt(ctx, tx, o.lineList(list.Scope, list.MemberID), list.Rate, offset, limit)
	for _, l := range rows {
		terms = append(terms, list.Line(evm.Effort{
			SprintID: l.SprintID, EpicID: l.EpicID, TicketID: l.TicketID, MemberID: l.UserID, Day: new(EvmDay(l.Day)), Rate: &list.Rate, Minutes: l.Minutes,
		}))
	}
	return terms, err
}

func (o *outline) lineList(scope evm.CostScope, memberID int64) store.LineList {
	list := store.LineList{ProjectID: o.projectID, MemberID: memberID, Last: o.last, ByDay: o.byDay}
	switch scope {
	case evm.InSprints:
		list.Scope = store.InSprints
	case evm.OutsideSprints:
		list.Scope = store.OutsideSprints
	case evm.OnOpenEpics:
		list.Scope = store.OnOpenEpics
	}
	return list
}
