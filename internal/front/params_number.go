package front

import (
	"math"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// Integer returns an integer from low to high, or high if it is absent.
func (p *Params) Integer(name string, low, high int) int {
	value := p.Once(name)
	if value == "" {
		return high
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		p.Refuse(name, domain.Invalidf("%s must be an integer from %d to %d, not %q", name, low, high, input.Clip(value)))
		return high
	}
	return n
}

// Offset returns a non-negative integer, or 0 if it is absent.
func (p *Params) Offset(name string) int {
	if p.Once(name) == "" {
		return 0
	}
	return p.Integer(name, 0, 1<<31-1)
}

// RowID returns a row id taken from an earlier response, or 0 if it is absent.
func (p *Params) RowID(name string) int64 {
	value := p.Once(name)
	if value == "" {
		return 0
	}
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 1 || id == math.MaxInt64 {
		p.Refuse(name, domain.Invalidf("%s must be an id from an earlier response, not %q", name, input.Clip(value)))
		return 0
	}
	return id
}

// Page returns the requested page. Sending either of its two parameters requests paging.
func (p *Params) Page() domain.Page {
	number, numbered := p.number("page", "page")
	size, sized := p.number("per_page", "per page")
	if !numbered && !sized {
		return domain.Page{}
	}
	page := domain.Page{Number: 1, PerPage: domain.DefaultPerPage}
	if numbered {
		page.Number = number
	}
	if sized {
		page.PerPage = size
	}
	return page
}

// Number returns an integer within the bounds of a rule, or nil if it was not sent.
func (p *Params) Number(name, rule string) *int64 {
	n, present := p.number(name, rule)
	if !present {
		return nil
	}
	return new(int64(n))
}

// number returns an integer within the bounds of a rule.
func (p *Params) number(name, rule string) (n int, present bool) {
	value, present := p.Get(name)
	if !present {
		return 0, false
	}
	n, err := strconv.Atoi(value)
	if err != nil || !domain.Rules(rule).Number(float64(n)) || value[0] == '+' {
		p.refuseRule(name, rule, value)
		return 1, true
	}
	return n, true
}
