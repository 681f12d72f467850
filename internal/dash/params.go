package dash

import (
	"net/url"
	"slices"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// mostValues is how many values one parameter may be given.
const mostValues = 200

// params reads the query string of a request; the first thing wrong with it is kept.
type params struct {
	values url.Values
	err    error
}

func (r *request) params() *params {
	values, err := url.ParseQuery(r.URL.RawQuery)
	p := &params{values: values}
	if err != nil {
		p.err = domain.Wrap(domain.Invalid, err, "the query string is not well formed")
	}
	for name, list := range values {
		if len(list) > mostValues {
			p.refuse(name, domain.Invalidf("%s must be given at most %d times", name, mostValues))
		}
	}
	return p
}

func (p *params) refuse(name string, err *domain.Error) {
	if p.err == nil {
		p.err = err.At(name)
	}
}

// has tells whether a parameter was given that value.
func (p *params) has(name, value string) bool { return slices.Contains(p.values[name], value) }

// words gives the values of a parameter that are not one of the words with a meaning of their own.
func (p *params) words(name string, but ...string) []string {
	return slices.DeleteFunc(slices.Clone(p.values[name]), func(v string) bool { return slices.Contains(but, v) })
}

// choice gives the uuids of a parameter, and whether it was given "none"; words with another meaning are passed over.
func (p *params) choice(name, rule string, words ...string) domain.Choice[string] {
	return domain.Choice[string]{None: p.has(name, "none"), Of: p.uuids(name, rule, words...)}
}

func (p *params) uuids(name, rule string, but ...string) []string {
	list := []string{}
	for _, value := range p.words(name, but...) {
		uuid, ok := domain.ParseUUID(value)
		if !ok {
			p.refuse(name, domain.Invalidf("%s must be %s, not %q", name, domain.Rules(rule).Expect(), input.Clip(value)))
		}
		list = append(list, uuid)
	}
	return list
}

// users gives the ids of a parameter, and whether it was given "none"; "me" is passed over.
func (p *params) users(name string) domain.Choice[int64] {
	c := domain.Choice[int64]{None: p.has(name, "none")}
	for _, value := range p.words(name, "none", "me") {
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil || !domain.Rules("user").Number(float64(id)) {
			p.refuse(name, domain.Invalidf("%s must be the id of a user, none or me, not %q", name, input.Clip(value)))
		}
		c.Of = append(c.Of, id)
	}
	return c
}

// texts gives the values of a parameter, each as its rule wants it.
func (p *params) texts(name, rule string) []string {
	list := []string{}
	for _, value := range p.values[name] {
		text, ok := domain.Rules(rule).Text(value)
		if !ok {
			p.refuse(name, domain.Invalidf("%s must be %s, not %q", name, domain.Rules(rule).Expect(), input.Clip(value)))
		}
		list = append(list, text)
	}
	return list
}

// once gives a parameter that is given at most once; an empty one counts as left out.
func (p *params) once(name string) string {
	values := p.values[name]
	if len(values) > 1 {
		p.refuse(name, domain.Invalidf("%s must be given once, not %d times", name, len(values)))
	}
	return p.values.Get(name)
}

func (p *params) text(name, rule string) string {
	value := p.once(name)
	text, ok := domain.Rules(rule).Text(value)
	if !ok {
		p.refuse(name, domain.Invalidf("%s must be %s", name, domain.Rules(rule).Expect()))
	}
	return text
}

func (p *params) flag(name string) domain.Opt[bool] {
	switch value := p.once(name); value {
	case "":
		return domain.Opt[bool]{}
	case "true", "false":
		return domain.Some(value == "true")
	default:
		p.refuse(name, domain.Invalidf("%s must be true or false, not %q", name, input.Clip(value)))
		return domain.Opt[bool]{}
	}
}

// integer gives a number from low to high; high when it is left out.
func (p *params) integer(name string, low, high int) int {
	value := p.once(name)
	if value == "" {
		return high
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		p.refuse(name, domain.Invalidf("%s must be an integer from %d to %d, not %q", name, low, high, input.Clip(value)))
		return high
	}
	return n
}
