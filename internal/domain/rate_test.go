package domain_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"earnest/internal/domain"
)

func TestSetRateKeepsWhatHeldBefore(t *testing.T) {
	t.Parallel()
	const today, first = "2026-03-10", domain.FirstDay
	type list = []domain.Rate
	for name, c := range map[string]struct {
		have list
		set  domain.Rate
		want list
	}{
		"the first ever":           {nil, domain.Rate{From: today, TJM: 400}, list{{From: today, TJM: 400}}},
		"a raise":                  {list{{From: first, TJM: 400}}, domain.Rate{From: today, TJM: 500}, list{{From: first, TJM: 400}, {From: today, TJM: 500}}},
		"the same day again":       {list{{From: first, TJM: 400}, {From: today, TJM: 450}}, domain.Rate{From: today, TJM: 500}, list{{From: first, TJM: 400}, {From: today, TJM: 500}}},
		"over the first":           {list{{From: today, TJM: 400}}, domain.Rate{From: today, TJM: 500}, list{{From: first, TJM: 400}, {From: today, TJM: 500}}},
		"before the first":         {list{{From: today, TJM: 400}}, domain.Rate{From: "2026-02-01", TJM: 500}, list{{From: first, TJM: 400}, {From: "2026-02-01", TJM: 500}, {From: today, TJM: 400}}},
		"between two":              {list{{From: first, TJM: 400}, {From: today, TJM: 500}}, domain.Rate{From: "2026-02-01", TJM: 450}, list{{From: first, TJM: 400}, {From: "2026-02-01", TJM: 450}, {From: today, TJM: 500}}},
		"from the start":           {list{{From: "2026-01-01", TJM: 400}, {From: today, TJM: 500}}, domain.Rate{From: first, TJM: 450}, list{{From: first, TJM: 450}}},
		"from the start, and then": {list{{From: first, TJM: 400}, {From: "2027-01-01", TJM: 600}}, domain.Rate{From: first, TJM: 450}, list{{From: first, TJM: 450}, {From: "2027-01-01", TJM: 600}}},
	} {
		if got := domain.SetRate(c.have, c.set, today); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Whatever rates exist, adding one changes neither the days before it nor those from the next rate on.
func TestSetRateChangesOnlyItsOwnDays(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	day := func() domain.Date { return domain.Date("2026-01-01").AddDays(r.IntN(60)) }
	for range 2000 {
		var rates []domain.Rate
		for range r.IntN(5) {
			rates = domain.SetRate(rates, domain.Rate{From: day(), TJM: float64(r.IntN(9))}, "2026-02-01")
		}
		set := domain.Rate{From: day(), TJM: 100}
		after := domain.SetRate(rates, set, "2026-02-01")
		next := domain.Date("9999-12-31")
		for _, have := range slices.Backward(rates) {
			if have.From > set.From {
				next = have.From
			}
		}
		for d := domain.Date("2025-12-30"); d < "2026-03-05"; d = d.AddDays(1) {
			before, had := domain.RateOn(rates, d)
			now, _ := domain.RateOn(after, d)
			own := d >= set.From && d < next || !had
			if own && now.TJM != 100 || !own && now.TJM != before.TJM {
				t.Fatalf("%v and %v give %v: on %s it is %v, was %v", rates, set, after, d, now.TJM, before.TJM)
			}
		}
	}
}
