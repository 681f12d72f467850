package evm

import (
	"math"
	"strconv"
)

// Maybe is a number that may have no meaning, such as a ratio to a budget that nobody declared. The zero value is unknown.
// Two of them are equal when == says so.
type Maybe struct {
	Value float64 // 0 when not known
	Known bool
}

// Known is a number that has a meaning. What is not finite has none; minus zero becomes zero.
func Known(x float64) Maybe {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Maybe{}
	}
	return Maybe{Value: x + 0, Known: true} // -0 + 0 = 0
}

// KnownIf is the number behind the pointer; nil is unknown.
func KnownIf(x *float64) Maybe {
	if x == nil {
		return Maybe{}
	}
	return Known(*x)
}

// Ptr is nil for unknown, else a pointer to a copy of the value: what JSON writes as null or a number.
func (m Maybe) Ptr() *float64 {
	if !m.Known {
		return nil
	}
	return new(m.Value)
}

// String writes null or the shortest text that reads back as the same number.
func (m Maybe) String() string {
	if !m.Known {
		return "null"
	}
	return strconv.FormatFloat(m.Value, 'g', -1, 64)
}
