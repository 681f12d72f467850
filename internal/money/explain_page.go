package money

import (
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
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
	Path  []int
	Parts int         // how many terms it consists of
	Terms []NamedTerm // nil if they are not shown here
}

// ExplainPage explains a number as Explain does, and returns one term of the explanation.
func (a *Service) ExplainPage(ctx context.Context, caller domain.Caller, q ExplainPageQuery) (ExplainPage, error) {
	x, err := a.Explain(ctx, caller, q.ExplainQuery)
	if err != nil {
		return ExplainPage{}, err
	}
	page := ExplainPage{Explanation: x.Explanation, Day: x.Today, ByDay: x.Note == noteDays, Leading: q.Offset}
	term, path := x.Term, []int{}
	for _, place := range q.Path {
		page.Above = append(page.Above, named(term, path, x.Names))
		if place >= len(term.Terms) {
			return ExplainPage{}, domain.Errorf(domain.NotFound, "this explanation has no term at that path")
		}
		term, path = term.Terms[place], below(path, place)
	}
	page.Term = named(term, path, x.Names)
	page.Term.Terms = someTerms(term, path, q, x.Names)
	page.Explanation.Term = evm.Term{}
	return page, nil
}

// someTerms returns the requested terms of a term, and expands those with few terms.
func someTerms(term evm.Term, path []int, q ExplainPageQuery, names report.Names) []NamedTerm {
	from := min(q.Offset, len(term.Terms))
	to := min(from+q.Limit, len(term.Terms))
	list, room := make([]NamedTerm, 0, to-from), pageRoom
	for i := from; i < to; i++ {
		part := named(term.Terms[i], below(path, i), names)
		if part.Parts > 0 && part.Parts <= min(pageFew, room) {
			room -= part.Parts
			for j, inner := range term.Terms[i].Terms {
				part.Terms = append(part.Terms, named(inner, below(part.Path, j), names))
			}
		}
		list = append(list, part)
	}
	return list
}

// named returns a term with the name of its item and without its own terms.
func named(t evm.Term, path []int, names report.Names) NamedTerm {
	out := NamedTerm{Term: t, Thing: names.Of(t), Path: path, Parts: len(t.Terms)}
	out.Term.Terms = nil
	return out
}

// below returns the path of a child term.
func below(path []int, place int) []int { return append(slices.Clip(path), place) }
