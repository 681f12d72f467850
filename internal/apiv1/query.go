package apiv1

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// query reads the query string of a request; the first thing wrong with it is kept.
type query struct {
	values url.Values
	err    error
}

// query parses the query string; one that cannot be parsed is refused like any other bad input.
func (r *request) query() *query {
	values, err := url.ParseQuery(r.URL.RawQuery)
	q := &query{values: values}
	if err != nil {
		q.err = domain.Wrap(domain.Invalid, err, "the query string is not well formed")
	}
	return q
}

// get gives a parameter that is sent at most once; present is false when it is not sent.
func (q *query) get(name string) (value string, present bool) {
	values := q.values[name]
	if len(values) > 1 {
		q.refuse(domain.Invalidf("%s must be given once, not %d times", name, len(values)))
		return "", false
	}
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

func (q *query) refuse(err error) {
	if q.err == nil {
		q.err = err
	}
}

// need gives a uuid that must be sent.
func (q *query) need(name, rule string) (string, error) {
	uuid := q.uuid(name, rule)
	if q.err != nil {
		return "", q.err
	}
	if uuid == nil {
		return "", domain.Invalidf("%s is required: it must be %s", name, domain.Rules(rule).Expect())
	}
	return *uuid, nil
}

// uuid gives a uuid that may be left out.
func (q *query) uuid(name, rule string) *string {
	value, present := q.get(name)
	if !present {
		return nil
	}
	uuid, ok := domain.ParseUUID(value)
	if !ok {
		q.refuse(domain.Invalidf("%s must be %s, not %q", name, domain.Rules(rule).Expect(), input.Clip(value)))
		return nil
	}
	return &uuid
}

// moment gives a moment that may be left out.
func (q *query) moment(name string) *time.Time {
	value, present := q.get(name)
	if !present {
		return nil
	}
	if strings.Contains(value, "T") {
		value = strings.Replace(value, " ", "+", 1) // a zone whose plus was not escaped
	}
	t, ok := domain.ParseMoment(value)
	if !ok {
		q.refuse(domain.Invalidf("%s must be %s, not %q", name, domain.Rules("moment").Expect(), input.Clip(value)))
		return nil
	}
	return &t
}

// page gives the page asked for; either parameter asks for pages.
func (q *query) page() domain.Page {
	number, numbered := q.integer("page", "page")
	size, sized := q.integer("per_page", "per page")
	if !numbered && !sized {
		return domain.Page{}
	}
	p := domain.Page{Number: 1, PerPage: domain.DefaultPerPage}
	if numbered {
		p.Number = number
	}
	if sized {
		p.PerPage = size
	}
	return p
}

func (q *query) integer(name, rule string) (n int, present bool) {
	value, present := q.get(name)
	if !present {
		return 0, false
	}
	r := domain.Rules(rule)
	n, err := strconv.Atoi(value)
	if err != nil || !r.Number(float64(n)) || value[0] == '+' {
		q.refuse(domain.Invalidf("%s must be %s, not %q", name, r.Expect(), input.Clip(value)))
		return 1, true
	}
	return n, true
}
