package dash

import (
	"strconv"
	"strings"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
)

// mostTerms is the maximum number of parts in a response; deepestPath is the maximum length of a path.
const (
	mostTerms   = 200
	deepestPath = 16
)

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
	out := figures.ExplanationOf(x)
	err = d.addTermKeys(r, &out)
	return out, err
}

// path parses the path to a term, as an explanation gives it.
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
