package figures

import (
	"slices"
	"strconv"
	"strings"

	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/money"
)

// Explanation is one term of a number, with its parts.
type Explanation struct {
	Indicator string    `json:"indicator"`
	Day       string    `json:"day"`
	Words     string    `json:"words"`
	Symbols   string    `json:"symbols"`
	Unknown   *string   `json:"unknown"`
	ByDay     bool      `json:"by_day"` // time entries are grouped by member and day, because there are too many to list
	Above     []Term    `json:"above"`  // the terms above this one, the number itself first
	Term      Term      `json:"term"`
	Offset    int       `json:"offset"` // the number of parts of the term that precede the first one here
	Warnings  []Warning `json:"warnings"`
}

// Term is a number and how it is computed. If its terms are absent, request them by its path.
type Term struct {
	Path  string       `json:"path"`
	Kind  evm.TermKind `json:"kind"`
	Name  string       `json:"name"`
	UUID  *string      `json:"uuid"`
	Key   *string      `json:"key"` // of a ticket
	Title *string      `json:"title"`
	Date  *string      `json:"date"`
	Rate  *float64     `json:"rate"` // the daily rate of a member's time, which distinguishes the terms of a member whose rate has changed
	Unit  evm.Unit     `json:"unit"`
	Value *float64     `json:"value"`
	Op    evm.Op       `json:"op"`
	Parts int          `json:"parts"` // the number of terms it consists of
	Terms []Term       `json:"terms,omitempty"`
}

// ExplanationOf converts a page of an explanation. The keys of its tickets are left out; see TicketTerms.
func ExplanationOf(x money.ExplainPage) Explanation {
	return Explanation{
		Indicator: x.Indicator,
		Day:       x.Day.String(),
		Words:     x.Words,
		Symbols:   x.Symbols,
		Unknown:   TextOrNil(x.Unknown),
		ByDay:     x.ByDay,
		Above:     front.Mapped(x.Above, termOf),
		Term:      termOf(x.Term),
		Offset:    x.Leading,
		Warnings:  front.Mapped(x.Warnings, plainWarning),
	}
}

func termOf(t money.NamedTerm) Term {
	out := Term{
		Path:  pathText(t.Path),
		Kind:  t.Kind,
		Name:  t.Name,
		UUID:  TextOrNil(t.Thing.UUID),
		Title: TextOrNil(t.Thing.Title),
		Rate:  t.Rate.Ptr(),
		Unit:  t.Unit,
		Value: t.Value.Ptr(),
		Op:    t.Op,
		Parts: t.Parts,
		Terms: front.Mapped(t.Terms, termOf),
	}
	out.Date = DayText(t.Since())
	return out
}

// pathText formats the path to a term: indexes separated by dots, empty for the number itself.
func pathText(path []int) string {
	words := make([]string, 0, len(path))
	for _, index := range path {
		words = append(words, strconv.Itoa(index))
	}
	return strings.Join(words, ".")
}

// TicketTerms returns the terms about tickets, at any depth.
func (x *Explanation) TicketTerms() []*Term {
	terms := append(ticketTerms(x.Above), ticketTerms(x.Term.Terms)...)
	if x.Term.isTicket() {
		terms = append(terms, &x.Term)
	}
	return terms
}

// ticketTerms returns those of a list that are about tickets.
func ticketTerms(terms []Term) (list []*Term) {
	for i := range terms {
		if terms[i].isTicket() {
			list = append(list, &terms[i])
		}
		list = append(list, ticketTerms(terms[i].Terms)...)
	}
	return list
}

func (t Term) isTicket() bool {
	return t.UUID != nil && slices.Contains([]evm.TermKind{evm.TicketTerm, evm.CommitmentTerm, evm.EffortTerm}, t.Kind)
}
