package domain

import "time"

// ExchangeRate says that, from a day on, one unit of a currency is worth Rate units of another one.
type ExchangeRate struct {
	ID        int64
	From, To  string // codes of currencies
	Day       Date
	Rate      float64
	EnteredBy string // a name; empty if it is not known
	CreatedAt time.Time
}

// Check refuses a rate of a currency to itself.
func (r ExchangeRate) Check() error {
	if r.From == r.To {
		return Invalidf("to must be another currency than from, not %s as well", r.To).At("to")
	}
	return nil
}

// Conversion is the way from one currency to another with an entered rate.
type Conversion struct {
	ExchangeRate

	Inverse bool // the rate was entered for the other direction, so amounts are divided by it
}

// Convert converts an amount.
func (c Conversion) Convert(amount float64) float64 {
	if c.Inverse {
		return amount / c.Rate
	}
	return amount * c.Rate
}

// FindConversion returns how to convert one currency to another with the given rates, of which there is at most one for each direction. A rate that
// was entered for the direction is preferred to the inverse of one for the other direction.
func FindConversion(rates []ExchangeRate, from, to string) (found Conversion, ok bool) {
	for _, r := range rates {
		switch {
		case r.From == from && r.To == to:
			return Conversion{ExchangeRate: r}, true
		case r.From == to && r.To == from:
			found, ok = Conversion{ExchangeRate: r, Inverse: true}, true
		}
	}
	return found, ok
}
