package dash

import (
	"strconv"
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
)

// mostTerms is the maximum number of parts in a response; deepestPath is the maximum length of a path.
const (
	mostTerms   = 200
	deepestPath = 16
)

// explanation is one term of a number, with its parts.
type explanation struct {
	Indicator string    `json:"indicator"`
	Day       string    `json:"day"`
	Words     string    `json:"words"`
	Symbols   string    `json:"symbols"`
	Unknown   *string   `json:"unknown"`
	ByDay     bool      `json:"by_day"` // time entries are grouped by member and day, because there are too many to list
	Above     []term    `json:"above"`  // the terms above this one, the number itself first
	Term      term      `json:"term"`
	Offset    int       `json:"offset"` // the number of parts of the term that precede the first one here
	Warnings  []warning `json:"warnings"`
}

// term is a number and how it is computed. If its terms are absent, request them by its path.
type term struct {
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
	Terms []term       `json:"terms,omitempty"`
}

func (d *Dash) getExplanation(r *request) (any, error) {
	p := r.params()
	q := money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: r.UUID, Indicator: r.PathValue("indicator"), AsOf: p.Day("as_of")}}
	q.Path = p.path("path")
	q.Limit = p.Integer("limit", 1, mostTerms)
	q.Offset = p.Offset("offset")
	if p.Err != nil {
		return nil, p.Err
	}
	x, err := d.app.Money.ExplainPage(r.ctx, r.caller(), q)
	if err != nil {
		return nil, err
	}
	out := explanationOf(x)
	err = d.addTermKeys(r, &out)
	return out, err
}

func explanationOf(x money.ExplainPage) explanation {
	return explanation{
		Indicator: x.Indicator,
		Day:       x.Day.String(),
		Words:     x.Words,
		Symbols:   x.Symbols,
		Unknown:   textOrNil(x.Unknown),
		ByDay:     x.ByDay,
		Above:     mapped(x.Above, termOf),
		Term:      termOf(x.Term),
		Offset:    x.Leading,
		Warnings:  mapped(x.Warnings, plainWarning),
	}
}

func termOf(t money.NamedTerm) term {
	out := term{
		Path:  pathText(t.Path),
		Kind:  t.Kind,
		Name:  t.Name,
		UUID:  textOrNil(t.Thing.UUID),
		Title: textOrNil(t.Thing.Title),
		Rate:  t.Rate.Ptr(),
		Unit:  t.Unit,
		Value: t.Value.Ptr(),
		Op:    t.Op,
		Parts: t.Parts,
		Terms: mapped(t.Terms, termOf),
	}
	out.Date = dayText(t.Since())
	return out
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// pathText formats the path to a term: indexes separated by dots, empty for the number itself.
func pathText(path []int) string {
	words := make([]string, 0, len(path))
	for _, index := range path {
		words = append(words, strconv.Itoa(index))
	}
	return strings.Join(words, ".")
}

// path parses the output of pathText.
func (p *params) path(name string) []int {
	value := p.Once(name)
	if value == "" {
		return nil
	}
	words := strings.Split(value, ".")
	path := make([]int, 0, len(words))
	for _, word := range words {
		index, err := strconv.ParseUint(word, 10, 31)
		if err != nil || len(words) > deepestPath {
			p.Refuse(name, domain.Invalidf("%s must be places with dots between them, such as 0.2.1, not %q", name, input.Clip(value)))
			return nil
		}
		path = append(path, int(index))
	}
	return path
}
