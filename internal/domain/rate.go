package domain

import (
	"cmp"
	"slices"
)

// RateChange sets a daily rate that applies from a given day on (by default, today). If RewritePast is set, the rate applies
// from the very start instead, whatever applied before.
type RateChange struct {
	TJM         float64
	From        Opt[Date]
	RewritePast bool
}

// Start returns the first day to which the rate applies; if it is not set, that day is today.
func (c RateChange) Start() (Opt[Date], error) {
	if !c.RewritePast {
		return c.From, nil
	}
	if c.From.Set {
		return c.From, Invalidf("from and rewrite_past exclude each other: a rate that rewrites the past applies from the start").At("from")
	}
	return Some(FirstDay), nil
}

// SetRate returns the rates with another one added, which applies from its first day until the next existing rate begins.
// Earlier days keep their rate, even those before the first rate began. A rate from FirstDay rewrites the past: it replaces
// every rate that began today or earlier. Rates must be sorted by day.
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
