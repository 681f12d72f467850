package domain

import (
	"cmp"
	"slices"
)

// RateChange is a daily rate that applies from a day on: today unless another is given, or from the very start, whatever applied
// before.
type RateChange struct {
	TJM         float64
	From        Opt[Date]
	RewritePast bool
}

// Start returns the first day the rate applies to.
func (c RateChange) Start() (Opt[Date], error) {
	if !c.RewritePast {
		return c.From, nil
	}
	if c.From.Set {
		return c.From, Invalidf("from and rewrite_past exclude each other: a rate that rewrites the past applies from the start").At("from")
	}
	return Some(FirstDay), nil
}

// SetRate returns the rates after adding one. It applies from its day until the next existing rate; earlier days keep their
// rate, even where it was the first one that covered them. A rate from FirstDay rewrites the past: it replaces every rate that
// began by today. Rates must be in order of their days.
func SetRate(rates []Rate, set Rate, today Date) []Rate {
	first, had := RateOn(rates, FirstDay)
	list := []Rate{set}
	if set.From != FirstDay && had && set.From <= first.From {
		list = append(list, Rate{From: FirstDay, TJM: first.TJM})
	}
	for _, r := range rates {
		replaced := r.From == set.From || set.From == FirstDay && r.From <= today
		if !replaced {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Rate) int { return cmp.Compare(a.From, b.From) })
	return list
}
