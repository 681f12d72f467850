package evm

import (
	"math"
	"strconv"
)

// Field is one number of a project's indicators, to be read or written under its name.
type Field struct {
	Name string
	at   any // a *Maybe, a *float64 or an *int64
}

// Fields returns the indicators in the order of [IndicatorNames], then total_exact, which is printed only as total_sp.
func Fields(i *Indicators) []Field {
	list := []Field{}
	for _, f := range formulas() {
		list = append(list, Field{f.name, f.field(i)})
	}
	return append(list, Field{"total_exact", &i.TotalExact})
}

// Value returns the number; unknown where it has no meaning.
func (f Field) Value() Maybe {
	switch at := f.at.(type) {
	case *Maybe:
		return *at
	case *float64:
		return Known(*at)
	case *int64:
		return Known(float64(*at))
	}
	return Maybe{}
}

// Set stores the number. It reports false for a number that must be known and is not, and for one that must be an integer and is not.
func (f Field) Set(value Maybe) bool {
	switch at := f.at.(type) {
	case *Maybe:
		*at = value
		return true
	case *float64:
		*at = value.Value
		return value.Known
	case *int64:
		*at = int64(value.Value)
		return value.Known && value.Value == math.Trunc(value.Value) && math.Abs(value.Value) <= 1<<53
	}
	return false
}

// String writes the number in full; null where it has no meaning.
func (f Field) String() string {
	value := f.Value()
	if !value.Known {
		return "null"
	}
	return strconv.FormatFloat(value.Value, 'g', -1, 64)
}
