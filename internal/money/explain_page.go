package money

import (
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
)

// Limits of one page of an explanation. A requested term that consists of at most pageFew terms is returned with them, as long as the page
// has room.
const (
	pageFew  = 50
	pageRoom = 1000
)

// ExplainPageQuery asks for one term of an explanation. Path holds the indices of the terms that lead to it, from the explained number
// down. Up to Limit of its terms are returned, starting at Offset.
type ExplainPageQuery struct {
	ExplainQuery

	Path          []int
	Offset, Limit int
}

// ExplainPage is one term of an explanation with some of the terms that it consists of.
type ExplainPage struct {
	evm.Explanation // without its terms

	Day     evm.Day
	ByDay   bool        // each line of time is one member's time on one day, because there are too many entries to list
	Above   []NamedTerm // the terms that lead to Term, from the explained number down, without their own terms
	Term    NamedTerm
	Leading int // how many terms of Term come before those returned
}

// NamedTerm is a term with the name of its item.
type NamedTerm struct {
	evm.Term // without its terms

	Thing report.Name // the item it stands for
	Rate  evm.Maybe   // the daily rate of a member's time; otherwise unknown
	Path  []int
	Parts int         // how many terms it consists of
	Terms []NamedTerm // nil if they are not shown here
}

// ExplainPage explains a number as Explain does, and returns one term of the explanation. Of the tickets, commitments and lines of time
// behind it, only those that are returned are read one by one.
func (a *Service) ExplainPage(ctx context.Context, caller domain.Caller, q ExplainPageQuery) (ExplainPage, error) {
	if err := q.check(); err != nil {
		return ExplainPage{}, err
	}
	return work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (ExplainPage, error) {
		if err := q.authorize(access); err != nil {
			return ExplainPage{}, err
		}
		o, err := a.readOutline(ctx, tx, access, q.ExplainQuery)
		if err != nil {
			return ExplainPage{}, err
		}
		return o.page(ctx, tx, q)
	})
}

func (o *outline) page(ctx context.Context, tx *db.Tx, q ExplainPageQuery) (ExplainPage, error) {
	page := ExplainPage{Explanation: o.Explanation, Day: o.in.Today, ByDay: o.byDay, Leading: q.Offset}
	term, path := o.Term, []int{}
	for _, place := range q.Path {
		page.Above = append(page.Above, unnamed(term, path))
		found, err := o.terms(ctx, tx, term, place, 1)
		if err != nil {
			return ExplainPage{}, err
		}
		if len(found) == 0 {
			return ExplainPage{}, domain.Errorf(domain.NotFound, "this explanation has no term at that path")
		}
		term, path = found[0], below(path, place)
	}
	page.Term = unnamed(term, path)
	var err error
	if page.Term.Terms, err = o.someTerms(ctx, tx, term, path, q); err != nil {
		return ExplainPage{}, err
	}
	page.Explanation.Term = evm.Term{}
	err = o.name(ctx, tx, &page)
	return page, err
}

// someTerms returns the requested terms of a term, and expands those with few terms.
func (o *outline) someTerms(ctx context.Context, tx *db.Tx, term evm.Term, path []int, q ExplainPageQuery) ([]NamedTerm, error) {
	terms, err := o.terms(ctx, tx, term, q.Offset, q.Limit)
	if err != nil {
		return nil, err
	}
	list, few, room := make([]NamedTerm, len(terms)), []int{}, pageRoom
	for i, t := range terms {
		list[i] = unnamed(t, below(path, q.Offset+i))
		if n := list[i].Parts; n > 0 && n <= min(pageFew, room) {
			room -= n
			few = append(few, i)
		}
	}
	return list, o.expand(ctx, tx, terms, list, few)
}

// expand adds to the named terms at some places the terms that they consist of. The number of statements does not depend on the number of places:
// the commitments of all sprints are read at once, and the lines of all members are counted at once.
func (o *outline) expand(ctx context.Context, tx *db.Tx, terms []evm.Term, named []NamedTerm, places []int) error {
	var lists []evm.List
	for _, i := range places {
		if isCommitment(terms[i]) {
			lists = append(lists, *terms[i].List)
		}
	}
	committed, err := o.commitments(ctx, tx, lists, 0, pageRoom)
	if err == nil && len(places) > 0 && terms[places[0]].Kind == evm.MemberTerm { // and so are the others
		err = o.countLines(ctx, tx, terms[places[0]].Terms[0].List.Scope, 0)
	}
	if err != nil {
		return err
	}
	for _, i := range places {
		var inner []evm.Term
		if isCommitment(terms[i]) {
			inner = committed[terms[i].List.SprintID]
		} else if inner, err = o.terms(ctx, tx, terms[i], 0, named[i].Parts); err != nil {
			return err
		}
		for j := range inner {
			named[i].Terms = append(named[i].Terms, unnamed(inner[j], below(named[i].Path, j)))
		}
	}
	return nil
}

// isCommitment reports whether the commitment of a sprint was left out of a term.
func isCommitment(t evm.Term) bool { return t.List != nil && t.List.Kind == evm.CommitmentTerm }

// name reads the names of the tickets on a page, and names all its terms.
func (o *outline) name(ctx context.Context, tx *db.Tx, page *ExplainPage) error {
	var ids []int64
	page.each(func(t *NamedTerm) {
		switch t.Kind {
		case evm.TicketTerm, evm.CommitmentTerm, evm.EffortTerm:
			ids = append(ids, t.ID)
		default:
		}
	})
	tickets, err := store.TicketNames(ctx, tx, ids)
	if err != nil {
		return err
	}
	names := o.in.names
	names.Tickets = map[int64]report.Name{}
	for _, t := range tickets {
		names.Tickets[t.ID] = report.Name{UUID: t.UUID, Title: t.Title}
	}
	page.each(func(t *NamedTerm) { t.Thing = names.Of(t.Term) })
	return nil
}

// each calls f for every term of a page.
func (page *ExplainPage) each(f func(*NamedTerm)) {
	var walk func(*NamedTerm)
	walk = func(t *NamedTerm) {
		f(t)
		for i := range t.Terms {
			walk(&t.Terms[i])
		}
	}
	for i := range page.Above {
		walk(&page.Above[i])
	}
	walk(&page.Term)
}

// unnamed returns a term without its own terms.
func unnamed(t evm.Term, path []int) NamedTerm {
	out := NamedTerm{Term: t, Rate: t.DailyRate(), Path: path, Parts: parts(t)}
	out.Term.Terms, out.List = nil, nil
	return out
}

// parts returns the number of terms that a term consists of.
func parts(t evm.Term) int {
	if t.List == nil {
		return len(t.Terms)
	}
	return len(t.Terms) + t.List.Count
}

// below returns the path of a child term.
func below(path []int, place int) []int { return append(slices.Clip(path), place) }
