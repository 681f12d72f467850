package figures

import "earnest/evm"

// Thresholds are the bounds below which an index is amber or red.
type Thresholds struct {
	Amber float64 `json:"amber"`
	Red   float64 `json:"red"`
}

// Health is the colour of an index as the pages name it.
type Health string

// The colours.
const (
	Good  Health = "good"
	Amber Health = "amber"
	Red   Health = "red"
)

// HealthOf returns the colour of an index, or nil while the index has no value.
func HealthOf(index evm.Maybe, bounds evm.Thresholds) *Health {
	switch evm.Health(index, evm.Maybe{}, bounds) {
	case evm.Green:
		return new(Good)
	case evm.Amber:
		return new(Amber)
	case evm.Red:
		return new(Red)
	case evm.Grey:
	}
	return nil
}
