package evm

import (
	"math"
	"strconv"
)

// Maybe is a number that may have no meaning, such as a ratio to a budget that nobody set. The zero value is unknown. Two
// Maybes can be compared with ==.
type Maybe struct {
	Value float64 // 0 when unknown
	Known bool
}

// Known returns a known number. A number that is not finite is unknown; minus zero becomes zero.
func Known(x float64) Maybe {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Maybe{}
	}
	return Maybe{Value: x + 0, Known: true} // -0 + 0 = 0
}

// KnownIf returns the number that x points to, or unknown if x is nil.
func KnownIf(x *float64) Maybe {
	if x == nil {
		return Maybe{}
	}
	return Known(*x)
}

// Ptr returns a pointer to a copy of the value, or nil if it is unknown, so that JSON shows a number or null.
func (m Maybe) Ptr() *float64 {
	if !m.Known {
		return nil
	}
	return new(m.Value)
}

// String returns the shortest string that parses back to the same number, or null if it is unknown.
func (m Maybe) String() string {
	if !m.Known {
		return "null"
	}
	return strconv.FormatFloat(m.Value, 'g', -1, 64)
}
