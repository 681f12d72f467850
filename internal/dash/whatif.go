package dash

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
)

func (d *Dash) getWhatIf(r *request) (any, error) {
	p := r.params()
	q := money.WhatIfQuery{Project: r.UUID, Thresholds: d.app.Thresholds, AsOf: p.Day("as_of"), Finish: p.Day("finish"), Points: money.PagePoints}
	q.Scope = p.change("scope", money.More)
	q.Velocity = p.change("velocity", money.Times)
	q.Rates = p.factor("rates")
	q.Growth = p.Flag("growth").Value
	if p.Once("shift") != "" {
		q.Shift = p.Integer("shift", math.MinInt32, math.MaxInt32)
	}
	if p.Err != nil {
		return nil, p.Err
	}
	v, err := d.app.Money.WhatIf(r.ctx, r.caller(), q)
	if err != nil {
		return nil, err
	}
	return figures.WhatIfOf(v, q.Thresholds), nil
}

// changeForm matches a change in one of five forms: 20%, 1.2x, =300, +20, 20.
var changeForm = regexp.MustCompile(strings.ReplaceAll(`^(?:([-+ ]?N)%|(N)x|=(N)|([-+ ]N)|(N))$`, "N", `[0-9]{1,12}(?:\.[0-9]{1,12})?`))

// change parses +20%, -10%, 1.2x, +20, -15 or =300; bare is the kind of change that a number without a sign or unit means. An unescaped
// plus arrives as a space.
func (p *params) change(name string, bare money.ChangeKind) money.Change {
	value := p.Once(name)
	if value == "" {
		return money.Change{}
	}
	found := changeForm.FindStringSubmatch(value)
	if len(found) == 0 {
		p.Refuse(name, domain.Invalidf("%s must be a change such as +20%%, -10%%, 1.2x, +20, -15 or =300, not %q", name, input.Clip(value)))
		return money.Change{}
	}
	percent, factor, exact, difference, plain := found[1], found[2], found[3], found[4], found[5]
	amount, _ := strconv.ParseFloat(strings.TrimLeft(percent+factor+exact+difference+plain, "+ "), 64) // exactly one of them is present, and it is a number
	switch {
	case percent != "":
		return money.Change{Kind: money.Times, Amount: (100 + amount) / 100}
	case factor != "":
		return money.Change{Kind: money.Times, Amount: amount}
	case exact != "":
		return money.Change{Kind: money.Exactly, Amount: amount}
	case difference != "":
		return money.Change{Kind: money.More, Amount: amount}
	}
	return money.Change{Kind: bare, Amount: amount}
}

// factor parses a change that applies to many numbers alike, which can only be a factor; 0 means none.
func (p *params) factor(name string) float64 {
	change := p.change(name, money.Times)
	if change.Kind != money.Unchanged && (change.Kind != money.Times || change.Amount == 0) {
		p.Refuse(name, domain.Invalidf("%s must be a change of them all such as +5%%, -10%% or 1.1x", name))
	}
	return change.Amount
}
