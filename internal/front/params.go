package front

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// Params reads the query string of a request and collects what is wrong with it.
type Params struct {
	Values url.Values
	Err    error
}

// NewParams parses the query string of a request. A malformed query string is refused like any other invalid input.
func NewParams(r *http.Request) Params {
	values, err := url.ParseQuery(r.URL.RawQuery)
	p := Params{Values: values}
	if err != nil {
		p.Err = domain.Wrap(domain.Invalid, err, "the query string is not well formed")
	}
	return p
}

// Limit refuses parameters that are sent more than the given number of times.
func (p *Params) Limit(times int) {
	for name, list := range p.Values {
		if len(list) > times {
			p.Refuse(name, domain.Invalidf("%s must be given at most %d times", name, times))
		}
	}
}

// Refuse records an error in a parameter; see domain.Join.
func (p *Params) Refuse(name string, err *domain.Error) { p.Err = domain.Join(p.Err, err.At(name)) }

// refuseRule records that a value breaks a rule of package domain.
func (p *Params) refuseRule(name, rule, value string) {
	p.Refuse(name, domain.Invalidf("%s must be %s, not %q", name, domain.Rules(rule).Expect(), input.Clip(value)))
}

// Get returns a parameter that may be sent at most once; present is false if it was not sent.
func (p *Params) Get(name string) (value string, present bool) {
	values := p.Values[name]
	if len(values) > 1 {
		p.Refuse(name, domain.Invalidf("%s must be given once, not %d times", name, len(values)))
		return "", false
	}
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// Once returns a parameter that may be sent at most once; an empty value counts as absent.
func (p *Params) Once(name string) string {
	value, _ := p.Get(name)
	return value
}

// Need returns a required uuid.
func (p *Params) Need(name, rule string) (string, error) {
	uuid := p.UUID(name, rule)
	if uuid == nil && p.Err == nil {
		p.Refuse(name, domain.Invalidf("%s is required: it must be %s", name, domain.Rules(rule).Expect()))
	}
	if p.Err != nil {
		return "", p.Err
	}
	return *uuid, nil
}

// UUID returns a uuid, or the key of a ticket if the rule allows it, or nil if it was not sent.
func (p *Params) UUID(name, rule string) *string {
	value, present := p.Get(name)
	if !present {
		return nil
	}
	uuid, ok := domain.Rules(rule).Reference(value)
	if !ok {
		p.refuseRule(name, rule, value)
		return nil
	}
	return &uuid
}

// Moment returns a point in time, or nil if it was not sent.
func (p *Params) Moment(name string) *time.Time {
	value, present := p.Get(name)
	if !present {
		return nil
	}
	if strings.Contains(value, "T") {
		value = strings.Replace(value, " ", "+", 1) // the unescaped plus of a time zone
	}
	t, ok := domain.ParseMoment(value)
	if !ok {
		p.refuseRule(name, "moment", value)
		return nil
	}
	return &t
}

// Day returns a date, or nil if it is absent.
func (p *Params) Day(name string) *domain.Date {
	value := p.Once(name)
	if value == "" {
		return nil
	}
	day, ok := domain.ParseDate(value)
	if !ok {
		p.refuseRule(name, "date", value)
		return nil
	}
	return &day
}

// DayOr returns a date, or other if it is absent.
func (p *Params) DayOr(name string, other domain.Date) domain.Date {
	if day := p.Day(name); day != nil {
		return *day
	}
	return other
}

// User returns the id of a user, or other if it is absent.
func (p *Params) User(name string, other int64) int64 {
	value := p.Once(name)
	if value == "" {
		return other
	}
	id, ok := userID(value)
	if !ok {
		p.Refuse(name, domain.Invalidf("%s must be the id of a user, not %q", name, input.Clip(value)))
	}
	return id
}

func userID(value string) (id int64, ok bool) {
	id, err := strconv.ParseInt(value, 10, 64)
	return id, err == nil && domain.Rules("user").Number(float64(id))
}

// Text returns a text parameter. The rule applies even if the parameter is absent.
func (p *Params) Text(name, rule string) string {
	text, ok := domain.Rules(rule).Text(p.Once(name))
	if !ok {
		p.Refuse(name, domain.Invalidf("%s must be %s", name, domain.Rules(rule).Expect()))
	}
	return text
}

// Value returns a text that follows a rule, or nil if it was not sent.
func (p *Params) Value(name, rule string) *string {
	value, present := p.Get(name)
	if !present {
		return nil
	}
	text, ok := domain.Rules(rule).Text(value)
	if !ok {
		p.refuseRule(name, rule, value)
	}
	return &text
}

// OneOf returns a parameter whose value must be one of the given words, or "" if it is absent.
func (p *Params) OneOf(name string, words ...string) string {
	value := p.Once(name)
	if value != "" && !slices.Contains(words, value) {
		p.Refuse(name, domain.Invalidf("%s must be one of %s, not %q", name, strings.Join(words, ", "), input.Clip(value)))
	}
	return value
}

// Flag returns a boolean, if one was sent.
func (p *Params) Flag(name string) domain.Opt[bool] {
	switch value := p.Once(name); value {
	case "":
		return domain.Opt[bool]{}
	case "true", "false":
		return domain.Some(value == "true")
	default:
		p.Refuse(name, domain.Invalidf("%s must be true or false, not %q", name, input.Clip(value)))
		return domain.Opt[bool]{}
	}
}
