package money

import (
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
)

// Bounds of what one page of an explanation holds below the parts that it was asked for: a part is taken apart at once
// where it has few parts, and as long as there is room.
const (
	pageFew  = 50
	pageRoom = 1000
)

// ExplainPageQuery asks for a part of an explanation: Path is the places of the terms that lead to it, from the number
// down; the parts of the term there are given from Offset on, at most Limit of them.
type ExplainPageQuery struct {
	ExplainQuery

	Path          []int
	Offset, Limit int
}

// ExplainPage is one term of an explanation with some of its parts.
type ExplainPage struct {
	evm.Explanation // without its terms

	Day     evm.Day
	ByDay   bool        // a line of time is a day of a member: there are too many entries
	Above   []NamedTerm // the terms that lead to Term, the number first; none have parts
	Term    NamedTerm
	Leading int // how many parts of Term come before those given
}

// NamedTerm is a term with the names of what it stands for.
type NamedTerm struct {
	evm.Term // without its terms

	Thing report.Name // what it stands for
	Path  []int
	Parts int         // how many terms it is made of
	Terms []NamedTerm // nil: not shown here
}

// ExplainPage takes a number apart as Explain does, and gives one term of it.
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
	page.Term.Terms = someParts(term, path, q, x.Names)
	page.Explanation.Term = evm.Term{}
	return page, nil
}

// someParts is the parts of a term that were asked for, with the parts of those that have few.
func someParts(term evm.Term, path []int, q ExplainPageQuery, names report.Names) []NamedTerm {
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

// named is a term without its parts.
func named(t evm.Term, path []int, names report.Names) NamedTerm {
	out := NamedTerm{Term: t, Thing: names.Of(t), Path: path, Parts: len(t.Terms)}
	out.Term.Terms = nil
	return out
}

// below is the path of a part.
func below(path []int, place int) []int { return append(slices.Clip(path), place) }
