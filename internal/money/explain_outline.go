package money

import (
	"context"
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
	byDay     bool                    // lines of time are days rather than entries
	last      *domain.Date            // the last day that counts; nil means all
	doneBy    *time.Time              // the end of that day
	rates     map[int64][]domain.Rate // by user
	sprints   map[int64]evm.Sprint
	open      map[int64]bool // epics that are not done
}

// readOutline reads what an explanation depends on. Time is read only if the indicator depends on it.
func (a *Service) readOutline(ctx context.Context, tx *db.Tx, access domain.Access, q ExplainQuery) (*outline, error) {
	rows, err := store.ReadInsight(ctx, tx, access.ProjectID, access.SeesCost())
	if err != nil {
		return nil, err
	}
	o := &outline{projectID: access.ProjectID, in: a.insightOf(rows), rates: ratesByUser(rows.Rates), sprints: map[int64]evm.Sprint{}, open: map[int64]bool{}}
	if q.AsOf != nil && *q.AsOf < a.Today() {
		o.last, o.doneBy = q.AsOf, new(a.EndOf(*q.AsOf))
	}
	if o.byDay, err = store.HasMoreEntries(ctx, tx, o.projectID, explainedEntries); err != nil {
		return nil, err
	}
	if err := a.readEdits(ctx, tx, o.projectID, rows, q.AsOf, &o.in); err != nil {
		return nil, err
	}
	if err := a.readTickets(ctx, tx, o.projectID, store.SingleTickets, &o.in.Project); err != nil {
		return nil, err
	}
	if evm.NeedsCost(q.Indicator) {
		if o.in.Project.Time, err = a.readLines(ctx, tx, o, rows.Rates); err != nil {
			return nil, err
		}
	}
	o.in = o.in.on(q.AsOf)
	for _, s := range o.in.Project.Sprints {
		o.sprints[s.ID] = s
	}
	for _, e := range o.in.Project.Epics {
		o.open[e.ID] = !e.Done
	}
	o.Explanation, _, err = evm.Outline(ctx, o.in.Project, o.in.Today, q.Indicator)
	return o, err
}

// readLines reads the time that counts, entry by entry or day by day.
func (a *Service) readLines(ctx context.Context, tx *db.Tx, o *outline, rates []workstore.UserRate) (*evm.Timesheet, error) {
	if o.byDay {
		return a.readTime(ctx, tx, o.projectID, domain.Opt[[]int64]{}, rates, o.last)
	}
	sheet := &evm.Timesheet{}
	for entry, err := range store.EntryLines(ctx, tx, o.projectID, explainedEntries) {
		if err != nil {
			return nil, err
		}
		if line, counts := o.line(entry); counts {
			sheet.Add(line)
		}
	}
	return sheet, nil
}

// line converts a line of time to the engine's form. It returns false for a day that does not count.
func (o *outline) line(l store.EntryLine) (evm.Effort, bool) {
	if o.last != nil && l.Day > *o.last {
		return evm.Effort{}, false
	}
	line := evm.Effort{
		SprintID: l.SprintID, EpicID: l.EpicID, TicketID: l.TicketID, MemberID: l.UserID, Day: new(EvmDay(l.Day)), Minutes: l.Minutes,
	}
	if rate, ok := domain.RateOn(o.rates[l.UserID], l.Day); ok {
		line.Rate = &rate.TJM
	}
	return line, true
}

// terms returns some of the terms that a term consists of.
func (o *outline) terms(ctx context.Context, tx *db.Tx, term evm.Term, offset, limit int) ([]evm.Term, error) {
	if term.List == nil {
		return window(term.Terms, offset, limit), nil
	}
	switch list := *term.List; list.Kind {
	case evm.TicketTerm:
		return o.tickets(ctx, tx, list, store.TicketList{SprintID: list.SprintID, Done: list.Done, Offset: offset, Limit: limit})
	case evm.CommitmentTerm:
		rows, err := o.commitment(ctx, tx, list)
		return window(rows, offset, limit), err
	default:
		return o.memberLines(ctx, tx, list, offset, limit)
	}
}

// window returns up to limit elements of a list, starting at offset.
func window[T any](list []T, offset, limit int) []T {
	from := min(offset, len(list))
	return list[from:min(from+limit, len(list))]
}

func (o *outline) tickets(ctx context.Context, tx *db.Tx, list evm.List, which store.TicketList) (terms []evm.Term, err error) {
	which.ProjectID = o.projectID
	if which.Done {
		which.DoneBy = o.doneBy
	}
	rows, err := store.ListTickets(ctx, tx, which)
	for _, row := range rows {
		terms = append(terms, list.Points(row.TicketID, row.Points))
	}
	return terms, err
}

// commitment returns the commitment of one sprint: its snapshot or, without one, its current tickets.
func (o *outline) commitment(ctx context.Context, tx *db.Tx, list evm.List) (terms []evm.Term, err error) {
	if len(o.sprints[list.SprintID].Committed) == 0 {
		terms, err = o.tickets(ctx, tx, list, store.TicketList{SprintID: list.SprintID})
	} else {
		var rows []store.FinanceCommitment
		rows, err = store.Snapshot(ctx, tx, list.SprintID)
		for _, row := range rows {
			terms = append(terms, list.Points(row.TicketID, row.Points))
		}
	}
	except := make(map[int64]bool, len(list.Except))
	for _, id := range list.Except {
		except[id] = true
	}
	return slices.DeleteFunc(terms, func(t evm.Term) bool { return except[t.ID] }), err
}

// memberLines returns some of the lines of one member at one rate.
func (o *outline) memberLines(ctx context.Context, tx *db.Tx, list evm.List, offset, limit int) (terms []evm.Term, err error) {
	read := store.MemberEntries
	if o.byDay {
		read = store.MemberDays
	}
	for row, err := range read(ctx, tx, o.projectID, list.MemberID) {
		if err != nil {
			return nil, err
		}
		line, counts := o.line(row)
		if !counts || line.Rate == nil || *line.Rate != list.Rate || !o.inScope(list.Scope, line) {
			continue
		}
		if offset > 0 {
			offset--
			continue
		}
		terms = append(terms, list.Line(line))
		if len(terms) == limit {
			break
		}
	}
	return terms, nil
}

func (o *outline) inScope(scope evm.CostScope, line evm.Effort) bool {
	_, inSprint := o.sprints[line.SprintID]
	switch scope {
	case evm.InSprints:
		return inSprint
	case evm.OutsideSprints:
		return !inSprint
	default:
		return o.open[line.EpicID]
	}
}
