package evm

// Colour is the health of a project at a glance.
type Colour string

// The colours, from good to bad. Grey is for a project whose indices are both unknown.
const (
	Green Colour = "green"
	Amber Colour = "amber"
	Red   Colour = "red"
	Grey  Colour = "grey"
)

// Thresholds are the limits for an index: below Amber it is amber, below Red it is red.
type Thresholds struct {
	Amber float64
	Red   float64
}

// DefaultThresholds returns the usual limits.
func DefaultThresholds() Thresholds { return Thresholds{Amber: 0.95, Red: 0.85} }

// Health returns the worse of the colours of the two indices. An unknown index is ignored; if both are unknown, the colour is
// Grey.
func Health(cpi, spi Maybe, t Thresholds) Colour {
	if !cpi.Known && !spi.Known {
		return Grey
	}
	switch a, b := t.colour(cpi), t.colour(spi); {
	case a == Red || b == Red:
		return Red
	case a == Amber || b == Amber:
		return Amber
	}
	return Green
}

// colour returns the colour of one index; an unknown index is green.
func (t Thresholds) colour(index Maybe) Colour {
	switch {
	case !index.Known:
		return Green
	case index.Value < t.Red:
		return Red
	case index.Value < t.Amber:
		return Amber
	}
	return Green
}
